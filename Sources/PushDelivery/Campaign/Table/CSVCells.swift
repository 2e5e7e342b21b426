import Findings

/// The cells of a record, as RFC 4180 has them: between commas, or what the table has in their place. Cells with commas, quotes or line
/// breaks are in quotes, and their quotes are doubled.
///
/// Spaces before a cell, and around the quotes of one, are left out, because people write them after commas. Everything else is text: a
/// mark that combines with a comma belongs to the cell after it. Quotes in a cell that does not begin with one are refused: programs
/// disagree on what they mean.
package struct CSVCells {
  /// The range of a cell's text in the bytes, without the quotes around it.
  fileprivate struct Cell {
    var bytes: Range<Int>
    /// Whether it has doubled quotes.
    var hasQuotes: Bool
  }

  /// An error in one record costs only that.
  package struct RowError: Error, Hashable {
    let message: String
    let remedy: String
  }

  private let bytes: ArraySlice<UInt8>
  private let cells: [Cell]

  /// The cell count, at least one.
  package var count: Int { cells.count }

  /// - Parameter isText: whether its bytes are known to be text; otherwise they are checked.
  /// - Throws: `RowError`.
  package init(_ record: CSVRecords.Record, isText: Bool = false) throws(RowError) {
    guard record.isClosed else { throw .unclosedQuote }
    if !isText {
      guard let text = String(validating: record.bytes, as: UTF8.self) else { throw .encoding }
      if let scalar = text.unusableScalar { throw .character(scalar) }
    }
    // The last line of a file may lack the line feed of its break.
    let bytes = record.bytes.last == UInt8(ascii: "\r") ? record.bytes.dropLast() : record.bytes
    var scan = CellScan(end: bytes.count, separator: record.separator.rawValue)
    (self.bytes, cells) = (bytes, try scan.cells(of: bytes.span))
  }

  /// The text of each.
  package var texts: [String] { cells.indices.map { self[$0] } }

  /// Whether a cell is empty. Cells after the last are empty: spreadsheets leave out the commas before them.
  package func isEmpty(_ cell: Int) -> Bool { !cells.indices.contains(cell) || cells[cell].bytes.isEmpty }

  /// Whether you can see anything in a cell.
  package func isVisible(_ cell: Int) -> Bool {
    // Visible ASCII needs no text.
    written(cell).contains { (0x21...0x7E).contains($0) } || !isEmpty(cell) && self[cell].isVisible
  }

  /// Whether placeholders may stand in a cell.
  package func hasBraces(_ cell: Int) -> Bool {
    PlaceholderText.isNeeded(for: written(cell))
  }

  /// The bytes of a cell as written: cells with equal bytes have equal texts.
  package func written(_ cell: Int) -> ArraySlice<UInt8> {
    guard !isEmpty(cell) else { return [] }
    let place = cells[cell].bytes
    return bytes[bytes.startIndex + place.lowerBound..<bytes.startIndex + place.upperBound]
  }

  /// The text of a cell.
  package subscript(cell: Int) -> String {
    guard cells.indices.contains(cell), cells[cell].hasQuotes else {
      return String(decoding: written(cell), as: UTF8.self)
    }
    // Two quotes in a row mean one.
    var isFirst = false
    let text = written(cell).filter { byte in
      guard byte == UInt8(ascii: "\"") else { return true }
      isFirst.toggle()
      return isFirst
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension CSVCells.RowError {
  package static let unclosedQuote = Self(
    message: "a quote of this row is not closed, so all that follows would belong to its cell",
    remedy: "close it; a quote inside a cell is written twice, as in \"5\"\" nails\"")
  package static let quotes = Self(
    message: "the quotes in this row cannot be read",
    remedy: "put the whole cell in quotes, and write those inside it twice, as in \"5\"\" nails\"")
  /// A line ends with only a carriage return, as on old Macs, or a cell without quotes contains one.
  package static let carriageReturn = Self(
    message: "a carriage return stands in this row without a line feed, where a line may be meant to end",
    remedy: "save the file with line feeds (LF or CRLF), or put the cell in quotes")
  package static let encoding = Self(
    message: "the row is not UTF-8, so its letters are not known",
    remedy: "save the file as UTF-8: \"CSV UTF-8\" in spreadsheets")

  /// A character of no text.
  package static func character(_ scalar: Unicode.Scalar) -> Self {
    Self(
      message: "a cell of this row has \(scalar.codePoint), \(String.unusableReason)",
      remedy: "delete the character; programs that export tables leave it where a value was binary")
  }
}

/// Goes through a record cell by cell.
private struct CellScan {
  private var index = 0
  private let end: Int
  private let separator: UInt8

  init(end: Int, separator: UInt8) { (self.end, self.separator) = (end, separator) }

  private static let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))

  mutating func cells(of bytes: borrowing Span<UInt8>) throws(CSVCells.RowError) -> [CSVCells.Cell] {
    var cells: [CSVCells.Cell] = []
    cells.reserveCapacity(16)
    while true {
      skipSpaces(bytes)
      let isQuoted = index < end && bytes[index] == Self.quote
      cells.append(isQuoted ? try quotedCell(bytes) : try bareCell(bytes))
      guard index < end else { return cells }
      // The separator.
      index += 1
    }
  }

  private mutating func skipSpaces(_ bytes: borrowing Span<UInt8>) {
    while index < end, bytes[index] == Self.space { index += 1 }
  }

  /// Up to the separator or the end.
  private mutating func bareCell(_ bytes: borrowing Span<UInt8>) throws(CSVCells.RowError) -> CSVCells.Cell {
    let start = index
    while index < end, bytes[index] != separator {
      if bytes[index] == Self.quote { throw .quotes }
      if bytes[index] == UInt8(ascii: "\r") { throw .carriageReturn }
      index += 1
    }
    return .init(bytes: start..<index, hasQuotes: false)
  }

  /// From its first quote up to the separator or the end.
  private mutating func quotedCell(_ bytes: borrowing Span<UInt8>) throws(CSVCells.RowError) -> CSVCells.Cell {
    index += 1
    let start = index
    var hasQuotes = false
    while true {
      while index < end, bytes[index] != Self.quote { index += 1 }
      guard index + 1 < end, bytes[index + 1] == Self.quote else { break }
      hasQuotes = true
      index += 2
    }
    guard index < end else { throw .unclosedQuote }
    let cell = CSVCells.Cell(bytes: start..<index, hasQuotes: hasQuotes)
    index += 1
    skipSpaces(bytes)
    guard index == end || bytes[index] == separator else {
      throw bytes[index] == UInt8(ascii: "\r") ? .carriageReturn : .quotes
    }
    return cell
  }
}
