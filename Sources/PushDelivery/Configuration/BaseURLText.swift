/// The first look at a base URL, where someone wrote it.
enum BaseURLText {
  static let remedy = "write an absolute URL, as in https://static.example.com/push/"

  static func problem(_ text: String) -> String {
    "\(text.quoted) is no base URL: it needs https:// (http:// for a local host) and a host, without spaces, `?` or `#`"
  }

  /// The URL with a slash at its end; nil: it is none.
  static func normalized(_ text: String) -> String? {
    guard !text.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" || $0 == "\\" }),
      let separator = text.firstRange(of: "://")
    else { return nil }
    let host = text[separator.upperBound...].prefix { $0 != "/" }
    guard !host.isEmpty, !host.contains("@") else { return nil }
    switch text[..<separator.lowerBound].lowercased() {
    case "https": break
    case "http" where isLocal(host): break
    default: return nil
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  private static func isLocal(_ host: Substring) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
  }
}
