/// A request that FCM's `messages:send` would accept and whose picture the clients would show.
///
/// Field names and types are right because `Message` has no others; the rules about what is in them are checked here,
/// so a request that breaks one cannot be constructed.
public struct SendRequest: Hashable, Sendable {
  public let message: Message
  /// Whether FCM is asked only to check the message and not to deliver it.
  public let validateOnly: Bool
  /// How large the message is on each platform; at most `ClientLimit.payloadBytes`.
  public let payload: PayloadEstimate
  /// The JSON body: indented, keys sorted, a newline at the end; equal requests have equal bytes.
  public let body: [UInt8]

  /// Adds to `diagnostics` what is wrong with the message; nil when an error is among it.
  public init?(
    _ message: Message, validateOnly: Bool = false, subject: Diagnostic.Subject,
    reporting diagnostics: inout [Diagnostic]
  ) {
    guard let body = try? JSONText.pretty(RequestBody(message: message, validateOnly: validateOnly ? true : nil)),
      let json = try? JSONText.value(of: body)["message"], let payload = try? PayloadEstimate(of: json)
    else {
      diagnostics.append(.notJSON(subject))
      return nil
    }
    // Reminders are for those who wrote the request; here nobody did.
    let problems = (RequestDocument(ownBody: body).map { RequestRules.all.diagnostics(about: subject, in: $0) } ?? [])
      .filter { $0.severity > .note }
    diagnostics += problems
    guard !problems.contains(where: { $0.severity == .error }) else { return nil }
    self.message = message
    self.validateOnly = validateOnly
    self.payload = payload
    self.body = body
  }
}

/// `SendMessageRequest` of the API's definition.
private struct RequestBody: Encodable {
  let message: Message
  let validateOnly: Bool?

  enum CodingKeys: String, CodingKey {
    case message
    case validateOnly = "validate_only"
  }
}

extension Diagnostic {
  fileprivate static func notJSON(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "message.json", .error, subject,
      "the message cannot be written as JSON: it holds a number that is not finite, or objects nested hundreds deep",
      remedy: "use finite numbers and shallow objects in apns.payload and webpush.notification")
  }
}
