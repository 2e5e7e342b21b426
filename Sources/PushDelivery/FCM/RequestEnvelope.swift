import Findings

/// The text around a request's body that says where it goes: a request line and headers, or a command for curl.
///
/// Variables stay as written.
struct RequestEnvelope: Sendable {
  /// From the first to the last, without comments: lines of HTTP, or words of a command without their quotes.
  let lines: [Line]
  /// The method as written; nil if the text has none.
  private(set) var method: String?
  /// The URL, or the text that contains it.
  let address: String
  /// The URL, if it is certainly FCM's.
  private(set) var target: FCMAddress?
  /// By their names in lower case.
  private var headers: [(name: String, value: String)] = []
  /// Whether all headers are in the text: none in a file, a variable, a password store.
  private(set) var areHeadersWhole: Bool
  /// Whether a body without a type in a header is sent as a form.
  private(set) var sendsForm = false
  /// Whether the body is sent in the URL, with GET.
  private(set) var sendsInAddress = false

  /// A dollar sign that the shell keeps, in words of a shell command: U+10FFFC, a private character.
  static let literalDollar: Unicode.Scalar = "\u{10FFFC}"

  /// A line or word, and its start in the text, in bytes.
  struct Line: Sendable {
    let text: String
    let offset: Int
  }

  func value(of header: String) -> String? { headers.first { $0.name == header }?.value }

  /// - Parameter text: `Name: value`. One whose name is missing or filled in later may be any.
  private mutating func add(header text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0 == "-" || $0.isLetter || $0.isNumber }) else {
      areHeadersWhole = false
      return
    }
    headers.append((parts[0].lowercased(), String(parts[1].drop(while: \.isWhitespace))))
  }
}

extension RequestEnvelope {
  /// - Parameter offset: the place of the address.
  init(method: String?, address: String, at offset: Int, headers: [Line], areHeadersWhole: Bool) {
    self.init(
      lines: [Line(text: "\(method ?? "") \(address)", offset: offset)] + headers, method: method, address: address,
      target: FCMAddress(address), areHeadersWhole: areHeadersWhole)
    for header in headers { add(header: header.text) }
  }

  /// - Parameter lines: of HTTP. nil if they do not begin with a request line.
  init?(head lines: [Line]) {
    guard let words = lines.first?.text.split(whereSeparator: \.isWhitespace), words.count > 1 else { return nil }
    let hosts = lines.filter { $0.text.prefix(5).lowercased() == "host:" }
      .map { $0.text.dropFirst(5).split(whereSeparator: \.isWhitespace) }
    let host = words[1].hasPrefix("/") ? hosts.first { $0.count == 1 }?[0] : nil
    self.init(
      method: String(words[0]), address: String(host ?? "") + String(words[1]), at: lines[0].offset,
      headers: Array(lines.dropFirst()), areHeadersWhole: true)
  }

  /// - Parameter words: of a command, without quotes; a body is `{}`. nil if it is not for curl or wget.
  init?(command words: [Line]) {
    func name(_ word: Line) -> Substring { word.text.split(separator: "/").last ?? "" }
    guard let start = words.firstIndex(where: { ["curl", "curl.exe", "wget"].contains(name($0)) }) else { return nil }
    let lines = Array(words[start...])
    self.init(
      lines: lines, address: lines.map(\.text).joined(separator: " "),
      areHeadersWhole: !words[..<start].contains { $0.text.lowercased().contains("_proxy=") })
    read(words[(start + 1)...].map(\.text), isCurl: name(words[start]).hasPrefix("curl"))
  }

