extension Quantizer {
  /// Blocks of luma, and bytes, in a part of a picture that tells enough about the whole.
  private static let sampledBlocks = 3000
  private static let sampledBytes = 25_000
  /// No larger part of the rows is left out, lest the others miss what is in them.
  private static let largestInterval = 4

  /// All blocks.
  package var size: Double { Double(planes.reduce(0) { $0 + $1.shape.blockCount }) }

  /// Some rows of blocks in place of all: their symbols cost the same, and they take a known part of the bytes.
  ///
  /// - Parameter bytes: what the whole picture is expected to take.
  package func sample(bytes: Int) -> Quantizer {
    let enough = min(planes[0].shape.blockCount / Self.sampledBlocks, bytes / Self.sampledBytes)
    let factor = shape.lumaFactor
    // The last row of units may lack rows of luma.
    let wholeRows = planes[0].shape.blocksHigh / factor
    // Of low, wide pictures there may be too few rows to leave any out.
    let interval = min(enough, Self.largestInterval, wholeRows)
    guard interval > 1 else { return self }
    let rows = Array(stride(from: interval / 2, to: wholeRows, by: interval))
    let part = FrameShape(width: shape.width, height: 8 * factor * rows.count, sampling: shape.sampling)
    let lumaRows = rows.flatMap { factor * $0..<factor * ($0 + 1) }
    let sampled = zip(0..., zip(planes, part.components)).map { index, pair in
      pair.0.rows(index == 0 ? lumaRows : rows, pair.1)
    }
    var sample = Quantizer(
      part, sampled, weights.rows(lumaRows, blocksWide: planes[0].shape.blocksWide), shapes, tuning)
    (sample.rates, sample.hasEndOfBandRuns) = (rates, hasEndOfBandRuns)
    return sample
  }
}

extension FrequencyPlane {
  /// These rows of blocks, as a component of this shape.
  func rows(_ rows: [Int], _ shape: ComponentShape) -> FrequencyPlane {
    let count = 64 * shape.blocksWide
    return FrequencyPlane(shape, coefficients: rows.flatMap { coefficients[$0 * count..<($0 + 1) * count] })
  }
}

extension BlockWeights {
  /// Those of these rows of blocks.
  func rows(_ rows: [Int], blocksWide: Int) -> BlockWeights {
    BlockWeights(
      scaleWeights: rows.flatMap { scaleWeights[$0 * blocksWide..<($0 + 1) * blocksWide] }, visibility: visibility,
      unit: unit)
  }
}
