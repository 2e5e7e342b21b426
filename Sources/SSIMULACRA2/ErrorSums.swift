/// Adds up the three maps of errors of a channel, row by row, always in the same order.
///
/// A row is summed in single precision, in four columns; rows are summed in double precision.
struct ErrorSums {
  /// Keeps the quotient of small variances stable: C2 of structural similarity. Source: libjxl, `ssimulacra2.cc`.
  private static let stabilizer: Float = 0.0009

  private var structure = ErrorSum()
  private var artifact = ErrorSum()
  private var detailLoss = ErrorSum()

  /// Adds a row of the map of structure: 1 - SSIM (Wang et al., 2004), where it is above zero.
  ///
  /// SSIM divides the difference of two means by their brightness. SSIMULACRA does not: XYB already follows the eye.
  ///
  /// - Parameters:
  ///   - mean: the candidate's band, blurred.
  ///   - square: the candidate's squares, blurred.
  ///   - product: the products of both, blurred.
  ///   - row: the index of the row in its band.
  mutating func addStructure(
    reference: ReferenceBand.Statistics, mean: BandRows, square: BandRows, product: BandRows, row: Int
  ) {
    let places = mean.places(ofRow: row)
    let means = (reference.mean.vectors.span.extracting(places), mean.vectors.span.extracting(places))
    let variances = reference.variance.vectors.span.extracting(places)
    let (squares, products) = (square.vectors.span.extracting(places), product.vectors.span.extracting(places))
    var sum = RowSum()
    for place in squares.indices {
      let (mean1, mean2) = (means.0[place], means.1[place])
      let variance2 = squares[place] - mean2 * mean2
      let covariance = products[place] - mean1 * mean2
      let nearness = 1 - (mean1 - mean2) * (mean1 - mean2)
      let common = nearness * (2 * covariance + Self.stabilizer)
      sum.add((1 - common / (variances[place] + variance2 + Self.stabilizer)).positivePart)
    }
    structure.add(sum)
  }

  /// Adds a row of the maps of edges: by how much more, or less, the candidate's samples stand out from their surroundings.
  ///
  /// - Parameter row: the index of the row in its band.
  mutating func addEdges(reference: BandRows, candidate: BandRows, row: Int) {
    let places = reference.places(ofRow: row)
    let edges = (reference.vectors.span.extracting(places), candidate.vectors.span.extracting(places))
    var (more, less) = (RowSum(), RowSum())
    for place in 0..<places.count {
      let difference = (edges.1[place] - edges.0[place]) / (1 + edges.0[place])
      more.add(difference.positivePart)
      less.add((-difference).positivePart)
    }
    artifact.add(more)
    detailLoss.add(less)
  }

  /// The weighted sum of the maps' means, and of the fourth roots of the means of fourth powers, which reflect the worst
  /// places.
  ///
  /// - Parameter count: the samples of the channel.
  func error(weights: ScoreWeights.Row, count: Int) -> Double {
    weights.mean.product(norms { $0.mean(count: count) })
      + weights.quartic.product(norms { $0.quarticMean(count: count) })
  }

  private func norms(_ norm: (ErrorSum) -> Double) -> ErrorNorms {
    ErrorNorms(structure: norm(structure), artifact: norm(artifact), detailLoss: norm(detailLoss))
  }
}

/// The sum of a map's errors, and that of their fourth powers.
private struct ErrorSum {
  private var errors = SIMD4<Double>.zero
  private var powers = SIMD4<Double>.zero

  mutating func add(_ row: RowSum) {
    errors += SIMD4<Double>(row.errors)
    powers += SIMD4<Double>(row.powers)
  }

  func mean(count: Int) -> Double { Self.total(errors) / Double(count) }

  func quarticMean(count: Int) -> Double { (Self.total(powers) / Double(count)).squareRoot().squareRoot() }

  private static func total(_ sums: SIMD4<Double>) -> Double { (sums[0] + sums[1]) + (sums[2] + sums[3]) }
}

/// The sums of one row.
private struct RowSum {
  private(set) var errors = Lanes.zero
  private(set) var powers = Lanes.zero

  @inline(__always) mutating func add(_ error: Lanes) {
    let square = error * error
    errors += error
    powers += square * square
  }
}

extension BandRows {
  /// Assigns the map of a band's edges: by how much each sample stands out from its surroundings, darker or brighter.
  ///
  /// - Parameter mean: the band, blurred.
  mutating func assignEdges(color: Band, mean: BandRows) {
    assignRows(of: color)
    let means = mean.vectors.span
    var edges = vectors.mutableSpan
    precondition(means.count == edges.count)
    for place in edges.indices { edges[place] = (edges[place] - means[place]).magnitudes }
  }
}
