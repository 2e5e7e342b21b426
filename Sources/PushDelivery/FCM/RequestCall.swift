/// How a request is sent, as far as its text says: the address and the headers.
///
/// Variables stay as they are written.
struct RequestCall: Sendable {
  /// nil where it does not stand there with its host.
  let address: FCMAddress?
  let headers: [Header]
  /// Whether no header comes from anywhere else: a file, a variable, a store of passwords.
  let areHeadersWhole: Bool
  /// Whether a body of which no header says the type goes out as that of a form.
  let sendsForm: Bool
  /// Whether the body goes out as a part of the address, with GET.
  let sendsInAddress: Bool

  /// Stands in words of a shell's command for a dollar sign that the shell leaves as it is: U+10FFFC, a character of nobody.
  static let literalDollar: Unicode.Scalar = "\u{10FFFC}"

  struct Header: Sendable {
    /// In small letters.
    let name: String
    let value: String

    /// - Parameter text: `Name: value`; nil where it has no name or one that is put there.
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

/// An address of FCM's, of which the host stands there as it is.
struct FCMAddress: Sendable {
  /// nil where none stands before the host.
  let scheme: String?
  private let path: [Substring]
  private let query: Substring

  /// - Returns: nil for the address of another host, or one that is put there.
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

  /// - Parameter beginning: in small letters.
  private static func take(_ beginning: String, from text: inout Substring) -> Bool {
    let count = beginning.utf8.count
    guard text.prefix(count).lowercased() == beginning else { return false }
    text = text.dropFirst(count)
    return true
  }

  var isBatch: Bool { path == ["batch"] }

  /// Whether it is where messages are sent to.
  var isForMessages: Bool { project != nil }

  /// Whether it was meant for messages, and is another address. What is put there may be any part of it.
  var isMisspelt: Bool {
    let isKnown = !path.contains { $0.contains("$") || $0.contains("{") || $0.contains("`") }
    let isMeant = path.first == "v1" || path.contains { $0.hasPrefix("messages") } || path.allSatisfy(\.isEmpty)
    return !isForMessages && isMeant && (isKnown || hasOtherMethod)
  }

  /// Whether its end is written out and no method for messages, whatever project is put there.
  private var hasOtherMethod: Bool {
    guard path.count > 3, path[0] == "v1", path[1] == "projects", let method = path.last else { return false }
    return !method.contains { "$`{}%".contains($0) } && method != SendEndpoint.method
  }

  /// As it is written.
  var project: Substring? {
    guard path.count == 4, path[0] == "v1", path[1] == "projects" else { return nil }
    return [SendEndpoint.method, "messages%3Asend"].contains(String(path[3])) ? path[2] : nil
  }

  /// What no project has in its identifier; a name that is put there may be any.
  var hasImpossibleProject: Bool {
    guard let project else { return false }
    if project.unicodeScalars.contains(RequestCall.literalDollar) { return true }
    guard !project.contains(where: { "$`{%".contains($0) }) else { return false }
    return project.isEmpty || project.contains { $0.isUppercase || "_<>[]*".contains($0) }
  }

  /// Whether an access token stands in it.
  var hasToken: Bool { query.contains("access_token=") }

  var hasKey: Bool { query.contains("key=") }
}
