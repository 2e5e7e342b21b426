/// A command for Windows' command prompt, without its escaping carets: browser tools copy requests in this form.
struct CommandPromptText {
  private(set) var bytes: [UInt8] = []
  /// The place of each byte.
  private var places: [Int] = []

  /// - Returns: nil for a text of any other shell.
  init?(_ text: [UInt8]) {
    guard text.starts(with: "curl".utf8), Self.isOne(text) else { return nil }
    var offset = 0
    while offset < text.count {
      if text[offset] == Self.caret {
        offset += 1
        // An escaped line end is ignored.
        let lineEnd = text[offset...].prefix { $0 == 0x0D || $0 == 0x0A }.prefix(2).count
        offset += lineEnd
        guard lineEnd == 0, offset < text.count else { continue }
      }
      bytes.append(text[offset])
      places.append(offset)
      offset += 1
    }
  }

  /// The place of a byte in the text, by its place without the carets.
  func place(_ offset: Int) -> Int { offset < places.count ? places[offset] : (places.last ?? 0) + 1 }

  private static let caret = UInt8(ascii: "^")

  /// Whether a caret is before a quote that begins a word, or at the end of a line.
  private static func isOne(_ text: [UInt8]) -> Bool {
    text.indices.contains { offset in
      guard text[offset] == caret, offset > 0, text[offset - 1] == 0x20 else { return false }
      return offset + 1 < text.count && [0x0A, 0x0D, UInt8(ascii: "\"")].contains(text[offset + 1])
    }
  }
}
