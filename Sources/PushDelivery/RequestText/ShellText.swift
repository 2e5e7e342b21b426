import Findings

/// The bodies that shell commands send with curl and wget: the values of `--data` and similar flags, their variables, and here-documents.
///
/// A variable that is set once to a text has that value; any other is unknown.
struct ShellText {
  /// Each with how its command sends it; nil if that is unknown.
  private(set) var bodies: [(text: EmbeddedBody, call: RequestCall?)] = []
  /// The files that contain bodies; `-` is a body made elsewhere.
  private(set) var files: [String] = []
  let bytes: [UInt8]
  var offset = 0
  /// Of the here-documents that begin on the next line.
  private var delimiters: [(text: String, isQuoted: Bool)] = []
  /// The values assigned to variables.
  private var assignments: [String: [EmbeddedBody]] = [:]
  /// Variables that loops and `read` set.
  private var bound: Set<String> = []
  /// Variables whose values are sent.
  private var sent: [String] = []
  /// The words of the current command, and the indices of its bodies.
  private var command: (words: [String], bodies: [Int]) = ([], [])
  /// Whether the script redefines `curl` or `wget`.
  private let hasOwnTools: Bool
  /// The values of variables.
  private let constants: [String: [UInt8]]
  /// How many command substitutions enclose the current place.
  private var nesting = 0
  /// More than any script has; deeper ones are not searched for bodies.
  private static let deepestNesting = 20
  /// The separator or start of a subshell, if the last word was that.
  var separator: UInt8?

  init(_ bytes: [UInt8]) {
    let hasOwnTools = ShellDefinitions.defineTool(bytes)
    var constants: [String: [UInt8]] = [:]
    // A variable may contain another.
    for _ in 0..<2 where bytes.contains(UInt8(ascii: "$")) {
      constants = ShellText(bytes, constants, hasOwnTools).values
    }
    self.init(bytes, constants, hasOwnTools)
    bodies += Set(sent).sorted().flatMap { (assignments[$0] ?? []).filter(\.isJSON) }.map { ($0, nil) }
  }

  private init(_ bytes: [UInt8], _ constants: [String: [UInt8]], _ hasOwnTools: Bool) {
    (self.bytes, self.constants, self.hasOwnTools) = (bytes, constants, hasOwnTools)
    while offset < bytes.count { scan() }
  }

  /// The texts of variables.
  private var values: [String: [UInt8]] {
    assignments.compactMapValues { values in
      values.count == 1 && !values[0].hasUnknowns && !values[0].isJSON ? values[0].bytes : nil
    }.filter { !bound.contains($0.key) }
  }

  /// Goes through commands, to the closing parenthesis or the end.
  private mutating func scan() {
    var (isData, isFile, isBinding, depth) = (false, false, false, 0)
    while let word = word() {
      if separator == nil { command.words.append(String(decoding: word.word, as: UTF8.self)) } else { endCommand() }
      if separator == UInt8(ascii: "(") { depth += 1 }
      if separator == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 { return }
      let text = String(decoding: word.bytes, as: UTF8.self)
      let redirection = text.drop(while: \.isNumber)
      if redirection.hasPrefix("<<"), !redirection.hasPrefix("<<<") {
        delimiters.append((String(redirection.dropFirst(2).drop { $0 == "-" }), isQuoted: !word.isPlain))
      } else if isData {
        take(data: word)
      } else if isFile {
        files.append(word.hasUnknowns ? "-" : text)
      } else if let flag = Self.fileFlags.first(where: { text.hasPrefix($0 + "=") }) {
        files.append(word.hasUnknowns ? "-" : String(text.dropFirst(flag.count + 1)))
      } else if let flag = Self.flags.first(where: { text.hasPrefix($0) && text != $0 }) {
        // The value is in the same word: `--data={…}`, `-d{…}`.
        take(data: word.dropping(flag.utf8.count + (text.dropFirst(flag.count).hasPrefix("=") ? 1 : 0)))
      } else if let name = assignedName(text) {
        assignments[name, default: []].append(word.dropping(name.utf8.count + (text.contains("+=") ? 2 : 1)))
        if text.dropFirst(name.count).hasPrefix("+=") { bound.insert(name) }
      }
      (isData, isFile) = (Self.flags.contains(text), Self.fileFlags.contains(text))
      let isName = !text.isEmpty && text.utf8.allSatisfy(isIdentifier)
      if isBinding, isName { bound.insert(text) }
      isBinding = ["for", "read"].contains(text) || isBinding && (text.isEmpty || text.hasPrefix("-") || isName)
    }
    endCommand()
  }

