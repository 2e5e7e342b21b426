/// The blurred squares and products of two planes, from which variances and the covariance come.
final class StructureBlurs {
  private let square1: PlaneBlur
  private let square2: PlaneBlur
  private let product: PlaneBlur
  private let width: Int
  private let scratch: RowRing

  init(width: Int) {
    self.width = width
    square1 = PlaneBlur(width: width)
    square2 = PlaneBlur(width: width)
    product = PlaneBlur(width: width)
    scratch = RowRing(width: width, count: 1)
  }

  /// The newest blurred rows: the squares of both planes, and their product.
  var blurred: (square1: UnsafePointer<Float>, square2: UnsafePointer<Float>, product: UnsafePointer<Float>) {
    (UnsafePointer(square1.blurred), UnsafePointer(square2.blurred), UnsafePointer(product.blurred))
  }

  func push(_ row1: UnsafePointer<Float>, _ row2: UnsafePointer<Float>) {
    push(row1, times: row1, to: square1)
    push(row2, times: row2, to: square2)
    push(row1, times: row2, to: product)
  }

  func pushNothing() {
    square1.pushNothing()
    square2.pushNothing()
    product.pushNothing()
  }

  private func push(_ row: UnsafePointer<Float>, times factor: UnsafePointer<Float>, to blur: PlaneBlur) {
    let products = scratch.row(0)
    for column in stride(from: 0, to: width, by: 4) {
      products.store(row.lanes(at: column) * factor.lanes(at: column), at: column)
    }
    blur.push(products)
  }
}
