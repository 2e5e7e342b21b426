// Helpers for brackets, quotes and words.
extension JSONReader {
  var byte: UInt8? { offset < limit ? bytes[offset] : nil }

  /// The byte after this one.
  var nextByte: UInt8? { offset + 1 < limit ? bytes[offset + 1] : nil }

  var isAtEnd: Bool { offset >= limit }

  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  /// Takes bytes while they are wanted.
  mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[offset..<limit].prefix(while: isWanted)
    offset = taken.endIndex
    return taken
  }

  /// Reports a JSON error.
  mutating func report(_ kind: JSONError.Kind, at offset: Int) { report(JSONError(kind, at: offset)) }

  /// Reports a fatal error.
  mutating func report(_ error: JSONError) {
    if errors.count < Self.mostErrors { errors.append(error) }
  }

  /// Whether the text is in UTF-16 or UTF-32: its first character is ASCII or a byte order mark.
  var isWide: Bool {
    let start = bytes[offset..<limit].prefix(2)
    return start.count == 2 && (start.contains(0) || [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(start)))
  }

  mutating func skipByteOrderMark() {
    guard bytes[offset..<limit].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    report(.byteOrderMark, at: offset)
    offset += 3
  }

  mutating func skipLine() {
    _ = take { $0 != UInt8(ascii: "\n") }
    _ = take(UInt8(ascii: "\n"))
  }

  /// Forgets the errors of a text that is read again in another way.
  mutating func forgetErrors(after count: Int) { errors.removeSubrange(count...) }

  /// Skips white space, and comments after reporting them.
  mutating func skipSpace() throws(JSONError) {
    while let byte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case 0xC2 where nextByte == 0xA0:
        report(.noBreakSpace, at: offset)
        offset += 2
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }
}

/// Letters, digits, `_`, `$`, and all that is not ASCII.
package func isIdentifier(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    || isUnreserved(byte) && !"-._~".utf8.contains(byte)
}
