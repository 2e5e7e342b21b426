/// The quantized coefficients of a component: all DC coefficients, and of the others those that are not zero.
package struct QuantizedComponent: Sendable {
  /// The largest magnitude of an AC coefficient that 8-bit JPEG has a code for (ITU-T T.81, table F.2).
  static let largestAC = 1023

  /// One coefficient that is not zero.
  package struct Entry: Hashable, Sendable {
    /// Its place in zigzag order, 1 to 63.
    package let position: Int16
    package let value: Int16
  }

  package let shape: ComponentShape
  /// One for each block.
  package internal(set) var dc: [Int16]
  /// Those of each block in order of position, block after block.
  package internal(set) var ac: [Entry]
  /// Where in `ac` each block begins, and where the last one ends.
  package internal(set) var starts: [Int32]

  /// Nothing yet.
  package init(_ shape: ComponentShape) {
    self.shape = shape
    (dc, ac, starts) = ([], [], [])
  }
}

extension QuantizedComponent {
  /// Each coefficient divided by its step and rounded: the least error, whatever it costs.
  package init(rounding plane: FrequencyPlane, steps: [UInt8]) {
    self.init(plane.shape)
    starts = [0]
    for block in 0..<shape.blockCount {
      dc.append(Self.rounded(plane.coefficients[64 * block], steps[0], limit: 1024))
      for position in 1..<64 {
        let value = Self.rounded(
          plane.coefficients[64 * block + position], steps[position], limit: Float(Self.largestAC))
        if value != 0 { ac.append(Entry(position: Int16(position), value: value)) }
      }
      starts.append(Int32(ac.count))
    }
  }

  private static func rounded(_ coefficient: Float, _ step: UInt8, limit: Float) -> Int16 {
    let scaled = min(max(coefficient / Float(step), -limit), limit)
    return Int16(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }
}

/// What each coefficient is divided by.
package struct QuantizationTables: Hashable, Sendable {
  /// 64 steps in zigzag order, 1 to 255.
  package let luma: [UInt8]
  package let chroma: [UInt8]

  /// The steps of a component.
  func steps(_ component: Int) -> [UInt8] { component == 0 ? luma : chroma }
}
