/// Compares one channel of two pictures at one scale, row by row.
final class ChannelComparison {
  private let width: Int
  private let height: Int
  private let weights: ScoreWeights.Row
  private let mean1: PlaneBlur
  private let mean2: PlaneBlur
  private let square1: PlaneBlur
  private let square2: PlaneBlur
  private let product: PlaneBlur
  private let products: RowRing
  private var sums = ErrorSums()

  init(width: Int, height: Int, weights: ScoreWeights.Row) {
    self.width = width
    self.height = height
    self.weights = weights
    mean1 = PlaneBlur(width: width)
    mean2 = PlaneBlur(width: width)
    square1 = PlaneBlur(width: width)
    square2 = PlaneBlur(width: width)
    product = PlaneBlur(width: width)
    products = RowRing(width: width, count: 1)
  }

  var isNeeded: Bool { weights.usesStructure || weights.usesEdges }

  func push(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>) {
    guard isNeeded else { return }
    mean1.push(row1)
    mean2.push(row2)
    guard weights.usesStructure else { return }
    push(row1, row1, to: square1)
    push(row2, row2, to: square2)
    push(row1, row2, to: product)
  }

  private func push(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>, to blur: PlaneBlur) {
    let row = products.row(0)
    for column in stride(from: 0, to: width, by: 4) {
      row.store(row1.lanes(at: column) * row2.lanes(at: column), at: column)
    }
    blur.push(row)
  }

  func pushNothing() {
    for blur in [mean1, mean2] { blur.pushNothing() }
    guard weights.usesStructure else { return }
    for blur in [square1, square2, product] { blur.pushNothing() }
  }

  /// Compares the rows that have just been blurred.
  ///
  /// - Parameters: the rows in their place, as they were before.
  func compare(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>) {
    guard isNeeded else { return }
    if weights.usesStructure {
      sums.addStructure(
        mean1: mean1.blurred, mean2: mean2.blurred, square1: square1.blurred, square2: square2.blurred,
        product: product.blurred, width: width)
    }
    if weights.usesEdges {
      sums.addEdges(row1: row1, mean1: mean1.blurred, row2: row2, mean2: mean2.blurred, width: width)
    }
  }

  /// What the channel adds to the error of the picture.
  var error: Double {
    let count = width * height
    return weights.mean.product(sums.means(count: count)) + weights.quartic.product(sums.quarticMeans(count: count))
  }
}
