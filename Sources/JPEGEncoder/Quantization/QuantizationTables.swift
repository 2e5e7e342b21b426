/// What each coefficient is divided by.
struct QuantizationTables: Hashable, Sendable {
  /// 64 steps in zigzag order, 1 to 255.
  let luma: [UInt8]
  let chroma: [UInt8]

  /// The steps of a component.
  func steps(_ component: Int) -> [UInt8] { component == 0 ? luma : chroma }
}
