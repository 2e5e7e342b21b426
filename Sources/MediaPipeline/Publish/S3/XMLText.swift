import Essentials
import Findings

/// Reads XML texts. Only elements without nested ones are read, so a `<` divides tags from texts.
enum XMLText {
  /// The trimmed content of the first element of a name without nested ones; nil without one. Its tag may have a prefix and attributes.
  /// Takes linear time for any input.
  static func element(_ name: String, in text: String) -> String? {
    let all = elements(Array(text.utf8))
    return zip(all, all.dropFirst()).first { element, next in
      localName(element.tag) == name && !element.tag.hasSuffix("/") && next.tag.hasPrefix("/")
        && localName(next.tag.dropFirst()) == name
    }?.0.text.trimmed
  }

  /// All tags of a document, with the texts that follow them: up to the next tag, or in CDATA sections. A tag without an end is empty.
  private static func elements(_ bytes: [UInt8]) -> [(tag: String, text: String)] {
    var elements: [(tag: String, text: String)] = []
    for part in bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
      if part.starts(with: "![CDATA[".utf8), let last = elements.indices.last {
        let section = String(decoding: part.dropFirst(8), as: UTF8.self).trimmed
        if section.hasSuffix("]]>") { elements[last].text += section.dropLast(3) } else { elements.append(("", "")) }
      } else if let end = part.firstIndex(of: UInt8(ascii: ">")) {
        elements.append((String(decoding: part[..<end], as: UTF8.self), decoded(part[(end + 1)...])))
      } else {
        elements.append(("", ""))
      }
    }
    return elements
  }

  /// Whether a document has an element of a name.
  static func hasElement(_ name: String, _ bytes: [UInt8]) -> Bool {
    elements(bytes).contains { localName($0.tag) == name }
  }

  /// The name of a tag without the prefix of its namespace.
  private static func localName(_ tag: some StringProtocol) -> String {
    let name = String(tag.prefix { !$0.isWhitespace && $0 != "/" })
    return name.split(separator: ":").last.map(String.init) ?? ""
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
