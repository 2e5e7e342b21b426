import Findings

extension RequestRules {
  static let endpoint = Rule<RequestDocument>("request.endpoint") { document in
    guard let envelope = document.envelope else { return [] }
    let address = envelope.address
    if isLegacy(address) {
      return .one(
        "this goes to the legacy interface, which was switched off in 2024",
        at: document.place(of: envelope) { isLegacy($0) || $0.contains("/fcm/send") })
    }
    let target = envelope.target
    if target?.isBatch == true || target?.isMisspelt == true {
      let message =
        target?.isBatch == true
        ? "this address took several requests at once, and was switched off in 2024"
        : "there is nothing at this address, and FCM answers 404"
      return .one(message, at: document.place(of: envelope) { $0.contains("fcm.googleapis.com") })
    }
    guard sendPath.isIn(address) else { return [] }
    if let host = strangeHost(in: address) {
      return .one(
        "there is nothing for messages at the host \(host.quoted): FCM's is fcm.googleapis.com",
        at: document.place(of: envelope) { $0.contains(host) })
    }
    var findings = callFindings(envelope, document)
    if let method = envelope.method, method != "POST" {
      findings.append(
        Finding(
          "HTTP v1 takes POST, and \(method) is answered with 404",
          at: document.place(of: envelope) { $0.contains(method) }))
    }
    if envelope.method == nil, envelope.sendsInAddress {
      findings.append(
        Finding(
          "-G has curl put the body into the address and send GET, which HTTP v1 answers with 404: leave it out",
          at: document.place(of: envelope) { $0.contains(SendEndpoint.method) }))
    }
    if envelope.lines.contains(where: { hasServerKey($0.text) }) {
      findings.append(
        Finding(
          "a server key is of the legacy interface: HTTP v1 takes an access token, and answers 401",
          at: document.place(of: envelope, where: hasServerKey)))
    }
    return findings
  }

  /// Findings for the headers and the URL, if that is certainly FCM's.
  private static func callFindings(_ envelope: RequestEnvelope, _ document: RequestDocument) -> [Finding] {
    guard let address = envelope.target, address.isForMessages else { return [] }
    var findings: [Finding] = []
    if address.scheme == "http" {
      findings.append(
        Finding(
          "the address begins with http, and FCM takes only https: the access token could be read on the way",
          remedy: "write https://", at: addressPlace(envelope, document)))
    }
    if let project = address.project, address.hasImpossibleProject {
      findings.append(
        Finding(
          "\(withDollars(project).quoted) is not a project: its identifier has only small letters, digits and hyphens",
          remedy: "write the identifier of your project, as the Firebase console has it",
          at: addressPlace(envelope, document)))
    }
    return findings
      + [authorization(envelope, address), contentType(envelope)].compactMap(\.self).map { text in
        Finding(text, at: document.place(of: envelope) { _ in true })
      }
  }

  /// A host of Google's, or a misspelt one, where FCM is not. Others may pass requests on.
  private static func strangeHost(in address: String) -> String? {
    let form = #/https?://([A-Za-z0-9.\-]+)(?::\d+)?/v1/projects/[^/\s]*/messages/#
    guard let host = address.firstMatch(of: form)?.1.lowercased() else { return nil }
    let isGoogles = host.contains("google") || host.contains("firebase")
    let isKnown = host.hasSuffix(".googleapis.com") && !["www.", "firebase."].contains(where: host.hasPrefix)
    return isGoogles && !isKnown ? host : nil
  }

  /// As the shell command has it.
  private static func withDollars(_ text: Substring) -> String {
    String(text).replacing(String(RequestEnvelope.literalDollar), with: "$")
  }

  private static func addressPlace(_ envelope: RequestEnvelope, _ document: RequestDocument) -> TextPlace? {
    document.place(of: envelope) { $0.contains("fcm.googleapis.com") }
  }

  private static func authorization(_ call: RequestEnvelope, _ address: FCMAddress) -> String? {
    if let value = call.value(of: "authorization"), !value.isEmpty { return AuthorizationHeader.fault(of: value) }
    guard call.areHeadersWhole, !address.hasToken else { return nil }
    return address.hasKey || call.value(of: "x-goog-api-key") != nil
      ? "an API key does not permit sending: HTTP v1 takes an access token, and answers 401"
      : "the header Authorization with an access token is missing, and HTTP v1 answers 401"
  }

  private static func contentType(_ call: RequestEnvelope) -> String? {
    let types = ["application/x-www-form-urlencoded", "multipart/form-data"]
    if let value = call.value(of: "content-type")?.lowercased() {
      return types.contains(where: value.hasPrefix)
        ? "Content-Type says that the body is a form, and HTTP v1 answers 400 to it: write application/json" : nil
    }
    guard call.sendsForm, call.areHeadersWhole else { return nil }
    return
      "without the header Content-Type: application/json the body goes out as that of a form, to which HTTP v1 answers "
      + "400"
  }

  /// The part after `send/` is a subscription of web push.
  private static func isLegacy(_ text: String) -> Bool {
    legacyPath.isIn(text)
      && text.contains(#/(fcm|gcm-http|android)\.googleapis\.com(:443)?/(fcm|gcm)/send(?![\w/])/#)
  }

  private static func hasServerKey(_ text: String) -> Bool {
    key.isIn(text) && text.contains(/(?i)authorization\s*:\s*key\s*=/)
  }

  // Searched before any regular expression, because making one takes longer than most lines are worth.
  private static let legacyPath = ASCIIWord("cm/send")
  private static let key = ASCIIWord("key", ignoresCase: true)
  private static let sendPath = ASCIIWord("/" + SendEndpoint.method)
}

extension RequestDocument {
  /// The first line of its envelope that meets a condition.
  fileprivate func place(of envelope: RequestEnvelope, where isSo: (String) -> Bool) -> TextPlace? {
    (envelope.lines.first { isSo($0.text) } ?? envelope.lines.first).flatMap { place(at: $0.offset, []) }
  }
}

/// The errors in the value of a header Authorization, as far as its text shows: a variable may be anything.
enum AuthorizationHeader {
  /// - Parameter value: not empty, with variables as written.
  /// - Returns: nil if no error is known.
  static func fault(of value: String) -> String? {
    if value.unicodeScalars.contains(RequestEnvelope.literalDollar) {
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
    guard let token else { return "the token after Bearer is missing: HTTP v1 takes an access token, and answers 401" }
    if token.hasPrefix("AAAA"), token.dropFirst(11).hasPrefix(":APA91") {
      return
        "the text after Bearer is a server key of the legacy API: HTTP v1 takes an access token, and answers 401"
    }
    if token.hasPrefix("AIza") {
      return
        "the text after Bearer is an API key, which does not permit sending: HTTP v1 takes an access token, and answers 401"
    }
    return isPlaceholder(token)
      ? "\(String(token).quoted) is in place of the access token, and HTTP v1 answers 401: put yours there"
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
    return "Authorization begins with \(scheme), and HTTP v1 takes only an access token after Bearer: it answers 401"
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
