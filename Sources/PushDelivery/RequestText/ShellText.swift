import Findings

/// The requests that shell commands send with curl and wget: the values of `--data` and similar flags, here-documents, and messages in other
/// words, such as the value of a variable. The values of variables are unknown.
struct ShellText {
  private(set) var requests: [EmbeddedRequest] = []
  /// Amounts such as `$5`, which the shell takes for its fifth parameter.
  private(set) var misreadings: [Misreading] = []
  /// Up to the end of what is read now: the text's, or a here-document's.
  private var bytes: ArraySlice<UInt8>
  private var offset = 0
  /// Of the here-documents that begin on the next line.
  private var delimiters: [(text: String, isQuoted: Bool)] = []
  private var command = Command()
  /// How many command substitutions enclose the current place.
  private var nesting = 0
  /// More than any script has; deeper ones are not searched for bodies.
  private static let deepestNesting = 20
  /// The separator or start of a subshell, if the last word was that.
  private var separator: UInt8?

  private struct Command {
    /// Without quotes; a body is `{}`.
    var words: [RequestEnvelope.Line] = []
    var bodies: [EmbeddedBody] = []
  }

  init(_ bytes: [UInt8]) {
    self.bytes = Self.withoutCarets(bytes)
    while offset < self.bytes.count { scan() }
    // A script with parameters has a first one.
    let uses = ["$1", "${1", "$@", "$*", "${@", "shift"].map { Array($0.utf8) }
    if !misreadings.isEmpty, uses.contains(where: { bytes.firstRange(of: $0) != nil }) { misreadings = [] }
  }

  /// Commands that browsers copy for Windows' command prompt, where a caret escapes the next character, as a shell has them. NUL bytes keep
  /// places: words leave them out.
  private static func withoutCarets(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard bytes.contains("curl ^\"".utf8) else { return bytes[...] }
    var (result, carets, index): (ArraySlice<UInt8>, Int, Int) = ([], 0, 0)
    while index < bytes.count {
      let isCaret = bytes[index] == UInt8(ascii: "^") && index + 1 < bytes.count
      if isCaret, bytes[index + 1] != UInt8(ascii: "\n"), bytes[index + 1] != UInt8(ascii: "\r") {
        (carets, index) = (carets + 1, index + 1)
        result.append(bytes[index])
      } else {
        result += [UInt8](repeating: 0, count: carets) + [isCaret ? UInt8(ascii: "\\") : bytes[index]]
        carets = 0
      }
      index += 1
    }
    return result + [UInt8](repeating: 0, count: carets)
  }

  /// Goes through commands, to the closing parenthesis or the end.
  private mutating func scan() {
    var (isData, isFile, isDelimiter, depth) = (false, false, false, 0)
    while let word = word() {
      guard separator == nil else {
        endCommand()
        (isData, isFile, isDelimiter) = (false, false, false)
        let isOpen = separator == UInt8(ascii: "(")
        depth += isOpen ? 1 : separator == UInt8(ascii: ")") ? -1 : 0
        if depth < 0 { return }
        // `((x = 1 << 2))` is arithmetic, and begins no here-document.
        if isOpen, byte == UInt8(ascii: "("), nesting < Self.deepestNesting {
          offset += 1
          takeSubstitution()
        }
        continue
      }
      let text = String(decoding: word.bytes, as: UTF8.self)
      let redirection = text.drop(while: \.isNumber)
      if isDelimiter || redirection.hasPrefix("<<") && !redirection.hasPrefix("<<<") {
        let name = isDelimiter ? text[...] : redirection.dropFirst(2).drop { $0 == "-" }
        // As in `<< EOF`.
        isDelimiter = name.isEmpty
        let before = bytes[..<word.place(0)].last ?? 0
        if !isDelimiter { delimiters.append((String(name), !word.isPlain || "'\"\\".utf8.contains(before))) }
      }
      if let file = Self.file(inWord: text) ?? (isFile ? text[...] : isData ? Self.file(inValue: text[...]) : nil) {
        requests.append(EmbeddedRequest(file: word.hasUnknowns ? "-" : String(file)))
      }
      let flag = take(word, isData: isData)
      command.words.append(
        .init(text: flag.map { $0 + "{}" } ?? String(decoding: word.word, as: UTF8.self), offset: word.place(0)))
      isFile = Self.fileFlags.contains(text)
      isData = text == "-d" || !text.contains("=") && Self.flags.contains(where: text.hasPrefix)
    }
    endCommand()
  }

