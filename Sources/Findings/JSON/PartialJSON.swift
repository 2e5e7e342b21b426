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
    skip(while: isBlank)
    guard bytes.indices.contains(place), bytes[place] == UInt8(ascii: "{"), readMembers() else { return nil }
    skip(while: isBlank)
    guard place == bytes.count else { return nil }
  }

  /// Whether the member exists and is a number.
  package func hasNumber(_ name: String) -> Bool { beginnings[name].map(isDigit) ?? false }

  /// Whether the member exists and is an array.
  package func hasArray(_ name: String) -> Bool { beginnings[name] == UInt8(ascii: "[") }

  /// Whether the member exists.
  package func has(_ name: String) -> Bool { beginnings[name] != nil }

  private mutating func skip(while belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  /// Reads up to the closing bracket. At the top, a text before a colon is a name.
  private mutating func readMembers() -> Bool {
    var depth = 0
    var name: String?
    while place < bytes.count {
      let byte = bytes[place]
      if depth == 1, let member = name, byte != UInt8(ascii: ":"), !isBlank(byte) {
        beginnings[member] = byte
        name = nil
      }
      switch byte {
      case UInt8(ascii: "\""):
        let text = string()
        skip(while: isBlank)
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

/// JSON Lines whose end has not arrived yet.
extension JSONReader {
  /// The start of a text, up to where later bytes cannot change it.
  package struct Beginning: Sendable {
    package var values: [JSONNode] = []
    package var errors: [JSONError] = []
    /// The end of the part read, in bytes from the text's start. Read the rest again when more has arrived.
    package var end: Int
  }

  /// Reads the whole lines of a text as `values(isLines: true)` does, except a value or a comment that may continue.
  ///
  /// - Parameters:
  ///   - range: the part to read; it ends after a line break, unless it is the last.
  ///   - isStart: whether this is the start of the text.
  ///   - isLast: whether nothing more follows.
  package static func beginning(
    of bytes: [UInt8], in range: Range<Int>, isStart: Bool, isLast: Bool
  ) -> Beginning {
    var reader = JSONReader(bytes, in: range, mostValues: mostRequestValues)
    guard !isStart || reader.beginText() else { return Beginning(errors: reader.errors, end: range.upperBound) }
    // If the first byte begins a line, the line break before it was already read.
    var isParted = isStart || range.lowerBound == 0
    var beginning = Beginning(end: range.lowerBound)
    repeat {
      let errorCount = reader.errors.count
      do throws(JSONError) {
        guard let value = try reader.nextValue(isFirst: isParted) else { break }
        beginning.values.append(value)
      } catch {
        if reader.isAtEnd, !isLast {
          reader.forgetErrors(after: errorCount)
          beginning.errors = reader.errors
          return beginning
        }
        reader.report(error)
        reader.skipLine()
      }
      reader.beginLine()
      isParted = false
      beginning.end = reader.offset
    } while !reader.isAtEnd
    beginning.end = reader.offset
    beginning.errors = reader.errors
    return beginning
  }
}
