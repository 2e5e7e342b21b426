/// Blurs the products of two planes that come band by band; from these come variances and the covariance.
final class ProductBlur {
  private let width: Int
  private let blur: PlaneBlur
  private let products: RowRing

  init(width: Int) {
    self.width = width
    blur = PlaneBlur(width: width)
    products = RowRing(width: width, bands: 1)
  }

  /// The newest blurred band.
  var blurred: Band { blur.blurred }

  /// Takes the next band of both planes.
  func push(_ band: Band, times factors: Band) {
    let products = products.band(0)
    for row in 0..<Band.height {
      let (samples, factors, products) = (band.row(row), factors.row(row), products.row(row))
      for column in stride(from: 0, to: width, by: 4) {
        products.store(samples.lanes(at: column) * factors.lanes(at: column), at: column)
      }
    }
    blur.push(products)
  }
}
