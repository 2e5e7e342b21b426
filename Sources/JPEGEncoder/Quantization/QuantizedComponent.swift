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
