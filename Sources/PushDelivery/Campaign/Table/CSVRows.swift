/// The rows of a text of comma-separated values, in order, each with the line in which it begins.
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

  /// An error in one record costs only that.
  package enum RowError: Error, Hashable {
    case unclosedQuote, encoding, quotes
    /// A line ends with only a carriage return, as on old Macs, or a cell without quotes contains one.
    case carriageReturn
    /// A character of no text.
    case character(Unicode.Scalar)
  }

  private var records: CSVRecords.Iterator

  package init(_ bytes: [UInt8]) { self.init(CSVRecords(bytes)) }

  package init(_ records: CSVRecords) { self.records = records.makeIterator() }

  package mutating func next() -> Row? { records.next().map(Self.row) }

  /// One record by itself.
  static func row(of record: CSVRecords.Record) -> Row {
    do throws(RowError) { return .fields(try CSVCells(record).texts, line: record.line) } catch {
      return .error(error, line: record.line)
    }
  }
}
