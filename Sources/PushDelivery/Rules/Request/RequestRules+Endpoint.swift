import Findings

extension RequestRules {
  static let endpoint = Rule<RequestDocument>(
    .init(
      "request.endpoint", .request, .error,
      summary: "a request goes with POST to the address of HTTP v1, and with an access token",
      why:
        "the legacy interface was switched off in 2024 with its addresses (/fcm/send) and its server keys: nothing is sent there, "
        + "and HTTP v1 answers 401 to a key and 404 to another method",
      remedy:
        "write POST \(SendEndpoint.origin)\(SendEndpoint.path(of: "PROJECT")) and Authorization: Bearer with an OAuth 2.0 "
        + "access token",
      source: "https://firebase.google.com/docs/cloud-messaging/migrate-v1",
      failing: [
        http("POST https://fcm.googleapis.com/fcm/send HTTP/1.1"),
        http("POST https://fcm.googleapis.com/v1/projects/shop/messages:send HTTP/1.1", "Authorization: key=AAAA1234"),
        http("GET https://fcm.googleapis.com/v1/projects/shop/messages:send HTTP/1.1"),
      ],
      passing: [
        http(
          "POST https://fcm.googleapis.com/v1/projects/shop/messages:send HTTP/1.1", "Authorization: Bearer ya29.a1b2")
      ])
  ) { document in
    guard let envelope = document.envelope else { return [] }
    let address = envelope.address
    if isLegacy(address) {
      return [
        Finding(
          "this goes to the legacy interface, which was switched off in 2024",
          at: document.place(of: envelope) { isLegacy($0) || $0.contains("/fcm/send") })
      ]
    }
    guard address.contains("/" + SendEndpoint.method) else { return [] }
    var findings: [Finding] = []
    if let method = envelope.method, method != "POST" {
      findings.append(
        Finding(
          "HTTP v1 takes POST, and \(method) is answered with 404",
          at: document.place(of: envelope) { $0.contains(method) }))
    }
    if envelope.lines.contains(where: { hasServerKey($0.text) }) {
      findings.append(
        Finding(
          "a server key is of the legacy interface: HTTP v1 takes an access token, and answers 401",
          at: document.place(of: envelope, where: hasServerKey)))
    }
    return findings
  }

  /// What follows `send/` is a subscription of web push.
  private static func isLegacy(_ text: String) -> Bool {
    text.contains(#/(fcm|gcm-http|android)\.googleapis\.com(:443)?/(fcm|gcm)/send(?![\w/])/#)
  }

  private static func hasServerKey(_ text: String) -> Bool { text.contains(/(?i)authorization\s*:\s*key\s*=/) }

  private static func http(_ lines: String...) -> RuleExample {
    let head = lines + ["Content-Type: application/json"]
    return .request(
      head.joined(separator: "\n")
        + "\n\n"
        + #"{"message": {"topic": "spring", "notification": {"title": "Spring is here", "body": "Come and see."}}}"#
        + "\n")
  }
}

extension RequestDocument {
  /// The first line of its envelope of which something is so.
  fileprivate func place(of envelope: RequestEnvelope, where isSo: (String) -> Bool) -> TextPlace? {
    (envelope.lines.first { isSo($0.text) } ?? envelope.lines.first).flatMap { place(at: $0.offset, []) }
  }
}
