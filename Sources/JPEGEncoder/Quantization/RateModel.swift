/// What symbols are thought to cost, in bits: learned from those of an earlier encoding of the same component.
package struct RateModel: Sendable {
  /// For each size, 0 to 15, and each run, 0 to 63, of zeros before it: the bits of the symbols of both.
  package let acByRun: [Float]
  /// A block's end, which blocks in a row share.
  package let endOfBlock: Float
  /// For each size of a DC difference its bits and those that follow it.
  package let dc: [Float]

  /// - Parameters:
  ///   - acCounts: of the symbols of one scan of all AC coefficients.
  ///   - dcCounts: of the sizes of DC differences.
  init(acCounts: some Collection<Int32>, dcCounts: some Collection<Int32>) {
    let ac = zip(0..., Self.bits(acCounts, reserve: 20)).map { $1 + Float(Self.followingBits($0)) }
    acByRun = (0..<1024).map { index in
      let (size, run) = (index >> 6, index & 63)
      return ac[(run & 15) << 4 | size] + Float(run >> 4) * ac[0xF0]
    }
    dc = zip(0..<12, Self.bits(dcCounts, reserve: 4)).map { $1 + Float($0) }
    endOfBlock = Self.mean(ac, acCounts)
  }

  /// The bits after a symbol of AC coefficients: those of the value, or of the length of a run of ended blocks.
  private static func followingBits(_ symbol: Int) -> Int {
    let (run, size) = (symbol >> 4, symbol & 15)
    return size > 0 ? size : run < 15 ? run : 0
  }

  /// Ideal code lengths. Symbols that have not occurred yet are expensive, not impossible.
  private static func bits(_ counts: some Collection<Int32>, reserve: Double) -> [Float] {
    let total = counts.reduce(reserve) { $0 + Double($1) }
    let logarithm = Elementary.log2(total)
    return counts.map { Float(logarithm - Elementary.log2(Double($0) + 0.3)) }
  }

  /// The mean cost of symbols that end blocks; 4 where there were none.
  private static func mean(_ bits: [Float], _ counts: some Collection<Int32>) -> Float {
    let ends = zip(zip(0..., bits), counts).filter { $0.0.0 & 15 == 0 && $0.0.0 < 0xF0 }
    let total = ends.reduce(0) { $0 + Float($1.1) }
    return total > 0 ? ends.reduce(0) { $0 + $1.0.1 * Float($1.1) } / total : 4
  }
}

extension RateModel {
  /// What `component` teaches.
  package init(_ component: QuantizedComponent) {
    let ac = SymbolCounts(tables: 1) { ACScan(component: component, band: 1...63).code(into: &$0) }
    let dc = SymbolCounts(tables: 1) { DCScan(component: component).code(into: &$0) }
    self.init(acCounts: ac.counts, dcCounts: dc.counts)
  }

  /// Where nothing is known yet: frequencies that halve with each bit and with each two zeros.
  package static let initial: RateModel = {
    let ac = (0..<256).map { symbol -> Int32 in
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0 { return symbol == 0 ? 1 << 16 : run == 15 ? 1 << 6 : (1 << 14) >> Int32(run) }
      return size > 10 ? 0 : (1 << 18) >> Int32(3 * size / 2 + (run + 1) / 2)
    }
    let dc = (0..<256).map { size -> Int32 in size > 11 ? 0 : [6, 8, 10, 12, 12, 10, 6, 3, 2, 1, 1, 1][size] }
    return RateModel(acCounts: ac, dcCounts: dc)
  }()
}
