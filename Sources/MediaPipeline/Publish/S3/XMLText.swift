import Essentials

/// Reads XML texts. Only elements without nested ones are read, so a `<` divides tags from texts.
enum XMLText {
  /// The trimmed content of the first element of a name without nested ones; nil without one. Its tag may have a prefix and attributes.
  /// Takes linear time for any input.
  static func element(_ name: String, in text: String) -> String? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated().dropFirst() {
      guard let (tag, text) = taken(part), localName(tag) == name, tag.last != UInt8(ascii: "/"),
        index + 1 < parts.count
      else { continue }
      if let words = content(of: name, text, before: parts[(index + 1)...].prefix(2)) { return words }
    }
    return nil
  }

  /// All tags of a document, with the texts that follow them.
  static func elements(_ bytes: [UInt8]) -> [(tag: String, text: String)] {
    bytes.split(separator: UInt8(ascii: "<")).compactMap { part in
      taken(part).map { (String(decoding: $0.tag, as: UTF8.self), decoded($0.text)) }
    }
  }

  /// The text after a tag, up to its end tag or in a CDATA section.
  private static func content(
    of name: String, _ text: ArraySlice<UInt8>, before next: ArraySlice<ArraySlice<UInt8>>
  ) -> String? {
    guard let first = next.first else { return nil }
    if ends(first, name) { return trimmed(decoded(text)) }
    let (start, end) = (Array("![CDATA[".utf8), Array("]]>".utf8))
    guard first.starts(with: start), next.count == 2, ends(next[next.startIndex + 1], name) else { return nil }
    let words = trimmed(String(decoding: first.dropFirst(start.count), as: UTF8.self))
    return words.hasSuffix("]]>") ? String(words.dropLast(end.count)) : nil
  }

  private static func ends(_ part: ArraySlice<UInt8>, _ name: String) -> Bool {
    guard part.first == UInt8(ascii: "/"), let (tag, _) = taken(part.dropFirst()) else { return false }
    return localName(tag) == name
  }

  /// A tag, and text after it.
  private static func taken(_ part: ArraySlice<UInt8>) -> (tag: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
    part.firstIndex(of: UInt8(ascii: ">")).map { (part[..<$0], part[($0 + 1)...]) }
  }

  /// The name of a tag without the prefix of its namespace.
  private static func localName(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.prefix { !blanks.contains($0) && $0 != UInt8(ascii: "/") }
    return String(decoding: name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name, as: UTF8.self)
  }

  private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

  private static func trimmed(_ text: String) -> String {
    let start = text.utf8.drop { blanks.contains($0) }
    let blank = start.reversed().prefix { blanks.contains($0) }
    return String(decoding: start.dropLast(blank.count), as: UTF8.self)
  }

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
  static func decoded(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    return [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&"),
    ]
    .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
