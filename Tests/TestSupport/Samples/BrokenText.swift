/// Texts that are broken in the ways that people and programs break JSON: what property tests feed to readers.
public enum BrokenText {
  /// Bytes in places where they do not belong.
  private static let strangers: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", ",", ":", "\\", "/*", "*/", "//", "#", "'", "\n", "\r\n", "\t", " ", "\u{FEFF}",
      "\u{A0}", "\u{201C}", "\u{201D}", "🌷", "\u{0}", "\u{1}", "\\u00e9", "\\ud83c", "\\ud83c\\udf37", "\\x", "1e5",
      "01", "-", "+1", ".5", "NaN", "True", "null", "\"a\": 1,", "}\n{", "\\\n",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80]]

  /// The bytes with one to four changes: some are missing, others, doubled, or strangers stand among them.
  public static func mutating(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...4, using: &random)).reduce(bytes) { bytes, _ in changed(bytes, using: &random) }
  }

  private static func changed(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...5, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.replaceSubrange(place..<end, with: [.random(in: 0...255, using: &random)])
    default: bytes.insert(contentsOf: strangers.randomElement(using: &random) ?? [], at: place)
    }
    return bytes
  }

  /// JSON Lines of some of these texts: some broken, some empty, some going on over several lines.
  public static func lines(of texts: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...12, using: &random)
    let lines = (0..<count).map { _ -> [UInt8] in
      let text = texts.randomElement(using: &random) ?? []
      return switch Int.random(in: 0..<8, using: &random) {
      case 0: []
      case 1, 2: mutating(text, using: &random)
      default: text
      }
    }
    let ends = [Array("\n".utf8), Array("\r\n".utf8), Array("\n\n".utf8)]
    let end = ends.randomElement(using: &random) ?? []
    return Array(lines.joined(separator: end)) + (Bool.random(using: &random) ? end : [])
  }
}
