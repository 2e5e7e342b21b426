/// The quantized coefficients of a component: all DC coefficients, and of the others those that are not zero.
struct QuantizedComponent: Sendable {
  /// The largest magnitude of an AC coefficient that 8-bit JPEG has a code for (ITU-T T.81, table F.2).
  static let largestAC = 1023

  /// One coefficient that is not zero.
  struct Entry: Hashable, Sendable {
    /// Its place in zigzag order, 1 to 63.
    let position: Int16
    let value: Int16
  }

  let shape: ComponentShape
  /// One for each block.
  var dc: [Int16]
  /// Those of each block in order of position, block after block.
  var ac: [Entry]
  /// Where in `ac` each block begins, and where the last one ends.
  var starts: [Int32]
}
