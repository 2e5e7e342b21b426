import Findings

/// The errors in the value of a header Authorization, as far as its text shows: a variable may be anything.
enum AuthorizationHeader {
  /// - Parameter value: not empty, with variables as written.
  /// - Returns: nil if no error is known.
  static func fault(of value: String) -> String? {
    if value.unicodeScalars.contains(RequestCall.literalDollar) {
      return
        "the $ of Authorization stands in single quotes or behind a backslash, where the shell puts nothing in: it is "
        + "sent as it is written, and HTTP v1 answers 401; write the header in double quotes"
    }
    let words = value.split(whereSeparator: \.isWhitespace)
    guard let scheme = words.first, !mayBeAnything(scheme) else { return nil }
    if scheme.lowercased() == "bearer" { return fault(ofToken: words.dropFirst().first) }
    return fault(ofScheme: scheme, isAlone: words.count == 1)
  }

  /// - Parameter token: the part after Bearer; nil without one.
  private static func fault(ofToken token: Substring?) -> String? {
    guard let token else { return "nothing stands behind Bearer: HTTP v1 takes an access token, and answers 401" }
    if token.hasPrefix("AAAA"), token.dropFirst(11).hasPrefix(":APA91") {
      return
        "a server key of the legacy interface stands behind Bearer: HTTP v1 takes an access token, and answers 401"
    }
    if token.hasPrefix("AIza") {
      return
        "an API key stands behind Bearer, and is no permission to send: HTTP v1 takes an access token, and answers 401"
    }
    return isPlaceholder(token)
      ? "\(String(token).quoted) stands in the place of the access token, and HTTP v1 answers 401: put yours there"
      : nil
  }

  /// - Parameter isAlone: whether nothing follows it, so that it may be the token, which is not repeated.
  private static func fault(ofScheme scheme: Substring, isAlone: Bool) -> String? {
    let name = scheme.lowercased()
    // Server keys are reported separately, and Google once took tokens after OAuth.
    if name.hasPrefix("key") || name == "oauth" { return nil }
    guard !isAlone, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "Authorization does not begin with Bearer, behind which HTTP v1 takes an access token: it answers 401"
    }
    return "Authorization begins with \(scheme), and HTTP v1 takes an access token behind Bearer alone: it answers 401"
  }

  /// Whether it contains a variable of a shell, of an editor's REST client or of Windows.
  private static func mayBeAnything(_ text: Substring) -> Bool { text.contains { "$`{%".contains($0) } }

  /// Whether it is a name from samples; tokens do not contain these brackets.
  private static func isPlaceholder(_ token: Substring) -> Bool {
    if mayBeAnything(token) { return false }
    let name = token.lowercased()
    return name.hasPrefix("your") && name.dropFirst(4).first.map { "_-".contains($0) } == true
      || token.hasPrefix("<") && token.hasSuffix(">") || token.hasPrefix("[") && token.hasSuffix("]")
      || names.contains(name.replacing("-", with: "_"))
  }

  private static let names: Set = ["token", "access_token", "oauth_token", "accesstoken", "yourtoken"]
}