  /// The beginnings of the flags whose value is a body.
  private static let flags = ["--data", "--json", "--post-data", "--body-data"]
  /// Those whose value is the name of the body's file.
  private static let fileFlags = ["--post-file", "--body-file"]

  /// A file after its flag: `-d@file`, `--data-binary=@file`, `--post-file=file`.
  private static func file(inWord text: String) -> Substring? {
    if text.hasPrefix("-d@") { return text.dropFirst(3) }
    guard text.hasPrefix("--"), let sign = text.firstIndex(of: "=") else { return nil }
    let (flag, value) = (String(text[..<sign]), text[sign...].dropFirst())
    if fileFlags.contains(flag) { return value }
    return ["--data", "--json"].contains(where: flag.hasPrefix) ? file(inValue: value) : nil
  }

  /// The file that curl reads for `@file`.
  private static func file(inValue text: Substring) -> Substring? { text.first == "@" ? text.dropFirst() : nil }

  /// Takes a word with JSON, which may follow a flag or a name: `--data={…}`, `-d{…}`, `BODY={…}`. Returns the text before it if it is the
  /// command's body.
  private mutating func take(_ word: EmbeddedBody, isData: Bool) -> String? {
    let name = word.bytes.prefix { isIdentifier($0) && $0 < 0x80 || "-:=+".utf8.contains($0) }
    let body = word.dropping(name.count)
    guard body.isJSON else { return nil }
    guard isData || name.first == UInt8(ascii: "-") else {
      requests.append(EmbeddedRequest(body: body, isForFCM: false))
      return nil
    }
    command.bodies.append(body)
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns where it sends. A command whose quotes are not closed is unknown; the last quote is then read beyond the end.
  @discardableResult private mutating func endCommand() -> RequestEnvelope? {
    let envelope = offset <= bytes.count ? RequestEnvelope(command: command.words) : nil
    for (index, body) in command.bodies.enumerated() {
      // curl sends several as one.
      requests.append(EmbeddedRequest(body: body, envelope: index == 0 ? envelope : nil))
    }
    command = Command()
    return envelope
  }
}

// Words and here-documents.
extension ShellText {
  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// The next word without its quotes; nil at the end. Empty at a separator of commands.
  private mutating func word() -> EmbeddedBody? {
    skipSpace()
    guard byte != nil else { return nil }
    var (word, start) = (EmbeddedBody(), offset)
    while let byte, !" \t\r\n;|&()".utf8.contains(byte) {
      switch byte {
      case UInt8(ascii: "'"): takeQuoted(hasEscapes: false, into: &word)
      case UInt8(ascii: "\""): takeDoubleQuoted(into: &word)
      case UInt8(ascii: "$") where next == UInt8(ascii: "'"): takeQuoted(hasEscapes: true, into: &word)
      case UInt8(ascii: "\\"):
        // A line ends here as on Windows, or the text does.
        let isEnd = bytes[offset...].starts(with: "\\\r\n".utf8)
        offset += isEnd ? 3 : 1
        guard !isEnd, let escaped = self.byte else { break }
        if escaped != UInt8(ascii: "\n") { word.append(escaped, at: offset, isLiteral: true) }
        offset += 1
      default:
        if takeVariable(into: &word) { break }
        word.append(byte, at: offset)
        offset += 1
      }
      start = -1
    }
    separator = start == offset ? byte : nil
    if separator != nil { offset += 1 }
    return word
  }

  /// White space, escaped line ends and comments.
  private mutating func skipSpace() {
    while let byte {
      if byte == UInt8(ascii: "\n") {
        let envelope = endCommand()
        offset += 1
        if !delimiters.isEmpty { takeDocuments(envelope) }
      } else if " \t\r\0".utf8.contains(byte) {
        offset += 1
      } else if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") {
        offset += bytes[offset...].starts(with: "\\\r\n".utf8) ? 3 : 2
      } else if byte == UInt8(ascii: "#") {
        while let byte = self.byte, byte != UInt8(ascii: "\n") { offset += 1 }
      } else {
        return
      }
    }
  }

