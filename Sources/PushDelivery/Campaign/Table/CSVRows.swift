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

  package init(_ bytes: [UInt8]) { self.init(CSVRecords(bytes)) }

  package init(_ records: CSVRecords) { self.records = records.makeIterator() }

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
    if let rows = Self.fields(of: records) { return zip(rows, records).map { .fields($0, line: $1.line) } }
    return records.map(Self.row)
  }

  /// One record by itself.
  static func row(of record: CSVRecords.Record) -> Row {
    if let rows = fields(of: [record]) { return .fields(rows[0], line: record.line) }
    let isText = String(validating: record.bytes, as: UTF8.self) != nil
    return .error(record.isClosed ? isText ? .quotes : .encoding : .unclosedQuote, line: record.line)
  }

  /// The fields of each record; nil when they are not as many rows to the library.
  private static func fields(of records: [CSVRecords.Record]) -> [[String]]? {
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
