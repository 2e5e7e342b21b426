/// The names at the top of a JSON object, and the first bytes of their values. It identifies a file without decoding its values, which
/// would take a hundred times its size. The decoder finds faults further inside.
package struct JSONOutline {
  /// The first byte of the value of each member; if a name repeats, of its last member.
  private var beginnings: [String: UInt8] = [:]
  private let bytes: [UInt8]
  private var place = 0

  /// - Returns: nil if the bytes are not an object, or it does not end, or something follows it.
  package init?(of bytes: [UInt8]) {
    self.bytes = bytes
    skip { Self.isSpace($0) }
    guard bytes.indices.contains(place), bytes[place] == UInt8(ascii: "{"), readMembers() else { return nil }
    skip { Self.isSpace($0) }
    guard place == bytes.count else { return nil }
  }

  /// Whether the member exists and is a number.
  package func hasNumber(_ name: String) -> Bool { beginnings[name].map { (0x30...0x39).contains($0) } ?? false }

  /// Whether the member exists and is an array.
  package func hasArray(_ name: String) -> Bool { beginnings[name] == UInt8(ascii: "[") }

  /// Whether the member exists.
  package func has(_ name: String) -> Bool { beginnings[name] != nil }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skip(while belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  /// Reads up to the closing bracket. At the top, a text before a colon is a name.
  private mutating func readMembers() -> Bool {
    var depth = 0
    var name: String?
    while place < bytes.count {
      let byte = bytes[place]
      if depth == 1, let member = name, byte != UInt8(ascii: ":"), !Self.isSpace(byte) {
        beginnings[member] = byte
        name = nil
      }
      switch byte {
      case UInt8(ascii: "\""):
        let text = string()
        skip { Self.isSpace($0) }
        if depth == 1, place < bytes.count, bytes[place] == UInt8(ascii: ":") {
          name = String(decoding: bytes[text], as: UTF8.self)
        }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return true }
    }
    return false
  }

  /// Skips a text, and returns its range.
  private mutating func string() -> Range<Int> {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(place, bytes.count)
    place = min(place + 1, bytes.count)
    return min(start, end)..<end
  }
}
