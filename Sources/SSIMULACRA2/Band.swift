/// Four rows of a plane of samples: each vector holds the four samples of one column, from top to bottom.
///
/// There are as many columns as the plane is wide, padded with zeros to a multiple of four.
struct Band: Sendable {
  /// Rows.
  static let height = 4

  /// The columns from left to right; their number is a multiple of four.
  var columns: ContiguousArray<Lanes>

  /// Zeros.
  ///
  /// - Parameter width: columns of the plane.
  init(width: Int) { columns = ContiguousArray(repeating: .zero, count: (width + 3) / 4 * 4) }

  /// Replaces all rows but the first so many by zeros.
  mutating func clear(rowsFrom row: Int) {
    let isCleared = Lanes(0, 1, 2, 3) .>= Float(row)
    for column in columns.indices { columns[column].replace(with: 0, where: isCleared) }
  }

  /// Copies a row, 0 to 2, to the one below it.
  mutating func repeatRow(_ row: Int) {
    for column in columns.indices { columns[column][row + 1] = columns[column][row] }
  }

  /// Copies the last of so many columns to all after it.
  mutating func repeatLastColumn(of count: Int) {
    for column in count..<columns.count { columns[column] = columns[count - 1] }
  }

  /// Assigns the products of the samples of two bands of the same width.
  mutating func assignProduct(_ one: Band, _ other: Band) {
    let (ones, others) = (one.columns.span, other.columns.span)
    var products = columns.mutableSpan
    precondition(ones.count == products.count && others.count == products.count)
    for column in products.indices { products[column] = ones[column] * others[column] }
  }
}

/// The four rows of a band one after the other, each in vectors of four neighbouring samples.
///
/// Along rows the blur works on a `Band`'s columns; along columns it works on rows, as do all later steps.
struct BandRows: Sendable {
  /// Vectors in a row.
  let count: Int
  /// The rows from top to bottom.
  var vectors: ContiguousArray<Lanes>

  /// Zeros.
  ///
  /// - Parameter width: columns of the plane.
  init(width: Int) {
    count = (width + 3) / 4
    vectors = ContiguousArray(repeating: .zero, count: Band.height * count)
  }

  /// The indices of a row's vectors, 0 to 3.
  func places(ofRow row: Int) -> Range<Int> { row * count..<(row + 1) * count }

  /// Assigns the rows of a band of the same width.
  mutating func assignRows(of band: Band) {
    let (columns, count) = (band.columns.span, count)
    var rows = vectors.mutableSpan
    precondition(columns.count == 4 * count && rows.count == 4 * count)
    for place in 0..<count {
      let tile = Tile(columns, at: 4 * place).transposed
      rows[place] = tile.first
      rows[count + place] = tile.second
      rows[2 * count + place] = tile.third
      rows[3 * count + place] = tile.fourth
    }
  }
}
