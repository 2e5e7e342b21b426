/// A picture of one number for each pixel.
package struct Plane: Sendable {
  package let width: Int
  package let height: Int
  /// Numbers in a row: whole vectors of eight, of which those beyond the width mean nothing.
  package let stride: Int
  package let samples: [Float]

  /// - Parameter fill: writes all rows, and is told their stride.
  package init(width: Int, height: Int, fill: (_ rows: UnsafeMutablePointer<Float>, _ stride: Int) -> Void) {
    let stride = (width + 7) / 8 * 8
    (self.width, self.height, self.stride) = (width, height, stride)
    samples = [Float](count: stride * height) { buffer in
      fill(buffer, stride)
    }
  }

  /// Calls `body` with each vector of a row and its place.
  @inline(__always) func forEachVector(_ y: Int, _ body: (_ x: Int, SIMD8<Float>) -> Void) {
    samples.withPointer { samples in
      let row = samples + y * stride
      for x in Swift.stride(from: 0, to: width, by: 8) { body(x, load8(row + x)) }
    }
  }
}