  private mutating func read(_ words: [String], isCurl: Bool) {
    var (rest, isJSON) = (words[...], false)
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        func value() -> String { parts.count > 1 ? String(parts[1]) : rest.popFirst() ?? "" }
        if name == "--header" { add(header: value()) }
        if name == "--request" || name == "--method" { method = value() }
        if Self.others.contains(name) { areHeadersWhole = false }
        isJSON = isJSON || name == "--json"
        sendsInAddress = sendsInAddress || isCurl && name == "--get"
        sendsForm = sendsForm || ["--data", "--post-", "--body-"].contains(where: name.hasPrefix)
      } else if isCurl, word.hasPrefix("-"), word.count > 1 {
        takeShort(word.dropFirst(), &rest)
      } else if word.hasPrefix("$") || word.hasPrefix("`") || word.hasPrefix("-") {
        // It may be any flag; those of wget have other letters.
        areHeadersWhole = false
      } else {
        target = target ?? FCMAddress(word)
      }
    }
    sendsForm = sendsForm && !isJSON
  }

  /// A group of letters; the last may have a value.
  private mutating func takeShort(_ letters: Substring, _ rest: inout ArraySlice<String>) {
    for index in letters.indices {
      let letter = letters[index]
      if "Knux:".contains(letter) { areHeadersWhole = false }
      if letter == "d" { sendsForm = true }
      if letter == "G" { sendsInAddress = true }
      guard "AbcCdDeEFhHKmoPQrtTuUwxXyYz".contains(letter) else { continue }
      let behind = letters[letters.index(after: index)...]
      let value = behind.isEmpty ? rest.popFirst() ?? "" : String(behind)
      if letter == "H" { add(header: value) }
      if letter == "X" { method = value }
      return
    }
  }

  /// The flags that take headers from elsewhere: from a file, or from a proxy.
  private static let others = Set(WordTable.requests.rows("header-flag").joined())
}

/// A URL of FCM whose host is written out.
struct FCMAddress: Sendable {
  /// nil if it is missing.
  let scheme: String?
  private let path: [Substring]
  private let query: Substring

  /// - Returns: nil for the URL of another host, or one filled in later.
  init?(_ text: String) {
    var rest = text[...]
    scheme = ["https", "http"].first { Self.take($0 + "://", from: &rest) }
    guard Self.take("fcm.googleapis.com", from: &rest) else { return nil }
    _ = Self.take(":443", from: &rest)
    guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
    let way = rest.prefix { $0 != "?" && $0 != "#" }
    path = way.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
    query = rest[way.endIndex...]
  }

  /// - Parameter beginning: in lower case.
  private static func take(_ beginning: String, from text: inout Substring) -> Bool {
    let count = beginning.utf8.count
    guard text.prefix(count).lowercased() == beginning else { return false }
    text = text.dropFirst(count)
    return true
  }

  var isBatch: Bool { path == ["batch"] }

  var isForMessages: Bool { project != nil }

  /// Whether it was meant for messages, but is another URL. Filled-in values may be any part of it.
  var isMisspelt: Bool {
    let isKnown = !path.contains { $0.contains("$") || $0.contains("{") || $0.contains("`") }
    let isMeant = path.first == "v1" || path.contains { $0.hasPrefix("messages") } || path.allSatisfy(\.isEmpty)
    return !isForMessages && isMeant && (isKnown || hasOtherMethod)
  }

  /// Whether its end is written out and not a method for messages, whatever the project.
  private var hasOtherMethod: Bool {
    guard path.count > 3, path[0] == "v1", path[1] == "projects", let method = path.last else { return false }
    return !method.contains { "$`{}%".contains($0) } && method != SendEndpoint.method
  }

  /// As written.
  var project: Substring? {
    guard path.count == 4, path[0] == "v1", path[1] == "projects" else { return nil }
    return [SendEndpoint.method, "messages%3Asend"].contains(String(path[3])) ? path[2] : nil
  }

  /// What no project identifier contains; a filled-in name may be any.
  var hasImpossibleProject: Bool {
    guard let project else { return false }
    if project.unicodeScalars.contains(RequestEnvelope.literalDollar) { return true }
    guard !project.contains(where: { "$`{%".contains($0) }) else { return false }
    return project.isEmpty || project.contains { $0.isUppercase || "_<>[]*".contains($0) }
  }

  var hasToken: Bool { query.contains("access_token=") }

  var hasKey: Bool { query.contains("key=") }
}
