/// What stands between the cells of a table. Spreadsheets write semicolons where a comma divides numbers, as in most of Europe.
package enum CellSeparator: UInt8, Sendable, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09

  /// That of a table. `firstRow`: the names of its columns, which have none of these characters.
  init(firstRow: some Sequence<UInt8>) {
    var isQuoted = false
    let found = firstRow.compactMap { byte -> CellSeparator? in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return isQuoted ? nil : CellSeparator(rawValue: byte)
    }
    self = found.contains(.comma) ? .comma : found.first ?? .comma
  }

  /// `comma`.
  var name: String { "\(self)" }
}

/// A text of comma-separated values (RFC 4180), cut into its records: at line breaks that are not in quotes.
package struct CSVRecords: Sequence {
  private let bytes: [UInt8]
  /// The range of the records, after any byte order mark.
  package let range: TableRange
  package let separator: CellSeparator

  /// All records of a text.
  package init(_ bytes: [UInt8]) {
    // The byte order mark.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let range = TableRange(bytes: start..<bytes.count, firstLine: 1)
    var records = CSVRecords(bytes, in: range, separator: .comma).makeIterator()
    self.init(bytes, in: range, separator: CellSeparator(firstRow: records.next()?.bytes ?? []))
  }

  /// The records of a part. `range`: begins at a record and ends after one. `separator`: that of the whole table.
  package init(_ bytes: [UInt8], in range: TableRange, separator: CellSeparator) {
    (self.bytes, self.range, self.separator) = (bytes, range, separator)
  }

  package struct Record: Hashable, Sendable {
    /// The bytes without the line break that ends it.
    package var bytes: ArraySlice<UInt8>
    /// The line in which it begins, from 1.
    package var line: Int
    /// Whether every quote in it has its partner.
    package var isClosed: Bool
    /// Whether it has more than `longest` bytes; then it has no bytes here.
    package var isTooLong = false
    /// What stands between its cells.
    var separator = CellSeparator.comma

    /// In bytes. A message has room for 4,096, and a row also has other languages.
    package static let longest = 1_000_000
  }

  package func makeIterator() -> Iterator { Iterator(bytes, range, separator) }

  package struct Iterator: IteratorProtocol {
    private let bytes: [UInt8]
    private let separator: CellSeparator
    /// What remains.
    package private(set) var rest: TableRange

    init(_ bytes: [UInt8], _ range: TableRange, _ separator: CellSeparator) {
      (self.bytes, rest, self.separator) = (bytes, range, separator)
    }

    /// Empty lines are not records: spreadsheets leave thousands of them, and an attacker writes millions.
    private mutating func skipEmptyLines() {
      var (index, line) = (rest.bytes.lowerBound, rest.firstLine)
      while index < rest.bytes.upperBound {
        let next = bytes[index] == UInt8(ascii: "\r") ? index + 1 : index
        guard next < rest.bytes.upperBound, bytes[next] == UInt8(ascii: "\n") else { break }
        (index, line) = (next + 1, line + 1)
      }
      rest = TableRange(bytes: index..<rest.bytes.upperBound, firstLine: line)
    }

    package mutating func next() -> Record? {
      skipEmptyLines()
      guard !rest.bytes.isEmpty else { return nil }
      let (start, line) = (rest.bytes.lowerBound, rest.firstLine)
      var scan = RecordScan()
      let newline = scan.nextEnd(in: bytes.span, rest.bytes)
      let end = newline ?? rest.bytes.upperBound
      let hasReturn = newline != nil && end > start && bytes[end - 1] == UInt8(ascii: "\r")
      rest = TableRange(
        bytes: Swift.min(end + 1, rest.bytes.upperBound)..<rest.bytes.upperBound, firstLine: line + scan.lineBreaks)
      let isTooLong = end - start > Record.longest
      return Record(
        bytes: bytes[start..<(isTooLong ? start : hasReturn ? end - 1 : end)], line: line, isClosed: !scan.isQuoted,
        isTooLong: isTooLong, separator: separator)
    }
  }
}

/// Consecutive whole records of a table: you can read them without the text before and after.
package struct TableRange: Hashable, Sendable {
  /// Counted from the start of the table, from the first byte of the first record to the last byte of the last.
  package var bytes: Range<Int>
  /// The line in which the first record begins, from 1.
  package var firstLine: Int

  package init(bytes: Range<Int>, firstLine: Int) { (self.bytes, self.firstLine) = (bytes, firstLine) }
}

extension TableRange {
  /// The whole records in a piece of a table, which begins with a record.
  ///
  /// - Parameters:
  ///   - isEnd: whether nothing follows, so that the last record ends with the piece.
  ///   - firstLine: the line in which the piece begins.
  /// - Returns: their range in the piece, and the line after them; nil if the first record continues after it.
  package static func wholeRecords(
    of bytes: [UInt8], isEnd: Bool, firstLine: Int
  ) -> (records: TableRange, nextLine: Int)? {
    var scan = RecordScan()
    var (end, lines) = (0, 0)
    while let newline = scan.nextEnd(in: bytes.span, end..<bytes.count) {
      (end, lines) = (newline + 1, scan.lineBreaks)
    }
    if isEnd { (end, lines) = (bytes.count, scan.lineBreaks) }
    return end == 0 ? nil : (TableRange(bytes: 0..<end, firstLine: firstLine), firstLine + lines)
  }
}

/// Finds the ends of records. Pass the text in pieces, so that a table of any length is divided without being read into memory.
package struct RecordScan: Sendable {
  /// Whether the text ends within quotes so far.
  package private(set) var isQuoted = false
  /// The number of ended lines, including those in quotes.
  package private(set) var lineBreaks = 0

  package init() {}

  /// Goes on to the end of the next record. Returns the place of its line break; nil: the record continues after the part. `range`: a part
  /// of `bytes` that continues after the last part, or after the last result.
  package mutating func nextEnd(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n"):
        lineBreaks += 1
        if !isQuoted { return index }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension CSVRecords.Record {
  /// The start of a cell, counted from 0: its line, and the column in Unicode scalars, both from 1.
  func place(ofCell cell: Int) -> (line: Int, column: Int) {
    var (line, column, rest, isQuoted) = (self.line, 1, cell, false)
    for byte in bytes {
      guard rest > 0 else { break }
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator.rawValue where !isQuoted: rest -= 1
      default: break
      }
      // Every byte begins a scalar, except continuation bytes (RFC 3629).
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
    }
    return (line, column)
  }
}
