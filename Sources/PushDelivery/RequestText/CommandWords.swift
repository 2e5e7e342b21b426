/// The words of a shell command around a body, without their quotes. Variables stay as written; a dollar sign that the shell keeps is
/// `RequestCall.literalDollar`.
struct CommandWords {
  /// Marks the body.
  private static let mark: Unicode.Scalar = "\u{10FFFD}"
  private let text: [Unicode.Scalar]
  private var index = 0
  private var words: [String] = []
  /// The current word.
  private var word: String.UnicodeScalarView?
  /// How many commands around the body were entered.
  private var nesting = 0
  /// More than any script has.
  private static let deepestNesting = 20

  /// Returns nil if the body is not in a command with a known end. `before`: the text from the beginning of a command before it, or of one
  /// before that. `after`: the text after the body.
  static func around(_ before: String, _ after: String) -> [String]? {
    var command = Self(text: Array(before.unicodeScalars) + [mark] + Array(after.unicodeScalars))
    return command.read()
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  private var scalar: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func read() -> [String]? {
    while let scalar {
      switch scalar {
      case " ", "\t", "\r": endWord()
      case "\n", ";", "|", "&", "(", ")":
        endWord()
        if isFound { return words }
        words = []
      case "'": guard takeQuoted() else { return nil }
      case "\"": guard takeDoubleQuoted() else { return nil }
      case "\\": takeEscaped()
      default: takeVariable()
      }
      index += 1
    }
    endWord()
    return isFound ? words : nil
  }

  /// Whether the body is in the command.
  private var isFound: Bool { words.contains { $0.unicodeScalars.contains(Self.mark) } }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if word == nil { word = .init() }
    word?.append(scalar)
  }

  /// A scalar that means nothing to the shell.
  private mutating func append(literal scalar: Unicode.Scalar) {
    append(scalar == "$" ? RequestCall.literalDollar : scalar)
  }

  /// The text in single quotes, up to the closing one.
  private mutating func takeQuoted() -> Bool {
    // `$'…'` is a separate quote, and its first sign belongs to it.
    let isEscaped = word?.last == "$"
    if isEscaped { word?.removeLast() }
    if word == nil { word = .init() }
    index += 1
    while let scalar, scalar != "'" {
      if isEscaped, scalar == "\\" { index += 1 }
      if let scalar = self.scalar { append(literal: scalar) }
      index += 1
    }
    return scalar != nil
  }

  private mutating func takeDoubleQuoted() -> Bool {
    if word == nil { word = .init() }
    index += 1
    while let scalar, scalar != "\"" {
      if scalar == "\\" {
        index += 1
        if self.scalar == "$" {
          append(literal: "$")
          index += 1
          continue
        }
      }
      // A command that contains the body is read separately.
      if scalar == "$", beginsCommand() { return true }
      takeVariable()
      index += 1
    }
    return scalar != nil
  }

  private mutating func takeEscaped() {
    index += 1
    guard let scalar, scalar != "\n", scalar != "\r" else { return }
    append(literal: scalar)
  }

  /// A scalar, or `$(…)` as written.
  private mutating func takeVariable() {
    guard let scalar else { return }
    if scalar == "$", beginsCommand() { return }
    append(scalar)
    guard scalar == "$", index + 1 < text.count, text[index + 1] == "(" else { return }
    var open = 0
    repeat {
      index += 1
      guard let scalar = self.scalar else { return }
      if scalar == "(" { open += 1 }
      if scalar == ")" { open -= 1 }
      append(scalar)
    } while open > 0
  }

  /// Enters `$(…)` if the body is in it.
  private mutating func beginsCommand() -> Bool {
    guard index + 1 < text.count, text[index + 1] == "(", nesting < Self.deepestNesting else { return false }
    var (end, open) = (index + 1, 0)
    while end < text.count {
      if text[end] == "(" { open += 1 }
      if text[end] == ")" { open -= 1 }
      if text[end] == Self.mark { break }
      if open == 0 { return false }
      end += 1
    }
    guard end < text.count else { return false }
    (words, word) = ([], nil)
    nesting += 1
    index += 1
    return true
  }
}

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
