import Findings

/// A text with `{{name}}` in it, taken apart. `{{{{` stands for two braces.
package struct PlaceholderText: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case literal(String)
    case placeholder(String)
  }

  package let parts: [Part]

  /// Two braces that open nothing, and what stands there.
  package struct SyntaxError: Error, Hashable, Sendable {
    package let excerpt: String
  }

  /// Whether a text may have placeholders at all.
  package static func isNeeded(for text: String) -> Bool {
    var wasBrace = false
    for byte in text.utf8 {
      if byte == brace, wasBrace { return true }
      wasBrace = byte == brace
    }
    return false
  }

  /// Goes by scalars and not by characters, since a mark that joins itself to a brace does not make it another sign.
  package init(_ text: String) throws(SyntaxError) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: Self.opening + Self.opening) {
        literal += Self.opening
        rest = rest.dropFirst(4)
      } else if rest.starts(with: Self.opening) {
        let name = try Self.takeName(from: &rest)
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        parts.append(.placeholder(name))
      } else {
        literal.append(first)
        rest = rest.dropFirst()
      }
    }
    self.parts = literal.isEmpty ? parts : parts + [.literal(String(decoding: literal, as: UTF8.self))]
  }

  /// Takes `{{ name }}`.
  private static func takeName(from rest: inout ArraySlice<UInt8>) throws(SyntaxError) -> String {
    let excerpt = String(decoding: rest.prefix(20), as: UTF8.self)
    let behind = rest.dropFirst(2).drop(while: isSpace)
    let name = behind.prefix { $0 != UInt8(ascii: "}") && !isSpace($0) }
    let closing = behind[name.endIndex...].drop(while: isSpace)
    let text = String(decoding: name, as: UTF8.self)
    guard isName(text), closing.starts(with: [UInt8(ascii: "}"), UInt8(ascii: "}")]) else {
      throw SyntaxError(excerpt: excerpt)
    }
    rest = closing.dropFirst(2)
    return text
  }

  /// The names in the order of the text, some several times.
  package var names: [String] {
    parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
  }

  /// Whether a text can name a value: a letter, then letters, digits, `_` and `-`, all of ASCII.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy(isNameByte)
  }

  /// Whether a byte may stand in a name behind its first.
  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static let brace = UInt8(ascii: "{")
  private static let opening = [brace, brace]
}

/// The names of placeholders, as `values` of a campaign or a message give them.
enum PlaceholderNames {
  /// The names that only richpush gives values.
  static let builtIn = ["locale", "variant"]

  /// Reports names that no placeholder can have, and values that are no text.
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
      reader.report(
        .campaignPlaceholder, subject, "\(name.quoted) is the message's own \(name) and cannot be given a value",
        remedy: "take another name")
    } else if !PlaceholderText.isName(name) {
      reader.report(
        .campaignPlaceholder, subject, "\(name.quoted) cannot be the name of a placeholder",
        remedy: "begin with a letter, and go on with letters, digits, `_` and `-`")
    }
  }
}

extension YAMLValue {
  /// The names of all placeholders in the texts of a value, some several times.
  var placeholderNames: [String] {
    switch content {
    case .text(let text, _):
      PlaceholderText.isNeeded(for: text) ? (try? PlaceholderText(text))?.names ?? [] : []
    case .list(let elements): elements.flatMap(\.placeholderNames)
    case .mapping(let members): members.flatMap(\.value.placeholderNames)
    case .nothing, .tagged, .unusable: []
    }
  }

  /// The value with each text in it replaced.
  func mapTexts(_ transform: (YAMLValue, String) -> YAMLValue) -> YAMLValue {
    switch content {
    case .text(let text, _): transform(self, text)
    case .list(let elements): YAMLValue(.list(elements.map { $0.mapTexts(transform) }), subject)
    case .mapping(let members):
      YAMLValue(.mapping(members.map { Member(key: $0.key, value: $0.value.mapTexts(transform)) }), subject)
    case .nothing, .tagged, .unusable: self
    }
  }
}
