import Essentials
import Findings

/// Reads XML texts. Only elements without nested ones are read, so a `<` divides tags from texts.
enum XMLText {
  /// The trimmed content of the first element of a name without nested ones; nil without one. Its tag may have a prefix and attributes.
  static func element(_ name: String, in text: String) -> String? {
    let content = #"(?:\s*<!\[CDATA\[([^<]*?)\]\]>\s*|([^<]*))"#
    guard let match = try? Regex(tag(name) + ">" + content + #"</(?:[^<>:\s]+:)?\#(name)\s*>"#).firstMatch(in: text)
    else { return nil }
    let (literal, plain) = (match.output[1].substring, match.output[2].substring)
    return (literal.map(String.init) ?? decoded(plain ?? "")).trimmed
  }

  /// Whether a document has an element of a name.
  static func hasElement(_ name: String, _ bytes: [UInt8]) -> Bool {
    (try? Regex(tag(name) + "/?>").firstMatch(in: String(decoding: bytes, as: UTF8.self))) != nil
  }

  /// A pattern of a tag without its end.
  private static func tag(_ name: String) -> String { #"<(?:[^<>:\s/]+:)?\#(name)(?:\s[^<>]*)?"# }

  /// The beginning of a document as text: UTF-8, unless its first bytes indicate UTF-16 (https://www.w3.org/TR/xml/#sec-guessing).
  static func document(_ bytes: [UInt8]) -> String {
    let bytes = bytes.prefix(65_536)
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0x3C, 0): return wide(bytes) { UInt16($1) << 8 | UInt16($0) }
    case (0xFE, 0xFF), (0, 0x3C): return wide(bytes) { UInt16($0) << 8 | UInt16($1) }
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func wide(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }

  /// Decodes XML's own entities; the ampersand's last, so that nothing is decoded twice.
  private static func decoded(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
