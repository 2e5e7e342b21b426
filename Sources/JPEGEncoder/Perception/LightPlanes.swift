/// Linear red, green and blue of a picture.
package struct LightPlanes {
  package let width: Int
  package let height: Int
  /// Rows are so long, with the last pixel repeated at their end.
  private let stride: Int
  /// The rows of red, green and blue of each line together.
  private let samples: [Float]

  /// Means of two by two pixels.
  package init(halving pixels: JPEGPixels) {
    let rows = PixelRows(pixels)
    self.init(halving: pixels.width, pixels.height, stride: rows.paddedWidth) { y, buffer in
      PerceptualLuma.light.withPointer { rows.read(y, as: $0, into: buffer) }
    }
  }

  /// Means of two by two pixels.
  var halved: LightPlanes {
    LightPlanes(halving: width, height, stride: stride) { y, buffer in
      samples.withPointer { samples in
        buffer.update(from: samples + 3 * y * stride, count: 3 * stride)
      }
    }
  }

  /// - Parameters:
  ///   - stride: a multiple of sixteen.
  ///   - read: copies the three rows of a line, of `stride` numbers each.
  private init(
    halving width: Int, _ height: Int, stride: Int, read: (_ y: Int, UnsafeMutablePointer<Float>) -> Void
  ) {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let halfStride = (halfWidth + 15) / 16 * 16
    (self.width, self.height, self.stride) = (halfWidth, halfHeight, halfStride)
    samples = [Float](count: 3 * halfStride * halfHeight) { output in
      withScratch(of: Float.self, count: 6 * stride) { buffer in
        let (upper, lower) = (buffer, buffer + 3 * stride)
        for y in 0..<halfHeight {
          read(2 * y, upper)
          read(min(2 * y + 1, height - 1), lower)
          for channel in 0..<3 {
            let row = output + (3 * y + channel) * halfStride
            Self.halve(upper + channel * stride, lower + channel * stride, stride, into: row)
            for x in halfWidth..<halfStride { row[x] = row[halfWidth - 1] }
          }
        }
      }
    }
  }

  private static func halve(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    for x in Swift.stride(from: 0, to: count, by: 16) {
      let sum = load16(upper + x) + load16(lower + x)
      store8((sum.evenHalf + sum.oddHalf) * 0.25, to: row + x / 2)
    }
  }

  /// Red, green and blue.
  func pixel(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let first = 3 * y * stride + x
    return [samples[first], samples[first + stride], samples[first + 2 * stride]]
  }

  var luma: Plane {
    Plane(width: width, height: height) { output, outputStride in
      samples.withPointer { samples in
        for y in 0..<height {
          let row = samples + 3 * y * stride
          PerceptualLuma.row(row, stride: stride, width: width, into: output + y * outputStride)
        }
      }
    }
  }
}

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
