/// Blurs a plane that comes band by band with `GaussianFilter`, rounding as libjxl does.
struct PlaneBlur {
  /// The newest blurred band: the one above that which was pushed last. Above the picture it means nothing.
  private(set) var blurred: BandRows

  private let along: RowBlur
  /// The newest band, blurred along its rows.
  private var columns: Band
  /// The four newest bands, blurred along their rows; above the picture zeros.
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

  /// Takes the next band.
  mutating func push(_ band: Band) {
    along.blur(band, into: &columns)
    rows[count % 4].assignRows(of: columns)
    across.blur(rows[(count + 1) % 4], rows[(count + 2) % 4], newest: rows[count % 4], into: &blurred)
    count += 1
  }
}

/// Blurs the products of two planes that come band by band; from these come variances and the covariance.
struct ProductBlur {
  private var products: Band
  private var blur: PlaneBlur

  init(width: Int) {
    products = Band(width: width)
    blur = PlaneBlur(width: width)
  }

  /// The newest blurred band.
  var blurred: BandRows { blur.blurred }

  /// Takes the next band of both planes.
  mutating func push(_ band: Band, times factors: Band) {
    products.assignProduct(band, factors)
    blur.push(products)
  }
}

/// Blurs along columns, for all columns of a row at once.
private struct ColumnBlur {
  private static let slow = Cosine(gain: GaussianFilter.gains.slow, feedback: GaussianFilter.feedbacks.slow)
  private static let middle = Cosine(gain: GaussianFilter.gains.middle, feedback: GaussianFilter.feedbacks.middle)
  private static let fastGain = Float(GaussianFilter.gains.fast)

  /// What the cosines gave last for rows of even and of odd numbers, for each four columns.
  private var evens: ContiguousArray<Outputs>
  private var odds: ContiguousArray<Outputs>

  init(width: Int) {
    evens = ContiguousArray(repeating: Outputs(), count: (width + 3) / 4)
    odds = evens
  }

  /// Blurs the band above the newest.
  ///
  /// A row of it is made of those six above and four below: of the last two rows of the third band above the newest and of the first
  /// two of the second, and of the newest.
  mutating func blur(_ third: BandRows, _ second: BandRows, newest: BandRows, into blurred: inout BandRows) {
    Self.blur((third, 2), (newest, 0), last: odds, beforeLast: &evens, into: &blurred)
    Self.blur((third, 3), (newest, 1), last: evens, beforeLast: &odds, into: &blurred)
    Self.blur((second, 0), (newest, 2), last: odds, beforeLast: &evens, into: &blurred)
    Self.blur((second, 1), (newest, 3), last: evens, beforeLast: &odds, into: &blurred)
  }

  /// Blurs one row.
  ///
  /// - Parameters:
  ///   - top: the row six above, by its band and its number there.
  ///   - bottom: the row four below; it has the number of the row that comes out.
  ///   - last: what the cosines gave for the row above.
  ///   - beforeLast: what they gave for the row above that, and then for this one.
  private static func blur(
    _ top: (band: BandRows, row: Int), _ bottom: (band: BandRows, row: Int), last: ContiguousArray<Outputs>,
    beforeLast: inout ContiguousArray<Outputs>, into blurred: inout BandRows
  ) {
    let tops = top.band.vectors.span.extracting(top.band.places(ofRow: top.row))
    let bottoms = bottom.band.vectors.span.extracting(bottom.band.places(ofRow: bottom.row))
    let (lasts, first) = (last.span, blurred.places(ofRow: bottom.row).lowerBound)
    var outputs = beforeLast.mutableSpan
    var sums = blurred.vectors.mutableSpan
    precondition(tops.count == lasts.count && bottoms.count == lasts.count && outputs.count == lasts.count)
    for place in lasts.indices {
      let next = Outputs(tops[place] + bottoms[place], last: lasts[place], beforeLast: outputs[place])
      outputs[place] = next
      sums[first + place] = next.sum
    }
  }

  /// What the three cosines give.
  private struct Outputs {
    private var slow = Lanes.zero
    private var middle = Lanes.zero
    private var fast = Lanes.zero

    init() {}

    @inline(__always)
    init(_ input: Lanes, last: Outputs, beforeLast: Outputs) {
      slow = ColumnBlur.slow.next(input, last: last.slow, beforeLast: beforeLast.slow)
      middle = ColumnBlur.middle.next(input, last: last.middle, beforeLast: beforeLast.middle)
      fast = input.multiplied(by: ColumnBlur.fastGain, subtracting: beforeLast.fast)
    }

    @inline(__always)
    var sum: Lanes { slow + (middle + fast) }
  }
}
