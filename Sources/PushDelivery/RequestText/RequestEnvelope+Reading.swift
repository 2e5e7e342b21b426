import Findings

// Takes only parts that surely belong to a body.
extension RequestEnvelope {
  /// Returns nil if the text around it has no request line or command. `body`: the body's place. `call`: as a shell's command has it.
  init?(_ bytes: [UInt8], in syntax: RequestSyntax, around body: Range<Int>, _ call: RequestCall?) {
    switch syntax {
    case .http: self.init(head: Self.head(bytes, before: body.lowerBound))
    case .shell: self.init(command: Self.command(bytes, around: body), call)
    case .json, .jsonLines: return nil
    }
  }

  private init?(head lines: [Line]?) {
    guard let lines, let words = lines.first?.text.split(whereSeparator: \.isWhitespace), words.count > 1 else {
      return nil
    }
    let host = words[1].hasPrefix("/") ? Self.host(in: lines) : nil
    let address = String(host ?? "") + String(words[1])
    self.init(lines: lines, method: String(words[0]), address: address)
    call = RequestCall(head: lines.dropFirst().map(\.text), address: address)
  }

  /// The value of the header Host, if it is one word.
  private static func host(in lines: [Line]) -> Substring? {
    lines.lazy.filter { $0.text.prefix(5).lowercased() == "host:" }
      .map { $0.text.dropFirst(5).split(whereSeparator: \.isWhitespace) }.first { $0.count == 1 }?.first
  }

  private init?(command lines: [Line]?, _ call: RequestCall?) {
    guard let lines else { return nil }
    let text = lines.map(\.text).joined(separator: " ")
    self.init(lines: lines, method: Self.method(in: Array(text.utf8)), address: text, call: call)
  }

  private static let methodFlags = ["-X", "--request", "--method"].map { ASCIIWord($0) }

  /// The capital letters after a flag for the method.
  private static func method(in command: [UInt8]) -> String? {
    methodFlags.lazy.compactMap { flag in
      var start = 0
      while let place = flag.place(in: command, from: start) {
        start = place + flag.count
        guard place > 0, isBlank(command[place - 1]) else { continue }
        let value = command[start...].drop { isBlank($0) || "='\"".utf8.contains($0) }
        let letters = value.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        if !letters.isEmpty { return String(decoding: letters, as: UTF8.self) }
      }
      return nil
    }.first
  }

  /// The lines from the request line on; nil without one.
  private static func head(_ bytes: [UInt8], before offset: Int) -> [Line]? {
    var lines: [Line] = []
    for line in linesBackwards(bytes, from: offset) {
      if line.text.hasPrefix("###") { return nil }
      if !line.text.hasPrefix("#"), !line.text.hasPrefix("//") { lines.append(line) }
      if RequestSyntax.methods.contains(where: line.text.hasPrefix) { return lines.reversed() }
    }
    return nil
  }

  /// The lines of a `curl` or `wget` command, each continued on the next, before a body and after it; nil if the body is not in such a
  /// command.
  private static func command(_ bytes: [UInt8], around body: Range<Int>) -> [Line]? {
    var lines: [Line] = []
    for line in linesBackwards(bytes, from: body.lowerBound) {
      let goesOn = lines.isEmpty || line.text.hasSuffix("\\") || line.text.contains("<<")
      guard goesOn, !line.text.hasPrefix("#") else { return nil }
      lines.append(line)
      guard tools.contains(where: { $0.isIn(line.text) }) else { continue }
      let words = line.text.split { $0.isWhitespace || "$(/`".contains($0) }
      if words.contains("curl") || words.contains("wget") {
        return lines.reversed() + rest(bytes, after: body.upperBound)
      }
    }
    return nil
  }

  private static let tools = ["curl", "wget"].map { ASCIIWord($0) }

  /// The rest of a command after a body.
  private static func rest(_ bytes: [UInt8], after offset: Int) -> [Line] {
    var lines: [Line] = []
    var start = offset
    while start < bytes.count {
      let limit = min(start + longestLine, bytes.count)
      let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "\n")) ?? limit
      let text = text(bytes[start..<end])
      lines.append(Line(text: text, offset: start))
      guard text.hasSuffix("\\"), lines.count < mostLines else { break }
      start = end + 1
    }
    return lines
  }

  /// The most lines of a head or command, and the longest one: they are searched again for each body of a text.
  private static let mostLines = 100
  private static let longestLine = 8192

  /// The part of a line before an offset, then the previous lines, up to one that is too long.
  private static func linesBackwards(_ bytes: [UInt8], from offset: Int) -> some Sequence<Line> {
    sequence(state: (end: offset, left: longestLine)) { state -> Line? in
      guard state.end >= 0 else { return nil }
      let limit = max(0, state.end - state.left)
      let lineBreak = bytes[limit..<state.end].lastIndex(of: UInt8(ascii: "\n"))
      guard lineBreak != nil || limit == 0 else { return nil }
      let line = (lineBreak.map { $0 + 1 } ?? 0)..<state.end
      state = (line.lowerBound - 1, state.left - line.count)
      return Line(text: text(bytes[line]), offset: line.lowerBound)
    }.prefix(mostLines)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }
}

