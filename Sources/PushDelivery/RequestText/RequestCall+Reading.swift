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
