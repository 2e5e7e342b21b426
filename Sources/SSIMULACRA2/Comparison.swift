/// Compares a candidate with the reference, band by band.
struct Comparison {
  private var channels: [[ChannelComparison?]]

  /// A candidate's distance from a reference of the same size: the weighted sum of all errors.
  static func error(of candidate: SRGBImage, from reference: some Sequence<ReferenceAnalysis.Step>) -> Double {
    var comparison = Comparison(Scale.scales(of: candidate))
    for (band, step) in zip(Pyramid(candidate), reference) { comparison.push(band, step) }
    return comparison.error
  }

  private init(_ scales: [Scale]) {
    channels = scales.map { scale in scale.weights.map { $0.map { ChannelComparison(scale, weights: $0) } } }
  }

  private mutating func push(_ candidate: Pyramid.ScaleBand, _ reference: ReferenceAnalysis.Step) {
    for (channel, band) in reference.channels.enumerated() {
      if let band { channels[candidate.scale][channel]?.push(candidate.color[channel], band) }
    }
  }

  /// The sum over all channels, from the coarsest scale to the finest.
  private var error: Double { channels.reversed().joined().reduce(0) { $0 + ($1?.error ?? 0) } }
}

/// Compares one channel at one scale: structure, and edges where they count.
private struct ChannelComparison {
  private let scale: Scale
  private let weights: ScoreWeights.Row
  private var mean: PlaneBlur
  private var square: ProductBlur
  private var product: ProductBlur
  /// Of the reference and of the candidate.
  private var edges: (BandRows, BandRows)
  /// The newest band of the candidate.
  private var newest: Band?
  /// The number of compared bands.
  private var count = 0
  private var sums = ErrorSums()

  init(_ scale: Scale, weights: ScoreWeights.Row) {
    self.scale = scale
    self.weights = weights
    mean = PlaneBlur(width: scale.width)
    square = ProductBlur(width: scale.width)
    product = ProductBlur(width: scale.width)
    edges = (BandRows(width: scale.width), BandRows(width: scale.width))
  }

  /// Adds the next band of both, and compares those above.
  mutating func push(_ color: Band, _ reference: ReferenceBand) {
    mean.push(color)
    square.push(color, times: color)
    product.push(color, times: reference.color)
    defer { newest = color }
    guard let newest, let reference = reference.above else { return }
    for row in 0..<scale.rowCount(inBand: count) {
      sums.addStructure(
        reference: reference, mean: mean.blurred, square: square.blurred, product: product.blurred, row: row)
    }
    if weights.usesEdges { addEdges(reference: reference, color: newest) }
    count += 1
  }

  private mutating func addEdges(reference: ReferenceBand.Statistics, color: Band) {
    edges.0.assignEdges(color: reference.color, mean: reference.mean)
    edges.1.assignEdges(color: color, mean: mean.blurred)
    for row in 0..<scale.rowCount(inBand: count) { sums.addEdges(reference: edges.0, candidate: edges.1, row: row) }
  }

  /// The channel's share of the picture's error.
  var error: Double { sums.error(weights: weights, count: scale.width * scale.height) }
}