  /// A command whose quotes are not closed is unknown; the last quote is then read beyond the end.
  private mutating func endCommand() {
    if !command.bodies.isEmpty, offset <= bytes.count {
      let call = RequestCall(command: command.words, hasOwnTools: hasOwnTools)
      for index in command.bodies { bodies[index].call = call }
    }
    command = ([], [])
  }

  private mutating func take(data word: EmbeddedBody) {
    if word.isJSON {
      command.bodies.append(bodies.count)
      bodies.append((word, nil))
    } else if let variable = word.variable {
      sent.append(variable)
    } else if word.bytes.first == UInt8(ascii: "@") {
      files.append(String(decoding: word.bytes.dropFirst(), as: UTF8.self))
    }
  }

  private func assignedName(_ text: String) -> String? {
    let name = text.prefix { $0.utf8.allSatisfy(isIdentifier) }
    let rest = text.dropFirst(name.count)
    guard let first = name.first, !first.isNumber, rest.hasPrefix("=") || rest.hasPrefix("+=") else { return nil }
    return String(name)
  }

  /// The flags of curl and wget whose value is a body, the longest first, and HTTPie's field for the message.
  private static let flags = [
    "--data-urlencode", "--data-binary", "--data-ascii", "--post-data", "--body-data", "--data-raw", "--data", "--json",
    "-d", "message:",
  ]
  /// The flags of wget whose value is a body's file.
  private static let fileFlags = ["--post-file", "--body-file"]

  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// White space, escaped line ends and comments.
  mutating func skipSpace() {
    while let byte {
      if byte == UInt8(ascii: "\n") {
        endCommand()
        offset += 1
        if !delimiters.isEmpty { takeDocuments() }
      } else if " \t\r".utf8.contains(byte) {
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

  /// Takes `$name`, `${…}`, `$(…)` or a command in backquotes as its value. Returns whether there is one.
  mutating func takeVariable(into word: inout EmbeddedBody) -> Bool {
    let start = offset
    if byte == UInt8(ascii: "`") {
      let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count - 1
      offset = end + 1
      word.append(variable: "", nil, from: start..<offset, written: bytes[start..<min(offset, bytes.count)])
      return true
    }
    guard byte == UInt8(ascii: "$"), let next else { return false }
    if next == UInt8(ascii: "(") {
      offset += 2
      takeSubstitution()
    } else if next == UInt8(ascii: "{") {
      offset = bytes[start...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? bytes.count
    } else if isIdentifier(next), next != UInt8(ascii: "$") {
      offset += 1
      let isNumber = UInt8(ascii: "0")...UInt8(ascii: "9") ~= next
      offset +=
        isNumber ? 1 : bytes[offset...].prefix { isIdentifier($0) && $0 != UInt8(ascii: "$") && $0 < 0x80 }.count
    } else if "@*#?!".utf8.contains(next) {
      offset += 2
    } else {
      return false
    }
    offset = min(offset, bytes.count)
    let name = String(decoding: bytes[start..<offset], as: UTF8.self).filter { !"${}".contains($0) }
    word.append(variable: name, constants[name], from: start..<offset, written: bytes[start..<offset])
    return true
  }

  /// Commands up to the closing parenthesis: they may make a body.
  private mutating func takeSubstitution() {
    guard nesting < Self.deepestNesting else { return }
    let outer = command
    command = ([], [])
    nesting += 1
    scan()
    nesting -= 1
    command = outer
  }

  /// Here-documents in sequence: the lines up to the delimiter's.
  private mutating func takeDocuments() {
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
      if body.isJSON { bodies.append((body, nil)) }
    }
  }

  private mutating func document(_ range: Range<Int>, isExpanded: Bool) -> EmbeddedBody {
    let after = offset
    defer { offset = after }
    var body = EmbeddedBody()
    offset = range.lowerBound
    while offset < range.upperBound {
      if isExpanded, takeVariable(into: &body) { continue }
      if isExpanded, byte == UInt8(ascii: "\\"), next.map({ "$`\\".utf8.contains($0) }) == true { offset += 1 }
      guard offset < range.upperBound else { break }
      body.append(bytes[offset], at: offset)
      offset += 1
    }
    return body
  }
}
