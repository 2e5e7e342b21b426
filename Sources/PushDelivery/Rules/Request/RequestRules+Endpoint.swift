import Findings

extension RequestRules {
  static let endpoint = Rule<RequestDocument>("request.endpoint") { document in
    guard let envelope = document.envelope else { return [] }
    let found = addressFault(envelope).map { [$0] } ?? faults(envelope)
    return found.map { Finding($0.message, at: document.place(of: envelope, where: $0.isThere)) }
  }

  /// What is wrong, and whether a line is the one that says so.
  private typealias Fault = (message: String, isThere: (String) -> Bool)

  /// An address by which nothing is sent to FCM, or to another interface of Google's.
  private static func addressFault(_ envelope: RequestEnvelope) -> Fault? {
    if isLegacy(envelope.address) {
      return (
        "this goes to the legacy interface, which was switched off in 2024",
        { isLegacy($0) || $0.contains("/fcm/send") }
      )
    }
    let target = envelope.target
    if target?.isBatch == true {
      return ("this address took several requests at once, and was switched off in 2024", isAddress)
    }
    if target?.isMisspelt == true { return ("there is nothing at this address, and FCM answers 404", isAddress) }
    return strangeHost(in: envelope.address).map { host in
      ("there is nothing for messages at the host \(host.quoted): FCM's is fcm.googleapis.com", { $0.contains(host) })
    }
  }

  /// Faults of the method, the headers and the address, if that is FCM's.
  private static func faults(_ envelope: RequestEnvelope) -> [Fault] {
    guard sendPath.isIn(envelope.address) else { return [] }
    var faults: [Fault] = []
    if let address = envelope.target, address.isForMessages {
      if address.scheme == "http" {
        faults.append(("the address begins with http, and FCM takes only https", isAddress))
      }
      if let project = address.project, address.hasImpossibleProject {
        let name = String(project).replacing(String(RequestEnvelope.literalDollar), with: "$").quoted
        faults.append(("\(name) is no identifier of a project: small letters, digits and hyphens", isAddress))
      }
      faults += [authorization(envelope, address), contentType(envelope)].compactMap(\.self).map { text -> Fault in
        (text, { _ in true })
      }
    }
    if let method = envelope.method, method != "POST", !AuthorizationHeader.mayBeAnything(method[...]) {
      faults.append(("HTTP v1 takes POST, and \(method) is answered with 404", { $0.contains(method) }))
    } else if envelope.method == nil, envelope.sendsInAddress {
      faults.append(
        (
          "-G has curl put the body into the address and send GET, which HTTP v1 answers with 404: leave it out",
          { $0.contains(SendEndpoint.method) }
        ))
    }
    if envelope.lines.contains(where: { hasServerKey($0.text) }) {
      faults.append(
        ("a server key is of the legacy interface: HTTP v1 takes an access token, and answers 401", hasServerKey))
    }
    return faults
  }

  private static func isAddress(_ line: String) -> Bool { line.contains("fcm.googleapis.com") }

  /// A host of Google's, or a misspelt one, where FCM is not. Others may pass requests on.
  private static func strangeHost(in address: String) -> String? {
    guard sendPath.isIn(address) else { return nil }
    let form = #/https?://([A-Za-z0-9.\-]+)(?::\d+)?/v1/projects/[^/\s]*/messages/#
    guard let host = address.firstMatch(of: form)?.1.lowercased() else { return nil }
    let isGoogles = host.contains("google") || host.contains("firebase")
    let isKnown = host.hasSuffix(".googleapis.com") && host.contains("fcm")
    return isGoogles && !isKnown ? host : nil
  }

  private static func authorization(_ call: RequestEnvelope, _ address: FCMAddress) -> String? {
    let fault: String?
    if let value = call.value(of: "authorization"), !value.isEmpty {
      fault = AuthorizationHeader.fault(of: value)
    } else if call.areHeadersWhole, !address.hasToken {
      let hasKey = address.hasKey || call.value(of: "x-goog-api-key") != nil
      fault = hasKey ? "an API key does not permit sending" : "the header Authorization is missing"
    } else {
      fault = nil
    }
    return fault.map { "\($0): HTTP v1 takes an access token after Bearer, and answers 401" }
  }

  private static func contentType(_ call: RequestEnvelope) -> String? {
    let types = ["application/x-www-form-urlencoded", "multipart/form-data"]
    let value = call.value(of: "content-type")?.lowercased()
    let isForm =
      value.map { value in types.contains(where: value.hasPrefix) } ?? (call.sendsForm && call.areHeadersWhole)
    return isForm ? "the body goes out as that of a form, to which HTTP v1 answers 400: send application/json" : nil
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
      return "the shell does not replace the $ of Authorization in single quotes or behind a backslash"
    }
    let words = value.split(whereSeparator: \.isWhitespace)
    guard let scheme = words.first, !mayBeAnything(scheme) else { return nil }
    let name = scheme.lowercased()
    // Server keys are reported separately, and Google once took tokens after OAuth.
    guard name == "bearer" else {
      return name.hasPrefix("key") || name == "oauth" ? nil : "Authorization does not begin with Bearer"
    }
    guard let token = words.dropFirst().first else { return "the token after Bearer is missing" }
    if token.hasPrefix("AAAA"), token.dropFirst(11).hasPrefix(":APA91") {
      return "the text after Bearer is a server key of the legacy API"
    }
    if token.hasPrefix("AIza") { return "the text after Bearer is an API key, which does not permit sending" }
    return isPlaceholder(token) ? "\(String(token).quoted) is in place of your token" : nil
  }

  /// Whether it contains a variable of a shell, of an editor's REST client or of Windows.
  static func mayBeAnything(_ text: Substring) -> Bool { text.contains { "$`{%".contains($0) } }

  /// Whether it is a name from samples; tokens do not contain these brackets.
  private static func isPlaceholder(_ token: Substring) -> Bool {
    if mayBeAnything(token) { return false }
    let name = token.lowercased()
    return name.hasPrefix("your") && name.dropFirst(4).first.map { "_-".contains($0) } == true
      || token.hasPrefix("<") && token.hasSuffix(">") || token.hasPrefix("[") && token.hasSuffix("]")
      || names.contains(name.replacing("-", with: "_"))
  }

  private static let names = Set(WordTable.requests.rows("sample-token").joined())
}
