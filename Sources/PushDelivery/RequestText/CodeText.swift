import Findings

/// A program's text, divided into comments, quotes and code.
struct CodeText {
  let bytes: [UInt8]
  private var kinds: [Kind]

  private enum Kind: UInt8 {
    case code
    case quoted
    case comment
  }

  /// - Parameter comments: the beginnings of comments that end with their line.
  init(_ bytes: [UInt8], comments: [String]) {
    self.bytes = bytes
    kinds = Array(repeating: .code, count: bytes.count)
    let starts = comments.map { Array($0.utf8) }
    var offset = 0
    // To where a kind of quote was read and not closed: its others before that would each be read to there.
    var open: [UInt8: Int] = [:]
    while offset < bytes.count {
      let byte = bytes[offset]
      if "\"'`".utf8.contains(byte), offset >= open[byte, default: 0] {
        let (end, isClosed) = quote(offset)
        if !isClosed { open[byte] = end }
        offset = mark(.quoted, offset..<(isClosed ? end : offset + 1))
      } else if starts.contains(where: { begins($0, at: offset) }) {
        offset = mark(.comment, offset..<lineEnd(offset))
      } else if bytes[offset...].starts(with: "/*".utf8), comments.contains("//") {
        let end = bytes[offset...].firstRange(of: Array("*/".utf8))?.upperBound
        offset = mark(.comment, offset..<(end ?? bytes.count))
      } else {
        offset += 1
      }
    }
  }

  private mutating func mark(_ kind: Kind, _ range: Range<Int>) -> Int {
    for index in range { kinds[index] = kind }
    return range.upperBound
  }

  /// Whether a comment begins here. Slashes after a colon belong to a URL; a number sign within a word begins none.
  private func begins(_ comment: [UInt8], at offset: Int) -> Bool {
    guard bytes[offset...].starts(with: comment) else { return false }
    guard offset > 0 else { return true }
    let before = bytes[offset - 1]
    return comment == Array("#".utf8) ? isBlank(before) : before != UInt8(ascii: ":")
  }

  /// The end of a text in quotes. It must be closed on its line, unless its kind allows several lines; otherwise the end of that line.
  private func quote(_ start: Int) -> (end: Int, isClosed: Bool) {
    let quote = bytes[start]
    let three = [quote, quote, quote]
    if bytes[start...].starts(with: three) {
      return (bytes[(start + 3)...].firstRange(of: three)?.upperBound ?? bytes.count, true)
    }
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != quote {
      // A backslash continues the line.
      if bytes[offset] == UInt8(ascii: "\n"), quote != UInt8(ascii: "`") { return (offset, false) }
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return (min(offset + 1, bytes.count), true)
  }

  private func lineEnd(_ offset: Int) -> Int { bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }

  func isComment(_ offset: Int) -> Bool { kinds[offset] == .comment }

  /// The calls of a function: the places of its name.
  func calls(of name: ASCIIWord) -> [Int] {
    name.places(in: bytes).filter { offset in
      guard kinds[offset] == .code, offset == 0 || !isIdentifier(bytes[offset - 1]) else { return false }
      return bytes[(offset + name.count)...].first { !isBlank($0) } == UInt8(ascii: "(")
    }
  }

  /// The text before the point before a name, from the beginning of its line; nil without a point.
  func receiver(before offset: Int) -> String? {
    guard let point = bytes[..<offset].lastIndex(where: { !isBlank($0) }), bytes[point] == UInt8(ascii: ".") else {
      return nil
    }
    var start = point
    while start > 0, point - start < 400, !ends(at: start - 1) { start -= 1 }
    return String(decoding: bytes[start..<point], as: UTF8.self).trimmed
  }

  /// Whether an object's expression ends there. A line continues if the next begins with a point: a chain of calls.
  private func ends(at offset: Int) -> Bool {
    if bytes[offset] == UInt8(ascii: "\n") { return bytes[offset...].first { !isBlank($0) } != UInt8(ascii: ".") }
    return ";={,".utf8.contains(bytes[offset])
  }

  /// The names on all lines that have one of some words, in any case; comments do not count.
  func names(onLinesWith words: [String], where isMeant: (String) -> Bool = { _ in true }) -> Set<String> {
    var names: Set<String> = []
    for line in code.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let lowercased = text.lowercased()
      guard words.contains(where: lowercased.contains), isMeant(text) else { continue }
      names.formUnion(text.split { !($0.isLetter || $0.isNumber || "_$".contains($0)) }.map(String.init))
    }
    return names
  }

  private var code: [UInt8] { zip(bytes, kinds).compactMap { $1 == .comment ? nil : $0 } }
}

extension ASCIIWord {
  /// All its places, which do not overlap.
  func places(in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    while let place = place(in: bytes, from: places.last.map { $0 + count } ?? 0) { places.append(place) }
    return places
  }
}
