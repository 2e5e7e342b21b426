/// The assumed prices of symbols, in bits: learned from an earlier encoding of the same component.
package struct RateModel: Sendable {
  /// Of the scans of AC coefficients.
  package let bands: [BandRates]
  /// For each size of a DC difference its bits and the extra bits.
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

  /// The rates of `component` for scans of these bands.
  package init(_ component: QuantizedComponent, bands: [ClosedRange<Int>] = [1...63]) {
    let dc = SymbolCounts(tables: 1) { DCScan(component: component).code(into: &$0) }
    let ac = bands.map { band in
      let counts = SymbolCounts(tables: 1) { ACScan(component: component, band: band).code(into: &$0) }
      return BandRates(band, counts: counts.counts, blockCount: component.shape.blockCount)
    }
    self.init(bands: ac, dcCounts: dc.counts)
  }

  /// Without knowledge: frequencies that halve with each bit and with each two zeros.
  static let initial: RateModel = {
    let ac = (0..<256).map { symbol -> Int32 in
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0 { return symbol == 0 ? 1 << 16 : run == 15 ? 1 << 6 : (1 << 14) >> Int32(run) }
      return size > 10 ? 0 : (1 << 18) >> Int32(3 * size / 2 + (run + 1) / 2)
    }
    let dc = (0..<256).map { size -> Int32 in size > 11 ? 0 : [6, 8, 10, 12, 12, 10, 6, 3, 2, 1, 1, 1][size] }
    return RateModel(bands: [BandRates(1...63, counts: ac, blockCount: 1 << 17)], dcCounts: dc)
  }()
}

/// The assumed prices of symbols in a scan of AC coefficients, in bits.
package struct BandRates: Sendable {
  /// Places in zigzag order.
  package let band: ClosedRange<Int>
  /// For each size, 0 to 15, and each run of zeros before it, 0 to 63: the bits of both symbols.
  package let byRun: [Float]
  /// The bits of an end-of-band run, from a block's end over the following blocks without coefficients: for each binary logarithm of
  /// their number, 0 to 14. Longer ones never cost less.
  package let endOfBand: [Float]

  /// How many non-zero coefficients of the band a block has.
  let coefficientsPerBlock: Double

  /// - Parameters:
  ///   - counts: of the scan's symbols.
  ///   - blockCount: of the scan.
  init(_ band: ClosedRange<Int>, counts: some Collection<Int32>, blockCount: Int) {
    self.band = band
    let coefficients = zip(0..., counts).reduce(0) { $0 + ($1.0 & 15 > 0 ? Int($1.1) : 0) }
    coefficientsPerBlock = Double(coefficients) / Double(blockCount)
    let bits = zip(0..., RateModel.bits(counts, reserve: 20)).map { $1 + Float(Self.followingBits($0)) }
    byRun = (0..<1024).map { index in
      let (size, run) = (index >> 6, index & 63)
      return bits[(run & 15) << 4 | size] + Float(run >> 4) * bits[0xF0]
    }
    var most: Float = 0
    endOfBand = (0..<15).map { size in
      most = max(most, bits[size << 4])
      return most
    }
  }

  /// The bits after a symbol: those of the value, or of the length of an end-of-band run.
  private static func followingBits(_ symbol: Int) -> Int {
    let (run, size) = (symbol >> 4, symbol & 15)
    return size > 0 ? size : run < 15 ? run : 0
  }
}

/// What quantization balances: the squared error of each coefficient, and bits.
package struct TrellisCost: Sendable {
  package enum Weights: Sendable {
    /// Each coefficient of each block has its own weight.
    case perBlock(BlockWeights)
    /// One weight for each place in zigzag order.
    case perPosition([Float])
  }

  package let weights: Weights
  /// The price of a bit in weighted squared error.
  package let lambda: Float
  package let rates: RateModel
  /// Whether ends of blocks share symbols, as in progressive files; otherwise each has its own.
  let hasEndOfBandRuns: Bool

  package init(weights: Weights, lambda: Float, rates: RateModel, hasEndOfBandRuns: Bool = true) {
    (self.weights, self.lambda, self.rates, self.hasEndOfBandRuns) = (weights, lambda, rates, hasEndOfBandRuns)
  }

  /// - Parameter component: of those of the model.
  init(weights: Weights, lambda: Float, model: SymbolModel, component: Int) {
    self.init(weights: weights, lambda: lambda, rates: model.rates[component], hasEndOfBandRuns: model.hasEndOfBandRuns)
  }

  /// The parts of each block's weights, where blocks differ.
  var blockParts: [SIMD4<Float>]? {
    if case .perBlock(let weights) = weights { weights.parts } else { nil }
  }

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    switch weights {
    case .perBlock(let weights): weights.weight(block: block, position: position)
    case .perPosition(let weights): weights[position]
    }
  }
}

/// The scans of a picture, and the assumed prices of their symbols.
package struct SymbolModel: Sendable {
  package var script: ScanScript
  /// One for each component.
  let rates: [RateModel]
  /// Whether ends of blocks share symbols.
  let hasEndOfBandRuns: Bool

  /// Begins without knowledge.
  package init(_ script: ScanScript, componentCount: Int) {
    self.script = script
    rates = Array(repeating: .initial, count: componentCount)
    hasEndOfBandRuns = true
  }

  /// The rates of a quantized picture, or of a sample, for these scans.
  package init(_ script: ScanScript, learnedFrom picture: QuantizedPicture) {
    self.script = script
    rates = picture.components.enumerated().map { RateModel($1, bands: script.modelledBands($0)) }
    hasEndOfBandRuns = script != .sequential
  }
}
