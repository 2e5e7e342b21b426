/// The transform coefficients of all blocks of a component, before quantization: 64 for each block in zigzag order, blocks in
/// rows.
package struct FrequencyPlane: Sendable {
  package let shape: ComponentShape
  package internal(set) var coefficients: [Float]

  /// - Parameter coefficients: 64 for each block of the shape.
  package init(_ shape: ComponentShape, coefficients: [Float]) {
    precondition(coefficients.count == 64 * shape.blockCount, "a block has 64 coefficients")
    (self.shape, self.coefficients) = (shape, coefficients)
  }

  /// The indices of a block's coefficients.
  static func range(ofBlock block: Int) -> Range<Int> { 64 * block..<64 * (block + 1) }

  /// Writes a block's coefficients in rows.
  @inline(__always) func copyRows(ofBlock block: Int, to rows: inout MutableSpan<Float>) {
    let block = coefficients.span.extracting(Self.range(ofBlock: block))
    // A separate constant, which outlives its borrows.
    let rowOrder = ZigZag.rowOrder
    let order = rowOrder.span
    precondition(rows.count == 64 && order.count == 64 && block.count == 64, "a block has 64 coefficients")
    for index in 0..<64 { unsafe rows[unchecked: order[unchecked: index] & 63] = block[unchecked: index] }
  }

  /// These rows of blocks, as a component of this shape.
  func rows(_ rows: [Int], _ shape: ComponentShape) -> FrequencyPlane {
    let count = 64 * self.shape.blocksWide
    return FrequencyPlane(shape, coefficients: rows.flatMap { coefficients[$0 * count..<($0 + 1) * count] })
  }

  /// These blocks, as a row.
  package func blocks(_ places: [Int]) -> FrequencyPlane {
    FrequencyPlane(
      ComponentShape(width: 8 * places.count, height: 8),
      coefficients: places.flatMap { coefficients[Self.range(ofBlock: $0)] })
  }

  /// Replaces these blocks by those of a row.
  package mutating func replace(_ places: [Int], by row: FrequencyPlane) {
    for (index, block) in places.enumerated() {
      coefficients.replaceSubrange(Self.range(ofBlock: block), with: row.coefficients[Self.range(ofBlock: index)])
    }
  }

  /// Transforms samples strip by strip.
  ///
  /// - Parameters:
  ///   - stripWidth: samples in a row of a strip, at least those of all blocks.
  ///   - fill: writes the eight rows of the strip of a block row.
  init(_ shape: ComponentShape, stripWidth: Int, fill: (_ blockRow: Int, _ strip: inout MutableSpan<Float>) -> Void) {
    self.shape = shape
    let (transform, order) = (BlockTransform(), ZigZag.rowOrder)
    var strip = [Float](repeating: 0, count: 8 * stripWidth)
    var block = [Float](repeating: 0, count: 64)
    coefficients = [Float](count: shape.blockCount * 64) { output in
      for row in 0..<shape.blocksHigh {
        strip.withSpan { fill(row, &$0) }
        for column in 0..<shape.blocksWide {
          let rows = transform.forward(BlockRows(strip.span, from: 8 * column, stride: stripWidth))
          block.withSpan { rows.store(to: &$0) }
          output.withRange(Self.range(ofBlock: row * shape.blocksWide + column)) {
            Self.copy(block.span, order.span, to: &$0)
          }
        }
      }
    }
  }

  /// - Parameter order: the indices of a block's 64 numbers in copying order.
  @inline(__always) static func copy(
    _ block: Span<Float>, _ order: Span<Int>, to output: inout MutableSpan<Float>
  ) {
    precondition(block.count == 64 && order.count == 64 && output.count == 64, "a block has 64 coefficients")
    for index in 0..<64 { unsafe output[unchecked: index] = block[unchecked: order[unchecked: index] & 63] }
  }
}
