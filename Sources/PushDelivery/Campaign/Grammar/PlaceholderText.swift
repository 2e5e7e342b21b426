import Findings

/// A text with `{{name}}` in it, split into parts. `{{{{` means two braces.
package struct PlaceholderText: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case literal(String)
    case placeholder(String)
  }

  package let parts: [Part]

  /// Two braces that open nothing, and the text there.
  package struct SyntaxError: Error, Hashable, Sendable {
    package let excerpt: String
  }

  /// Whether a text may have placeholders at all.
  package static func isNeeded(for text: String) -> Bool { isNeeded(for: text.utf8) }

  static func isNeeded(for text: some Sequence<UInt8>) -> Bool {
    var wasBrace = false
    for byte in text {
      if byte == brace, wasBrace { return true }
      wasBrace = byte == brace
    }
    return false
  }

  /// Reads scalars, not characters, because a combining mark after a brace does not change the brace.
  package init(_ text: String) throws(SyntaxError) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if Self.hasBraces(2, at: index, of: bytes) {
        if Self.hasBraces(4, at: index, of: bytes) {
          literal += [Self.brace, Self.brace]
          index += 4
        } else {
          let (name, end) = try Self.name(at: index, of: bytes)
          if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
          literal = []
          parts.append(.placeholder(name))
          index = end
        }
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    self.parts = literal.isEmpty ? parts : parts + [.literal(String(decoding: literal, as: UTF8.self))]
  }

  private static func hasBraces(_ count: Int, at index: Int, of bytes: [UInt8]) -> Bool {
    index + count <= bytes.count && bytes[index..<index + count].allSatisfy { $0 == brace }
  }

  /// The name in `{{ name }}`, and the text after it.
  private static func name(at index: Int, of bytes: [UInt8]) throws(SyntaxError) -> (name: String, end: Int) {
    let rest = bytes[index...]
    let behind = rest.dropFirst(2).drop(while: isSpace)
    let name = behind.prefix { $0 != UInt8(ascii: "}") && !isSpace($0) }
    let closing = behind[name.endIndex...].drop(while: isSpace)
    let text = String(decoding: name, as: UTF8.self)
    guard isName(text), closing.starts(with: [UInt8(ascii: "}"), UInt8(ascii: "}")]) else {
      // Eighty bytes hold at least twenty whole characters.
      throw SyntaxError(excerpt: String(String(decoding: rest.prefix(80), as: UTF8.self).unicodeScalars.prefix(20)))
    }
    return (text, closing.startIndex + 2)
  }

  /// The names in the order of the text, some several times.
  package var names: [String] { parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } } }

  /// Whether a text can name a value: a letter, then letters, digits, `_` and `-`, all of ASCII.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy(isNameByte)
  }

  /// Whether a name may contain a byte after its first.
  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static let brace = UInt8(ascii: "{")
}

/// The names of placeholders, as `values` of a campaign or a message give them.
enum PlaceholderNames {
  /// The names that only richpush sets.
  static let builtIn = ["locale", "variant"]

  /// Reports impossible names, and values that are not texts.
  static func check(_ value: YAMLValue, _ reader: inout YAMLReader) {
    guard case .mapping(let members) = value.content else {
      if case .nothing = value.content { return }
      return reader.reportType(of: value, expected: "a mapping of names and texts")
    }
    for member in members {
      guard let name = reader.name(of: member) else { continue }
      check(name, member.place, &reader)
      let texts = member.value.translations?.map(\.value) ?? [member.value]
      for text in texts { _ = reader.string(text) }
    }
  }

  private static func check(_ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    if builtIn.contains(name) {
      reader.report(.campaign("ownName", name.quoted, name), subject)
    } else if !PlaceholderText.isName(name) {
      reader.report(.campaign("placeholderName", name.quoted), subject)
    }
  }
}
