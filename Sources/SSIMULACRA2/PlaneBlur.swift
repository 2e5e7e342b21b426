import Cssimulacra2

/// Blurs a plane that arrives band by band with `GaussianFilter`, rounding like libjxl.
struct PlaneBlur {
  /// The newest blurred band: the one above the last pushed. Above the picture it is meaningless.
  private(set) var blurred: BandRows

  private let along: RowBlur
  /// The newest band, blurred along its rows.
  private var columns: Band
  /// The four newest bands, blurred along their rows; zeros above the picture.
  private var rows: [BandRows]
  private var across: ColumnBlur
  private var count = 0

  init(width: Int) {
    blurred = BandRows(width: width)
    along = RowBlur(width: width)
    columns = Band(width: width)
    rows = [BandRows](repeating: BandRows(width: width), count: 4)
    across = ColumnBlur(width: width)
  }

  /// Adds the next band.
  mutating func push(_ band: Band) {
    along.blur(band, into: &columns)
    rows[count % 4].assignRows(of: columns)
    across.blur(rows[(count + 1) % 4], rows[(count + 2) % 4], newest: rows[count % 4], into: &blurred)
    count += 1
  }
}

/// Blurs the products of two planes that arrive band by band, for variances and the covariance.
struct ProductBlur {
  private var products: Band
  private var blur: PlaneBlur

  init(width: Int) {
    products = Band(width: width)
    blur = PlaneBlur(width: width)
  }

  /// The newest blurred band.
  var blurred: BandRows { blur.blurred }

  /// Adds the next band of both planes.
  mutating func push(_ band: Band, times factors: Band) {
    products.assignProduct(band, factors)
    blur.push(products)
  }
}

/// Blurs along columns, for all columns of a row at once.
private struct ColumnBlur {
  /// The cosines' last results for rows of even and of odd numbers: the slow, the middle and the fast one.
  private var evens: ContiguousArray<Lanes>
  private var odds: ContiguousArray<Lanes>

  init(width: Int) {
    evens = ContiguousArray(repeating: .zero, count: 3 * ((width + 3) / 4))
    odds = evens
  }

  /// Blurs the band above the newest.
  ///
  /// Each row comes from the row six above and the row four below: from the last two rows of the third band above the newest, the
  /// first two of the second, and the newest.
  mutating func blur(_ third: BandRows, _ second: BandRows, newest: BandRows, into blurred: inout BandRows) {
    Self.blur((third, 2), (newest, 0), last: odds, beforeLast: &evens, into: &blurred)
    Self.blur((third, 3), (newest, 1), last: evens, beforeLast: &odds, into: &blurred)
    Self.blur((second, 0), (newest, 2), last: odds, beforeLast: &evens, into: &blurred)
    Self.blur((second, 1), (newest, 3), last: evens, beforeLast: &odds, into: &blurred)
  }

  /// Blurs one row.
  ///
  /// - Parameters:
  ///   - top: the row six above, by its band and its index there.
  ///   - bottom: the row four below, with the index of the resulting row.
  ///   - last: the cosines' results for the row above.
  ///   - beforeLast: those for the row above that, and then for this one.
  private static func blur(
    _ top: (band: BandRows, row: Int), _ bottom: (band: BandRows, row: Int), last: ContiguousArray<Lanes>,
    beforeLast: inout ContiguousArray<Lanes>, into blurred: inout BandRows
  ) {
    let (count, place) = (blurred.count, blurred.places(ofRow: bottom.row).lowerBound)
    precondition(top.band.count == count && bottom.band.count == count)
    precondition(last.count == 3 * count && beforeLast.count == 3 * count)
    let tops = top.band.vectors.span.extracting(top.band.places(ofRow: top.row))
    let bottoms = bottom.band.vectors.span.extracting(bottom.band.places(ofRow: bottom.row))
    unsafe last.withUnsafeBufferPointer { last in
      unsafe beforeLast.withUnsafeMutableBufferPointer { beforeLast in
        unsafe tops.withUnsafeBufferPointer { tops in
          unsafe bottoms.withUnsafeBufferPointer { bottoms in
            unsafe blurred.vectors.withUnsafeMutableBufferPointer { sums in
              unsafe cssimulacra2_blur_columns(
                tops.baseAddress, bottoms.baseAddress, last.baseAddress, beforeLast.baseAddress,
                sums.baseAddress.map { unsafe $0 + place }, count, GaussianFilter.alongColumns,
                Processor.hasFusedMultiplication)
            }
          }
        }
      }
    }
  }
}
