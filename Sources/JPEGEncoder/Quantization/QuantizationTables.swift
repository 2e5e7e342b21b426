/// What each coefficient is divided by.
package struct QuantizationTables: Hashable, Sendable {
  /// 64 steps in zigzag order, 1 to 255.
  package let luma: [UInt8]
  package let chroma: [UInt8]

  /// The steps of a component.
  func steps(_ component: Int) -> [UInt8] { component == 0 ? luma : chroma }
}
