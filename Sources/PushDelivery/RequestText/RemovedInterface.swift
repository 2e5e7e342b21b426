import Findings

/// Features that Google removed from FCM and its Admin SDKs, in programs, scripts and request files.
///
/// Source: <https://firebase.google.com/support/faq#fcm-depr-features>.
enum RemovedInterface {
  /// A place where a text uses a removed feature.
  struct Use: Hashable {
    /// The feature, and why it has no effect.
    let message: String
    let remedy: String
    /// In bytes from the start of the text.
    let offset: Int
  }

  /// The uses in a program: calls of functions, URLs and keys. Comments do not count. `comments`: the beginnings of comments that end with
  /// their line.
  static func uses(inProgram bytes: [UInt8], comments: [String]) -> [Use] {
    let usesSDK = modules.contains { $0.isIn(bytes[...]) }
    guard usesSDK || host.isIn(bytes[...]) else { return [] }
    let code = CodeText(bytes, comments: comments)
    let calls = usesSDK ? Self.calls(in: code) : []
    return (calls + uses(inRequests: bytes).filter { !code.isComment($0.offset) }).sorted { $0.offset < $1.offset }
  }

  /// The uses in requests: URLs and keys.
  static func uses(inRequests bytes: [UInt8]) -> [Use] {
    let hosts = host.places(in: bytes)
    let mayHaveKeys = !hosts.isEmpty || modules.contains { $0.isIn(bytes[...]) }
    return hosts.compactMap { address(bytes, at: $0) }
      + (mayHaveKeys ? authorization.places(in: bytes) : []).compactMap { serverKey(bytes, at: $0) }
  }

  private static let modules = [
    "firebase-admin", "firebase_admin", "firebase.google.com/go", "com.google.firebase", "FirebaseAdmin",
  ].map { ASCIIWord($0) }
  private static let host = ASCIIWord("googleapis.com/")
  private static let authorization = ASCIIWord("authorization", ignoresCase: true)

  /// A server key after Authorization, in any language's notation: `Authorization: key=…`, `"Authorization", "key=" + …`.
  private static func serverKey(_ bytes: [UInt8], at offset: Int) -> Use? {
    var rest = bytes[(offset + authorization.count)...].prefix(64)
    func skip(_ signs: String) { rest = rest.drop { signs.utf8.contains($0) } }
    skip(" \t\"'`")
    guard let sign = rest.popFirst(), ":=,".utf8.contains(sign) else { return nil }
    skip(" \t\r\n>")
    // Python's prefixes of strings.
    if let next = rest.dropFirst().first, "\"'".utf8.contains(next) { skip("fFrRbBuU") }
    skip("\"'`")
    guard rest.starts(with: "key".utf8), rest.dropFirst(3).first(where: { $0 != 0x20 }) == UInt8(ascii: "=") else {
      return nil
    }
    return Use(
      message: "a server key belongs to the legacy interface, which Google switched off in 2024: HTTP v1 answers 401",
      remedy: "write Authorization: Bearer with an OAuth 2.0 access token", offset: offset)
  }

  private static let addresses = [
    (host: "fcm.", path: "fcm/send", what: "is the legacy interface"),
    (host: "fcm.", path: "batch", what: "is FCM's batch address"),
    (host: "gcm-http.", path: "gcm/send", what: "is the legacy interface"),
    (host: "android.", path: "gcm/send", what: "is the legacy interface"),
  ]

  private static func address(_ bytes: [UInt8], at offset: Int) -> Use? {
    let before = bytes[..<offset]
    let rest = bytes[(offset + host.count)...]
    let found = addresses.first { address in
      guard before.suffix(address.host.utf8.count).elementsEqual(address.host.utf8),
        rest.starts(with: address.path.utf8)
      else { return false }
      // The part after `send/` is a subscription of web push.
      let next = rest.dropFirst(address.path.utf8.count).first
      return !(next.map { isIdentifier($0) || "/-".utf8.contains($0) } ?? false)
    }
    guard let found else { return nil }
    return Use(
      message: "\(found.host)googleapis.com/\(found.path) \(found.what), which Google switched off in 2024",
      remedy: "send to https://fcm.googleapis.com/v1/projects/PROJECT/messages:send, one request for each message",
      offset: offset - found.host.utf8.count)
  }

  /// Removed functions by texts/requests.txt, with replacements.
  private static let functions = WordTable.requests.rows("removed-function", most: 4).map { row in
    (name: row[0], isOfBatch: row[1] == "batch", isOwn: row[2] == "own", instead: row[3])
  }

  private static func calls(in code: CodeText) -> [Use] {
    let imported = code.names(onLinesWith: ["import", "require"])
    let messaging = code.names(onLinesWith: ["messaging"]) { $0.contains("=") }
    return functions.flatMap { function in
      code.calls(of: ASCIIWord(function.name)).filter {
        guard let receiver = code.receiver(before: $0) else { return imported.contains(function.name) }
        return isMessaging(receiver, function.isOwn, among: messaging)
      }.map {
        let interface = function.isOfBatch ? "FCM's batch address" : "the legacy interface"
        return Use(
          message:
            "\(function.name) does not work any more: it used \(interface), which Google switched off in 2024",
          remedy: "call \(function.instead)", offset: $0)
      }
    }
  }

  /// Whether an object's function belongs to the SDK: by the object's name or its origin.
  private static func isMessaging(_ receiver: String, _ isOwn: Bool, among names: Set<String>) -> Bool {
    let text = receiver.lowercased()
    if ["this", "self"].contains(text.split { $0.isWhitespace || $0 == "(" }.last) { return false }
    if isOwn || ["messaging", "fcm", "firebase"].contains(where: text.contains) { return true }
    return names.contains(
      String(receiver.reversed().prefix { $0.isLetter || $0.isNumber || "_$".contains($0) }.reversed()))
  }
}
