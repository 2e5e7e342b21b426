/// The two-dimensional discrete cosine transform of 8 x 8 blocks, orthonormal like JPEG's (ITU-T T.81, A.3.3).
///
/// All columns are transformed at once, as vectors: first those of the block, then, as columns, its rows. Sums and differences of rows
/// that mirror each other halve the products, once for odd frequencies and twice for even ones.
package struct BlockTransform: Sendable {
  package init() {}

  /// The coefficients, row `v` and column `u`, of samples.
  @inline(__always) package func forward(_ samples: BlockRows) -> BlockRows {
    samples.frequencies.transposed.frequencies.transposed
  }

  /// The samples of coefficients.
  @inline(__always) package func inverse(_ coefficients: BlockRows) -> BlockRows {
    coefficients.samples.transposed.samples.transposed
  }
}

/// Eight rows of eight numbers.
package struct BlockRows: Sendable {
  package typealias Row = SIMD8<Float>
  private var rows: (Row, Row, Row, Row, Row, Row, Row, Row)

  /// - Parameters:
  ///   - numbers: the rows from `place` on, each `stride` after the previous.
  @inline(__always) init(_ numbers: Span<Float>, from place: Int = 0, stride: Int = 8) {
    func row(_ y: Int) -> Row { numbers.vector(at: place + y * stride) }
    rows = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
  }

  /// - Parameter numbers: 64.
  package init(_ numbers: [Float]) { self.init(numbers.span) }

  @inline(__always) private init(_ rows: (Row, Row, Row, Row, Row, Row, Row, Row)) { self.rows = rows }

  /// Both merged, row by row.
  @inline(__always) func merged(_ other: BlockRows, _ merge: (Row, Row) -> Row) -> BlockRows {
    BlockRows(
      (
        merge(rows.0, other.rows.0), merge(rows.1, other.rows.1), merge(rows.2, other.rows.2),
        merge(rows.3, other.rows.3), merge(rows.4, other.rows.4), merge(rows.5, other.rows.5),
        merge(rows.6, other.rows.6), merge(rows.7, other.rows.7)
      ))
  }

  @inline(__always) func forEachRow(_ body: (_ y: Int, Row) -> Void) {
    body(0, rows.0)
    body(1, rows.1)
    body(2, rows.2)
    body(3, rows.3)
    body(4, rows.4)
    body(5, rows.5)
    body(6, rows.6)
    body(7, rows.7)
  }

  /// Writes the 64 numbers, row after row.
  @inline(__always) func store(to output: inout MutableSpan<Float>) {
    output.store(rows.0, at: 0)
    output.store(rows.1, at: 8)
    output.store(rows.2, at: 16)
    output.store(rows.3, at: 24)
    output.store(rows.4, at: 32)
    output.store(rows.5, at: 40)
    output.store(rows.6, at: 48)
    output.store(rows.7, at: 56)
  }

  /// The 64 numbers.
  package var numbers: [Float] {
    var numbers: [Float] = []
    forEachRow { _, row in numbers += (0..<8).map { row[$0] } }
    return numbers
  }

  /// Rows and columns exchanged: three rounds, each of which interleaves the upper rows with the lower ones.
  @inline(__always) fileprivate var transposed: BlockRows { interleaved.interleaved.interleaved }

  @inline(__always) private var interleaved: BlockRows {
    func pair(_ upper: Row, _ lower: Row) -> (Row, Row) {
      var both = SIMD16<Float>()
      (both.evenHalf, both.oddHalf) = (upper, lower)
      return (both.lowHalf, both.highHalf)
    }
    let (first, second) = (pair(rows.0, rows.4), pair(rows.1, rows.5))
    let (third, fourth) = (pair(rows.2, rows.6), pair(rows.3, rows.7))
    return BlockRows((first.0, first.1, second.0, second.1, third.0, third.1, fourth.0, fourth.1))
  }
}

/// Half the cosine of so many sixteenths of a half turn.
private enum Cosine {
  static let one: Float = 0.490_392_64
  static let two: Float = 0.461_939_77
  static let three: Float = 0.415_734_8
  static let four: Float = 0.353_553_39
  static let five: Float = 0.277_785_12
  static let six: Float = 0.191_341_72
  static let seven: Float = 0.097_545_16
}

// In one direction.
extension BlockRows {
  /// The rows of frequencies of the columns.
  @inline(__always) fileprivate var frequencies: BlockRows {
    let (a, b, c, d) = (rows.0 + rows.7, rows.1 + rows.6, rows.2 + rows.5, rows.3 + rows.4)
    let (e, f, g, h) = (rows.0 - rows.7, rows.1 - rows.6, rows.2 - rows.5, rows.3 - rows.4)
    let (outer, inner) = (a - d, b - c)
    return BlockRows(
      (
        ((a + d) + (b + c)) * Cosine.four, (e * Cosine.one + f * Cosine.three) + (g * Cosine.five + h * Cosine.seven),
        outer * Cosine.two + inner * Cosine.six,
        (e * Cosine.three - f * Cosine.seven) - (g * Cosine.one + h * Cosine.five),
        ((a + d) - (b + c)) * Cosine.four, (e * Cosine.five - f * Cosine.one) + (g * Cosine.seven + h * Cosine.three),
        outer * Cosine.six - inner * Cosine.two,
        (e * Cosine.seven - f * Cosine.five) + (g * Cosine.three - h * Cosine.one)
      ))
  }

  /// The columns whose frequencies these rows are.
  @inline(__always) fileprivate var samples: BlockRows {
    let (sum, difference) = ((rows.0 + rows.4) * Cosine.four, (rows.0 - rows.4) * Cosine.four)
    let slow = rows.2 * Cosine.two + rows.6 * Cosine.six
    let fast = rows.2 * Cosine.six - rows.6 * Cosine.two
    let a = (rows.1 * Cosine.one + rows.3 * Cosine.three) + (rows.5 * Cosine.five + rows.7 * Cosine.seven)
    let b = (rows.1 * Cosine.three - rows.3 * Cosine.seven) - (rows.5 * Cosine.one + rows.7 * Cosine.five)
    let c = (rows.1 * Cosine.five - rows.3 * Cosine.one) + (rows.5 * Cosine.seven + rows.7 * Cosine.three)
    let d = (rows.1 * Cosine.seven - rows.3 * Cosine.five) + (rows.5 * Cosine.three - rows.7 * Cosine.one)
    let (e, f, g, h) = (sum + slow, difference + fast, difference - fast, sum - slow)
    return BlockRows((e + a, f + b, g + c, h + d, h - d, g - c, f - b, e - a))
  }
}

/// The order in which JPEG stores the 64 coefficients of a block (ITU-T T.81, figure A.6).
package enum ZigZag {
  /// The place in rows, `8 * v + u`, of each coefficient in that order.
  package static let rowOrder: [Int] = {
    var places: [Int] = []
    for sum in 0..<15 {
      let diagonal = (max(0, sum - 7)...min(sum, 7)).map { v in 8 * v + sum - v }
      places += sum.isMultiple(of: 2) ? diagonal.reversed() : diagonal
    }
    return places
  }()
}