// How a request is sent, from HTTP headers and commands for curl and wget.
extension RequestCall {
  /// `lines`: after the request line. `address`: with the host, if it has one.
  init(head lines: [String], address: String) {
    let texts = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let found = texts.map { Header($0) }
    self.init(
      address: FCMAddress(address), headers: found.compactMap(\.self), areHeadersWhole: !found.contains { $0 == nil },
      sendsForm: false, sendsInAddress: false)
  }

  /// `words`: of a command without its quotes; nil if it is not for curl or wget. `hasOwnTools`: whether the script redefines `curl` or
  /// `wget` as a function or alias, which may add anything.
  init?(command words: [String], hasOwnTools: Bool) {
    guard let start = words.firstIndex(where: { Self.tools.contains(Self.name(of: $0)) }) else { return nil }
    let before = words[..<start]
    var options = CommandOptions(isCurl: Self.name(of: words[start]).hasPrefix("curl"))
    // Other commands, such as `eval` and `ssh`, make a shell read the words again.
    let isReadOnce = !hasOwnTools && before.allSatisfy { $0.contains("=") || Self.passive.contains($0) }
    options.read(isReadOnce ? words[(start + 1)...] : words[(start + 1)...].map(Self.withVariables)[...])
    let hasProxy = before.contains { $0.lowercased().contains("_proxy=") }
    self.init(
      address: options.address, headers: options.headers,
      areHeadersWhole: options.areHeadersWhole && !hasOwnTools && !hasProxy, sendsForm: options.sendsForm,
      sendsInAddress: options.sendsInAddress)
  }

  /// Words before a command that keep the words after them unchanged.
  private static let passive: Set = [
    "if", "elif", "while", "until", "then", "else", "do", "!", "{", "$", "time", "exec", "command", "nohup",
  ]

  /// Each dollar sign as in a variable.
  private static func withVariables(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.map { $0 == literalDollar ? "$" : $0 }))
  }

  private static let tools: Set<Substring> = ["curl", "curl.exe", "wget"]

  private static func name(of word: String) -> Substring { word.split(separator: "/").last ?? "" }
}

/// The flags of a command for curl or wget.
private struct CommandOptions {
  let isCurl: Bool
  private(set) var address: FCMAddress?
  private(set) var headers: [RequestCall.Header] = []
  private(set) var areHeadersWhole = true
  private var hasData = false
  private var isJSON = false
  private(set) var sendsInAddress = false

  init(isCurl: Bool) { self.isCurl = isCurl }

  var sendsForm: Bool { hasData && !isJSON }

  mutating func read(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        takeLong(word, &rest)
      } else if isCurl, word.hasPrefix("-"), word.count > 1 {
        takeShort(word.dropFirst(), &rest)
      } else if word.hasPrefix("$") || word.hasPrefix("`") || word.hasPrefix("-") {
        // It may be any flag; those of wget have other letters.
        areHeadersWhole = false
      } else {
        address = address ?? FCMAddress(word)
      }
    }
  }

  private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if name == "--header" {
      take(header: parts.count > 1 ? String(parts[1]) : rest.popFirst() ?? "")
    } else if Self.others.contains(name) {
      areHeadersWhole = false
    }
    isJSON = isJSON || name == "--json"
    sendsInAddress = sendsInAddress || isCurl && name == "--get"
    hasData = hasData || ["--data", "--post-", "--body-"].contains(where: name.hasPrefix)
  }

  /// A group of letters; the last may have a value.
  private mutating func takeShort(_ letters: Substring, _ rest: inout ArraySlice<String>) {
    for index in letters.indices {
      let letter = letters[index]
      if "Knux:".contains(letter) { areHeadersWhole = false }
      if letter == "d" { hasData = true }
      if letter == "G" { sendsInAddress = true }
      guard Self.withValue.contains(letter) else { continue }
      let behind = letters[letters.index(after: index)...]
      let value = behind.isEmpty ? rest.popFirst() ?? "" : String(behind)
      if letter == "H" { take(header: value) }
      return
    }
  }

  private mutating func take(header text: String) {
    if let header = RequestCall.Header(text) { headers.append(header) } else { areHeadersWhole = false }
  }

  /// The flags that take headers from elsewhere: from a file, or from a proxy.
  private static let others: Set = [
    "--config", "--oauth2-bearer", "--netrc", "--netrc-file", "--netrc-optional", "--user", "--next", "--http-user",
    "--http-password", "--ask-password", "--use-askpass", "--input-file", "--variable", "--expand-header",
    "--unix-socket", "--abstract-unix-socket", "--connect-to", "--resolve", "--proxy", "--proxy1.0", "--preproxy",
  ]

  /// The letters of curl's flags with a value.
  private static let withValue = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"
}
