/// The transform coefficients of all blocks of a component, before quantization: 64 for each block in zigzag order, blocks in
/// rows.
package struct FrequencyPlane: Sendable {
  package let shape: ComponentShape
  package private(set) var coefficients: [Float]

  /// - Parameter coefficients: 64 for each block of the shape.
  package init(_ shape: ComponentShape, coefficients: [Float]) {
    precondition(coefficients.count == 64 * shape.blockCount, "a block has 64 coefficients")
    self.shape = shape
    self.coefficients = coefficients
  }
}

extension FrequencyPlane {
  /// Changes the coefficients where they are.
  mutating func withCoefficients(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    coefficients.withMutablePointer(body)
  }

  /// Replaces the coefficients by the means of themselves and those of a plane of the same shape.
  mutating func average(_ other: FrequencyPlane) {
    let count = coefficients.count
    withCoefficients { first in
      other.coefficients.withPointer { second in
        for index in stride(from: 0, to: count, by: 8) {
          store8((load8(first + index) + load8(second + index)) * 0.5, to: first + index)
        }
      }
    }
  }

  /// These rows of blocks, as a component of this shape.
  func rows(_ rows: [Int], _ shape: ComponentShape) -> FrequencyPlane {
    let count = 64 * self.shape.blocksWide
    return FrequencyPlane(shape, coefficients: rows.flatMap { coefficients[$0 * count..<($0 + 1) * count] })
  }

  /// Transforms samples that are made strip by strip.
  ///
  /// - Parameters:
  ///   - stripWidth: samples in a row of a strip, at least those of all blocks.
  ///   - fill: writes the eight rows of the strip of a block row.
  init(
    _ shape: ComponentShape, stripWidth: Int, fill: (_ blockRow: Int, _ strip: UnsafeMutablePointer<Float>) -> Void
  ) {
    self.shape = shape
    let transform = BlockTransform()
    let count = shape.blockCount * 64
    coefficients = [Float](count: count) { output in
      withScratch(of: Float.self, count: 8 * stripWidth) { strip in
        for row in 0..<shape.blocksHigh {
          fill(row, strip)
          Self.transform(
            strip, stripWidth, blocks: shape.blocksWide, by: transform,
            into: output + row * shape.blocksWide * 64)
        }
      }
    }
  }

  private static func transform(
    _ strip: UnsafePointer<Float>, _ stripWidth: Int, blocks: Int, by transform: BlockTransform,
    into output: UnsafeMutablePointer<Float>
  ) {
    ZigZag.rowOrder.withPointer { order in
      withScratch(of: SIMD8<Float>.self, count: 8) { block in
        let rows = block
        let values = UnsafeRawPointer(rows).assumingMemoryBound(to: Float.self)
        for index in 0..<blocks {
          for y in 0..<8 { rows[y] = load8(strip + y * stripWidth + 8 * index) }
          transform.forward(rows)
          for k in 0..<64 { output[64 * index + k] = values[order[k]] }
        }
      }
    }
  }
}
