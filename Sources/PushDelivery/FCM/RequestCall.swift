/// How a request is sent, as far as its text says: the URL and the headers.
///
/// Variables stay as written.
struct RequestCall: Sendable {
  /// nil if its text does not name the host.
  let address: FCMAddress?
  let headers: [Header]
  /// Whether all headers are in the text: none in a file, a variable, a password store.
  let areHeadersWhole: Bool
  /// Whether a body without a type in a header is sent as a form.
  let sendsForm: Bool
  /// Whether the body is sent in the URL, with GET.
  let sendsInAddress: Bool

  /// A dollar sign that the shell keeps, in words of a shell command: U+10FFFC, a private character.
  static let literalDollar: Unicode.Scalar = "\u{10FFFC}"

  struct Header: Sendable {
    /// In lower case.
    let name: String
    let value: String

    /// - Parameter text: `Name: value`; nil if its name is missing or filled in later.
    init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0 == "-" || $0.isLetter || $0.isNumber }) else {
        return nil
      }
      name = parts[0].lowercased()
      value = parts[1].drop(while: \.isWhitespace).description
    }
  }

  func value(of header: String) -> String? { headers.first { $0.name == header }?.value }
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

  /// Whether it is a URL for sending.
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
    if project.unicodeScalars.contains(RequestCall.literalDollar) { return true }
    guard !project.contains(where: { "$`{%".contains($0) }) else { return false }
    return project.isEmpty || project.contains { $0.isUppercase || "_<>[]*".contains($0) }
  }

  /// Whether it contains an access token.
  var hasToken: Bool { query.contains("access_token=") }

  var hasKey: Bool { query.contains("key=") }
}

/// The text around a request's body that says where it goes: a request line and headers, or a command for curl.
///
/// Variables stay as written.
struct RequestEnvelope: Sendable {
  /// From the first to the last, without comments.
  let lines: [Line]
  /// The method as written; nil if the text has none.
  let method: String?
  /// The URL, or the text that contains it.
  let address: String
  /// nil if the command is incomplete, or its headers cannot be recognised.
  var call: RequestCall?

  /// A line and its start in the text, in bytes.
  struct Line: Sendable {
    let text: String
    let offset: Int
  }
}
