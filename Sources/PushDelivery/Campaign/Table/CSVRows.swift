import SwiftCSV

/// The rows of a text of comma-separated values, one after the other, each with the line in which it begins.
package struct CSVRows: Sequence, IteratorProtocol {
  package enum Row: Hashable {
    case fields([String], line: Int)
    case error(RowError, line: Int)

    /// The line in which it begins, from 1.
    var line: Int {
      switch self {
      case .fields(_, let line), .error(_, let line): line
      }
    }
  }

  package enum RowError: Hashable {
    case unclosedQuote, encoding, quotes
  }

  private var records: CSVRecords.Iterator
  private var waiting: [Row] = []

  package init(_ bytes: [UInt8]) { records = CSVRecords(bytes).makeIterator() }

  package mutating func next() -> Row? {
    if waiting.isEmpty { waiting = nextPiece().reversed() }
    return waiting.popLast()
  }

  /// The records that are read together: enough that starting the library does not count, few enough to be no burden.
  private static let pieceByteCount = 1 << 16

  private mutating func nextPiece() -> [Row] {
    var records: [CSVRecords.Record] = []
    var byteCount = 0
    while byteCount < Self.pieceByteCount, let record = self.records.next() {
      records.append(record)
      byteCount += record.bytes.count
    }
    return rows(of: records)
  }

  /// What is wrong in one record must not cost the others, so each is read alone when they cannot be read together.
  private func rows(of records: [CSVRecords.Record]) -> [Row] {
    if let rows = fields(of: records) { return zip(rows, records).map { .fields($0, line: $1.line) } }
    return records.map { record in
      if let rows = fields(of: [record]) { return .fields(rows[0], line: record.line) }
      let isText = String(validating: record.bytes, as: UTF8.self) != nil
      return .error(record.isClosed ? isText ? .quotes : .encoding : .unclosedQuote, line: record.line)
    }
  }

  /// The fields of each record; nil when they are not as many rows to the library.
  private func fields(of records: [CSVRecords.Record]) -> [[String]]? {
    guard records.allSatisfy(\.isClosed) else { return nil }
    let bytes = records.reduce(into: [UInt8]()) { $0 += $1.bytes + [UInt8(ascii: "\n")] }
    guard let text = String(validating: bytes, as: UTF8.self),
      let table = try? CSV<UnreadRows>(string: text, delimiter: .comma)
    else { return nil }
    var rows: [[String]] = []
    do {
      // The library lets texts grow, which leaves them up to twice as large in memory as they need to be.
      try table.enumerateAsArray(startAt: 0, rowLimit: nil) {
        rows.append($0.map { String(decoding: $0.utf8, as: UTF8.self) })
      }
    } catch {
      return nil
    }
    return rows.count == records.count ? rows : nil
  }
}

/// Keeps the library from reading all rows at once.
private struct UnreadRows: CSVView {
  var rows: [Never] { [] }
  var columns: Never? { nil }

  init(header: [String], text: String, delimiter: CSVDelimiter, loadColumns: Bool, rowLimit: Int?) {}

  func serialize(header: [String], delimiter: CSVDelimiter) -> String { "" }
}

/// A text of comma-separated values (RFC 4180), cut into its records: at line breaks that are not in quotes.
///
/// Reading the fields is left to a library. It knows no lines and ends at the first fault, so it is given a few records at a
/// time.
struct CSVRecords: Sequence {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  struct Record: Hashable {
    /// The bytes without the line break that ends it.
    var bytes: ArraySlice<UInt8>
    /// The line in which it begins, from 1.
    var line: Int
    /// Whether every quote in it has its partner.
    var isClosed: Bool
  }

  func makeIterator() -> Iterator { Iterator(bytes) }

  struct Iterator: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private var line = 1

    init(_ bytes: [UInt8]) {
      rest = bytes[...]
      // The byte order mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    mutating func next() -> Record? {
      guard !rest.isEmpty else { return nil }
      let (start, firstLine) = (rest.startIndex, line)
      var isQuoted = false
      var end = start
      scan: while end < rest.endIndex {
        switch rest[end] {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case UInt8(ascii: "\n"):
          line += 1
          if !isQuoted { break scan }
        default: break
        }
        end += 1
      }
      let hasReturn = end > start && end < rest.endIndex && rest[end - 1] == UInt8(ascii: "\r")
      let record = rest[start..<(hasReturn ? end - 1 : end)]
      rest = rest[Swift.min(end + 1, rest.endIndex)...]
      return Record(bytes: record, line: firstLine, isClosed: !isQuoted)
    }
  }
}

extension CSVRecords.Record {
  /// Where a cell begins, counted from 0: its line, and the column in Unicode scalars, both from 1.
  func place(ofCell cell: Int) -> (line: Int, column: Int) {
    var (line, column, rest, isQuoted) = (self.line, 1, cell, false)
    for byte in bytes {
      guard rest > 0 else { break }
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: rest -= 1
      default: break
      }
      // Every byte but those that go on with a scalar begins one (RFC 3629).
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
    }
    return (line, column)
  }
}
