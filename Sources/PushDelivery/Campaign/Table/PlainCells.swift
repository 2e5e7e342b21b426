import Findings

/// The cells of a record in which nothing is odd, found without the library.
///
/// What counts as odd is whatever the library reads in a way of its own: blanks beside quotes, quotes within a cell without any, other
/// line breaks, and signs that join themselves to a comma or to a quote, since the library goes by what people see as one character.
///
/// The bytes of the record must be UTF-8.
package struct PlainCells {
  /// Where a cell's text stands among the bytes, without the quotes around it.
  struct Cell {
    var bytes: Range<Int>
    /// Whether quotes in it are written twice.
    var hasQuotes: Bool
  }

  private let bytes: ArraySlice<UInt8>
  private let cells: [Cell]

  /// How many there are.
  package var count: Int { cells.count }

  /// - Returns: nil for a record that the library has to read.
  package init?(_ record: CSVRecords.Record) {
    guard record.isClosed, !record.bytes.isEmpty else { return nil }
    var scan = PlainScan(end: record.bytes.count)
    guard scan.isPlain(record.bytes) else { return nil }
    (bytes, cells) = (record.bytes, scan.cells)
  }

  /// The text of each.
  package var texts: [String] { cells.indices.map { self[$0] } }

  package func isEmpty(_ cell: Int) -> Bool { cells[cell].bytes.isEmpty }

  /// The bytes of a cell as they stand there: two cells with the same have the same text.
  package func written(_ cell: Int) -> ArraySlice<UInt8> {
    let place = cells[cell].bytes
    return bytes[bytes.startIndex + place.lowerBound..<bytes.startIndex + place.upperBound]
  }

  /// The text of a cell.
  package subscript(cell: Int) -> String {
    guard cells[cell].hasQuotes else { return String(decoding: written(cell), as: UTF8.self) }
    // Of two quotes behind each other one is meant.
    var isFirst = false
    let text = written(cell).filter { byte in
      guard byte == UInt8(ascii: "\"") else { return true }
      isFirst.toggle()
      return isFirst
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Goes through a record cell by cell.
private struct PlainScan {
  private(set) var cells: [PlainCells.Cell] = []
  private var index = 0
  private let end: Int

  init(end: Int) {
    self.end = end
    cells.reserveCapacity(16)
  }

  private static let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))

  mutating func isPlain(_ record: ArraySlice<UInt8>) -> Bool {
    let bytes = record.span
    while true {
      // The library leaves blanks before a cell out.
      while index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
      let isWhole = index < end && bytes[index] == Self.quote ? quotedCell(bytes) : bareCell(bytes)
      guard isWhole else { return false }
      guard index < end else { return true }
      guard bytes[index] == Self.comma else { return false }
      index += 1
    }
  }

  private mutating func bareCell(_ bytes: borrowing Span<UInt8>) -> Bool {
    let start = index
    while index < end {
      let byte = bytes[index]
      if byte == Self.comma { break }
      if byte < 0x20 && (byte != UInt8(ascii: "\t") || index == start) || byte == Self.quote { return false }
      if byte >= 0xC0, !PlainScalar.begins(at: index, of: bytes) { return false }
      index += 1
    }
    cells.append(.init(bytes: start..<index, hasQuotes: false))
    return true
  }

  private mutating func quotedCell(_ bytes: borrowing Span<UInt8>) -> Bool {
    index += 1
    let start = index
    var hasQuotes = false
    while index < end {
      let byte = bytes[index]
      if byte >= 0xC0, !PlainScalar.begins(at: index, of: bytes) { return false }
      guard byte == Self.quote else {
        index += 1
        continue
      }
      guard index + 1 < end, bytes[index + 1] == Self.quote else { break }
      hasQuotes = true
      index += 2
    }
    guard index < end else { return false }
    cells.append(.init(bytes: start..<index, hasQuotes: hasQuotes))
    index += 1
    return true
  }
}

/// Scalars beyond ASCII that are neither blanks nor line breaks, and that do not join themselves to a comma or a quote beside them.
///
/// These are letters of Latin, Greek, Cyrillic, Chinese, Japanese and Korean, common punctuation, emoji, and marks behind a letter. For
/// all others there are Unicode's tables, and so the library.
private enum PlainScalar {
  /// - Parameter index: of the first byte of a scalar of well-formed UTF-8.
  static func begins(at index: Int, of bytes: borrowing Span<UInt8>) -> Bool {
    guard index + 1 < bytes.count else { return false }
    let second = bytes[index + 1]
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch bytes[index] {
    // U+00A1 to U+00BF but for the soft hyphen.
    case 0xC2: return second > 0xA0 && second != 0xAD
    // U+00C0 to U+02BF, U+0380 to U+047F.
    case 0xC3...0xCA, 0xCE...0xD1: return true
    // U+0300 to U+036F: accents.
    case 0xCC: return isBehindLetter(index, bytes)
    case 0xCD: return second < 0xB0 && isBehindLetter(index, bytes)
    case 0xE2: return isPunctuation(second, third) || (second, third) == joiner && isBehindLetter(index, bytes)
    case 0xE3: return isJapanese(second, third)
    // U+4000 to U+9FFF.
    case 0xE4...0xE9: return true
    // U+AC00 to U+D77F: Hangul.
    case 0xEA: return second >= 0xB0
    case 0xEB, 0xEC: return true
    case 0xED: return second < 0x9E
    // U+FF01 to U+FF3F, and the selector of emoji.
    case 0xEF: return second == 0xBC || (second, third) == selector && isBehindLetter(index, bytes)
    case 0xF0: return second == 0x9F && (!isTone(index, bytes) || isBehindLetter(index, bytes))
    default: return false
    }
  }

  private static let joiner: (UInt8, UInt8) = (0x80, 0x8D)
  private static let selector: (UInt8, UInt8) = (0xB8, 0x8F)

  /// Dashes, quotes and the ellipsis (U+2010 to U+2027), signs of currencies (U+20A0 to U+20BF), symbols (U+2600 to U+27BF).
  private static func isPunctuation(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: (0x90...0xA7).contains(third)
    case 0x82: third >= 0xA0
    default: (0x98...0x9E).contains(second)
    }
  }

  /// U+3001 to U+3029 and U+3040 to U+30FF, but for the marks of kana.
  private static func isJapanese(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: (0x81...0xA9).contains(third)
    case 0x82: third != 0x99 && third != 0x9A
    default: second == 0x81 || second == 0x83
    }
  }

  /// U+1F3FB to U+1F3FF, which colour the emoji before them.
  private static func isTone(_ index: Int, _ bytes: borrowing Span<UInt8>) -> Bool {
    index + 3 < bytes.count && bytes[index + 2] == 0x8F && bytes[index + 3] >= 0xBB
  }

  /// Whether what stands before an index is no comma, quote or blank, so that what joins itself to it parts nothing.
  private static func isBehindLetter(_ index: Int, _ bytes: borrowing Span<UInt8>) -> Bool {
    guard index > 0 else { return false }
    let byte = bytes[index - 1]
    return byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || isDigit(byte)
  }
}
