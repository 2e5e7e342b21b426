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
