/// Blurs the products of two planes that come row by row; from these come variances and the covariance.
final class ProductBlur {
  private let width: Int
  private let blur: PlaneBlur
  private let scratch: RowRing

  init(width: Int) {
    self.width = width
    blur = PlaneBlur(width: width)
    scratch = RowRing(width: width, count: 1)
  }

  /// The newest blurred row.
  var blurred: UnsafePointer<Float> { UnsafePointer(blur.blurred) }

  /// Takes the next row of both planes.
  func push(_ row: UnsafePointer<Float>, times factor: UnsafePointer<Float>) {
    let products = scratch.row(0)
    for column in stride(from: 0, to: width, by: 4) {
      products.store(row.lanes(at: column) * factor.lanes(at: column), at: column)
    }
    blur.push(products)
  }

  /// Takes a row below the planes.
  func pushNothing() { blur.pushNothing() }
}
