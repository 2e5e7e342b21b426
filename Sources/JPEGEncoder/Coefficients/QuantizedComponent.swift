/// The non-zero AC coefficients of a component, block after block.
package struct ACCoefficients: Hashable, Sendable {
  /// The largest magnitude that 8-bit JPEG has a code for (ITU-T T.81, table F.2).
  static let largest = 1023

  /// One non-zero coefficient.
  package struct Entry: Hashable, Sendable, BitwiseCopyable {
    /// Its place in zigzag order, 1 to 63.
    package let position: Int16
    package let value: Int16
  }

  /// Each block's, in order of position.
  package private(set) var entries: [Entry] = []
  /// Where each block begins in `entries`, and where the last one ends.
  private var starts: [Int32] = [0]

  /// No blocks yet.
  ///
  /// - Parameters:
  ///   - blocks: how many will be added.
  ///   - entries: their likely number.
  init(reservingBlocks blocks: Int, entries: Int) {
    starts.reserveCapacity(blocks + 1)
    self.entries.reserveCapacity(entries)
  }

  package var blockCount: Int { starts.count - 1 }

  /// The indices of a block's entries.
  @inline(__always) package func range(ofBlock block: Int) -> Range<Int> { Int(starts[block])..<Int(starts[block + 1]) }

  /// Adds an entry to the unfinished block.
  @inline(__always) mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Ends a block.
  @inline(__always) mutating func endBlock() { starts.append(Int32(truncatingIfNeeded: entries.count)) }

  /// Adds blocks of another component.
  mutating func append(blocks: Range<Int>, of other: ACCoefficients) {
    let (first, end) = (other.starts[blocks.lowerBound], other.starts[blocks.upperBound])
    let offset = Int32(truncatingIfNeeded: entries.count) - first
    entries.append(contentsOf: other.entries[Int(first)..<Int(end)])
    starts.append(contentsOf: other.starts[blocks.lowerBound + 1...blocks.upperBound].lazy.map { $0 + offset })
  }
}

/// The quantized coefficients of a component.
package struct QuantizedComponent: Sendable {
  package let shape: ComponentShape
  /// One for each block.
  package let dc: [Int16]
  package let ac: ACCoefficients

  package init(_ shape: ComponentShape, dc: [Int16], ac: ACCoefficients) {
    precondition(dc.count == shape.blockCount && ac.blockCount == shape.blockCount, "blocks are those of the shape")
    (self.shape, self.dc, self.ac) = (shape, dc, ac)
  }

  /// Each coefficient divided by its step and rounded: the least error at any rate.
  package init(rounding plane: FrequencyPlane, steps: [UInt8]) {
    var (dc, ac) = ([Int16](), ACCoefficients(reservingBlocks: plane.shape.blockCount, entries: 0))
    for block in 0..<plane.shape.blockCount {
      dc.append(Self.rounded(plane.coefficients[64 * block], steps[0], limit: 1024))
      for position in 1..<64 {
        let coefficient = plane.coefficients[64 * block + position]
        let value = Self.rounded(coefficient, steps[position], limit: Float(ACCoefficients.largest))
        if value != 0 { ac.append(.init(position: Int16(position), value: value)) }
      }
      ac.endBlock()
    }
    self.init(plane.shape, dc: dc, ac: ac)
  }

  /// Writes the coefficients of a block, each at its given place: as many numbers as a block has.
  ///
  /// - Parameter place: of a position in zigzag order.
  @inline(__always) func dequantize(
    _ block: Int, _ steps: [UInt8], into values: inout MutableSpan<Float>, place: (Int) -> Int
  ) {
    values.update(repeating: 0)
    values[0] = Float(Int(dc[block]) * Int(steps[0]))
    for index in ac.range(ofBlock: block) {
      let entry = ac.entries[index]
      let position = Int(entry.position)
      values[place(position)] = Float(Int(entry.value) * Int(steps[position]))
    }
  }

  private static func rounded(_ coefficient: Float, _ step: UInt8, limit: Float) -> Int16 {
    let scaled = min(max(coefficient / Float(step), -limit), limit)
    return Int16(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }
}

/// The divisors of the coefficients.
package struct QuantizationTables: Hashable, Sendable {
  /// 64 steps in zigzag order, 1 to 255.
  package let luma: [UInt8]
  package let chroma: [UInt8]

  /// The steps of a component.
  func steps(_ component: Int) -> [UInt8] { component == 0 ? luma : chroma }
}

/// All components of a picture, quantized.
package struct QuantizedPicture: Sendable {
  package let shape: FrameShape
  package let tables: QuantizationTables
  /// Luma, and Cb and Cr where there is colour.
  package let components: [QuantizedComponent]

  /// The same with different luma.
  func with(luma: QuantizedComponent) -> QuantizedPicture {
    QuantizedPicture(shape: shape, tables: tables, components: [luma] + components.dropFirst())
  }
}
