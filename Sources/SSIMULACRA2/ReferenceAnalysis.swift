/// The reference's part of a comparison, step by step, along with the bands of a candidate's `Pyramid`.
struct ReferenceAnalysis: Sequence, IteratorProtocol {
  /// The data for one band of the candidate.
  struct Step: Sendable {
    /// Of X, Y and B - Y; nil where it has no weight.
    let channels: [ReferenceBand?]
  }

  private var pyramid: Pyramid
  /// For each scale those of its channels.
  private var channels: [[ChannelAnalysis?]]

  init(_ reference: SRGBImage) {
    pyramid = Pyramid(reference)
    channels = Scale.scales(of: reference).map { scale in
      scale.weights.map { $0.map { _ in ChannelAnalysis(width: scale.width) } }
    }
  }

  mutating func next() -> Step? {
    guard let band = pyramid.next() else { return nil }
    let scale = band.scale
    return Step(channels: channels[scale].indices.map { channels[scale][$0]?.push(band.color[$0]) })
  }
}

/// The reference's data of one channel at one scale, for the same band of a candidate.
struct ReferenceBand: Sendable {
  /// X, Y, or B - Y of the band; zeros below the picture.
  let color: Band
  /// The band above; nil for the first.
  let above: Statistics?

  /// A band with the surroundings of each sample. Edges come from colours and means.
  ///
  /// In single precision, as computed. Half is not enough: structure is a small difference of large numbers. 16-bit floating
  /// point for these rows made scores wrong by 28 points on average, 16-bit fixed point by 2.
  struct Statistics: Sendable {
    let color: Band
    /// The colours, blurred.
    let mean: BandRows
    /// The variance of the colours.
    let variance: BandRows
  }
}

/// Analyses one channel of the reference at one scale.
private struct ChannelAnalysis {
  private var mean: PlaneBlur
  private var square: ProductBlur
  private var variance: BandRows
  /// The newest band.
  private var newest: Band?

  init(width: Int) {
    mean = PlaneBlur(width: width)
    square = ProductBlur(width: width)
    variance = BandRows(width: width)
  }

  /// Adds the next band.
  mutating func push(_ color: Band) -> ReferenceBand {
    mean.push(color)
    square.push(color, times: color)
    defer { newest = color }
    guard let newest else { return ReferenceBand(color: color, above: nil) }
    variance.assignVariance(mean: mean.blurred, square: square.blurred)
    return ReferenceBand(
      color: color, above: ReferenceBand.Statistics(color: newest, mean: mean.blurred, variance: variance))
  }
}

extension BandRows {
  /// Assigns the mean of squares minus the square of the mean.
  fileprivate mutating func assignVariance(mean: BandRows, square: BandRows) {
    let (means, squares) = (mean.vectors.span, square.vectors.span)
    var variances = vectors.mutableSpan
    precondition(means.count == variances.count && squares.count == variances.count)
    for place in variances.indices { variances[place] = squares[place] - means[place] * means[place] }
  }
}
