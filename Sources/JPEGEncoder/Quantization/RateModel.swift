/// What symbols are thought to cost, in bits: learned from those of an earlier encoding of the same component.
package struct RateModel: Sendable {
  /// Of the scans of AC coefficients.
  package let bands: [BandRates]
  /// For each size of a DC difference its bits and those that follow it.
  package let dc: [Float]

  /// - Parameter dcCounts: of the sizes of DC differences.
  init(bands: [BandRates], dcCounts: some Collection<Int32>) {
    self.bands = bands
    dc = zip(0..<12, Self.bits(dcCounts, reserve: 4)).map { $1 + Float($0) }
  }

  /// Ideal code lengths. Symbols that have not occurred yet are expensive, not impossible.
  static func bits(_ counts: some Collection<Int32>, reserve: Double) -> [Float] {
    let total = counts.reduce(reserve) { $0 + Double($1) }
    let logarithm = Elementary.log2(total)
    return counts.map { Float(logarithm - Elementary.log2(Double($0) + 0.3)) }
  }
}

extension RateModel {
  /// What `component` teaches of scans of these bands.
  package init(_ component: QuantizedComponent, bands: [ClosedRange<Int>] = [1...63]) {
    let dc = SymbolCounts(tables: 1) { DCScan(component: component).code(into: &$0) }
    let ac = bands.map { band in
      let counts = SymbolCounts(tables: 1) { ACScan(component: component, band: band).code(into: &$0) }
      return BandRates(band, counts: counts.counts)
    }
    self.init(bands: ac, dcCounts: dc.counts)
  }

  /// Where nothing is known yet: frequencies that halve with each bit and with each two zeros.
  package static let initial: RateModel = {
    let ac = (0..<256).map { symbol -> Int32 in
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0 { return symbol == 0 ? 1 << 16 : run == 15 ? 1 << 6 : (1 << 14) >> Int32(run) }
      return size > 10 ? 0 : (1 << 18) >> Int32(3 * size / 2 + (run + 1) / 2)
    }
    let dc = (0..<256).map { size -> Int32 in size > 11 ? 0 : [6, 8, 10, 12, 12, 10, 6, 3, 2, 1, 1, 1][size] }
    return RateModel(bands: [BandRates(1...63, counts: ac)], dcCounts: dc)
  }()
}
