/// A request that FCM's `messages:send` would accept and whose picture the clients would show.
///
/// The rules about fields, types and contents are checked here, so a request that breaks one cannot be constructed.
public struct SendRequest: Hashable, Sendable {
  /// The message by the names of the REST reference.
  public let message: JSONValue
  /// Whom it goes to.
  public let target: MessageTarget
  /// How large the message is on each platform; at most `ClientLimit.payloadBytes`.
  public let payload: PayloadEstimate

  /// Adds to `diagnostics` what is wrong with the message; nil when an error is among it.
  ///
  /// - Parameter overrides: laid over the message.
  public init?(
    _ message: Message, overrides: MessageOverrides = .init(), subject: Diagnostic.Subject,
    reporting diagnostics: inout [Diagnostic]
  ) {
    guard let json = (try? JSONValue(encoding: message)).map(overrides.applied(to:)),
      let payload = try? PayloadEstimate(of: json)
    else {
      diagnostics.append(.notJSON(subject))
      return nil
    }
    // Reminders are for those who wrote the request; here nobody did.
    let document = RequestDocument(JSONNode(.object(["message": json])), lines: nil)
    let problems = (document.map { RequestRules.all.diagnostics(about: subject, in: $0) } ?? [])
      .filter { $0.severity > .note }
    diagnostics += problems
    guard !problems.contains(where: { $0.severity == .error }) else { return nil }
    self.message = document?.message.value ?? json
    self.target = message.target
    self.payload = payload
  }

  /// The body of the request as a value.
  ///
  /// - Parameter validateOnly: whether FCM is asked only to check the message and not to deliver it.
  public func body(validateOnly: Bool = false) -> JSONValue {
    validateOnly ? ["message": message, "validate_only": true] : ["message": message]
  }

  /// The body for people and version control: indented, keys sorted, a newline at the end; equal requests have equal bytes.
  public func bodyText(validateOnly: Bool = false) -> [UInt8] {
    // Numbers that have no JSON form were found when the payload was counted.
    (try? JSONText.pretty(body(validateOnly: validateOnly))) ?? []
  }

  /// The body on one line, without a newline.
  public func bodyLine(validateOnly: Bool = false) -> [UInt8] {
    (try? JSONText.compact(body(validateOnly: validateOnly))) ?? []
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