  /// `'…'`, and with escapes `$'…'`, which browser tools use for requests with a quote in them.
  private mutating func takeQuoted(hasEscapes: Bool, into word: inout EmbeddedBody) {
    offset += hasEscapes ? 2 : 1
    while let byte, byte != UInt8(ascii: "'") {
      if hasEscapes, byte == UInt8(ascii: "\\"), let escaped = next {
        offset += 1
        word.append(escaped: escaped, at: offset, isLiteral: true)
      } else {
        word.append(byte, at: offset, isLiteral: true)
      }
      offset += 1
    }
    offset += 1
  }

  /// A backslash escapes a special character here, and is literal otherwise.
  private mutating func takeDoubleQuoted(into word: inout EmbeddedBody) {
    offset += 1
    while let byte, byte != UInt8(ascii: "\"") {
      if takeVariable(into: &word) { continue }
      let isEscape = byte == UInt8(ascii: "\\") && next.map { "$`\"\\\n".utf8.contains($0) } == true
      if isEscape { offset += 1 }
      if let byte = self.byte, !(isEscape && byte == UInt8(ascii: "\n")) {
        word.append(byte, at: offset, isLiteral: isEscape)
      }
      offset += 1
    }
    offset += 1
  }

  /// Takes `$name`, `${…}`, `$(…)` or a command in backquotes. Returns whether there is one.
  private mutating func takeVariable(into word: inout EmbeddedBody) -> Bool {
    let start = offset
    if byte == UInt8(ascii: "`") {
      offset = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 } ?? bytes.count
    } else if byte == UInt8(ascii: "$"), let next {
      switch next {
      case UInt8(ascii: "("):
        offset += 2
        takeSubstitution()
      case UInt8(ascii: "{"):
        offset = bytes[start...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? bytes.count
      case _ where isDigit(next) || "@*#?!".utf8.contains(next):
        if isDigit(next), next > UInt8(ascii: "1"), misreadings.count < Misreading.most {
          let amount = "$" + String(UnicodeScalar(next))
          misreadings.append(
            Misreading(
              offset: start, words: "the shell puts its parameter in place of \(amount.quoted), which is nothing here",
              remedy: "write `\\\(amount)`, or the body between single quotes"))
        }
        offset += 2
      case _ where isIdentifier(next) && next != UInt8(ascii: "$"):
        offset += 1
        offset += bytes[offset...].prefix { isIdentifier($0) && $0 != UInt8(ascii: "$") && $0 < 0x80 }.count
      default: return false
      }
    } else {
      return false
    }
    offset = min(offset, bytes.count)
    word.append(unknown: bytes[start..<offset])
    return true
  }

  /// Commands up to the closing parenthesis: they may make a body.
  private mutating func takeSubstitution() {
    guard nesting < Self.deepestNesting else { return }
    let (outer, waiting) = (command, delimiters.count)
    command = Command()
    nesting += 1
    scan()
    nesting -= 1
    command = outer
    // A here-document ends with its substitution, and `$((1 << 2))` begins none.
    delimiters = Array(delimiters.prefix(waiting))
  }

  /// Here-documents in sequence: the lines up to the delimiter's.
  private mutating func takeDocuments(_ envelope: RequestEnvelope?) {
    let waiting = delimiters
    delimiters = []
    for delimiter in waiting {
      let start = offset
      var end = start
      while offset < bytes.count {
        let line = offset..<(bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
        offset = min(line.upperBound + 1, bytes.count)
        if String(decoding: bytes[line], as: UTF8.self).drop(while: { $0 == "\t" }) == delimiter.text { break }
        end = offset
      }
      let body = document(start..<end, isExpanded: !delimiter.isQuoted)
      if body.isJSON { requests.append(EmbeddedRequest(body: body, envelope: envelope)) }
    }
  }

  private mutating func document(_ range: Range<Int>, isExpanded: Bool) -> EmbeddedBody {
    let (whole, after) = (bytes, offset)
    defer { (bytes, offset) = (whole, after) }
    var body = EmbeddedBody()
    // A substitution ends with the document, so that nothing is read again behind it.
    (bytes, offset) = (bytes[..<range.upperBound], range.lowerBound)
    while let byte {
      if isExpanded, takeVariable(into: &body) { continue }
      if isExpanded, byte == UInt8(ascii: "\\"), next.map({ "$`\\".utf8.contains($0) }) == true { offset += 1 }
      body.append(bytes[offset], at: offset)
      offset += 1
    }
    return body
  }
}
