/// Compares one channel of two pictures at one scale, row by row.
final class ChannelComparison {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let mean1: PlaneBlur
  private let mean2: PlaneBlur
  /// Nil where structure does not count.
  private let structure: StructureBlurs?
  private var sums = ErrorSums()

  /// Nil when nothing of the channel counts.
  init?(_ size: ScaleSize, weights: ScoreWeights.Row) {
    guard weights.usesStructure || weights.usesEdges else { return nil }
    self.size = size
    self.weights = weights
    mean1 = PlaneBlur(width: size.width)
    mean2 = PlaneBlur(width: size.width)
    structure = weights.usesStructure ? StructureBlurs(width: size.width) : nil
  }

  /// Takes the next row of both pictures.
  func push(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>) {
    mean1.push(row1)
    mean2.push(row2)
    structure?.push(row1, row2)
  }

  /// Takes a row below the pictures.
  func pushNothing() {
    mean1.pushNothing()
    mean2.pushNothing()
    structure?.pushNothing()
  }

  /// Compares the rows that have just been blurred.
  ///
  /// - Parameters:
  ///   - row1: the row of the reference in the same place, not blurred.
  ///   - row2: that of the candidate.
  func compare(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>) {
    let means = (UnsafePointer(mean1.blurred), UnsafePointer(mean2.blurred))
    if let structure { sums.addStructure(means: means, blurs: structure, width: size.width) }
    if weights.usesEdges { sums.addEdges(rows: (row1, row2), means: means, width: size.width) }
  }

  /// What the channel adds to the error of the picture.
  var error: Double {
    let count = size.width * size.height
    return weights.mean.product(sums.means(count: count)) + weights.quartic.product(sums.quarticMeans(count: count))
  }
}
