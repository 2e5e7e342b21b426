public import Findings

/// A request of a campaign that FCM's `messages:send` would accept and whose picture the clients would show, in every form
/// that is wanted.
///
/// The rules about fields, types and contents are checked here, so a request that breaks one cannot be constructed.
public struct ComposedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  /// The message by the names of the REST reference.
  public let message: JSONValue
  /// Whom it goes to.
  public let target: MessageTarget
  /// How large the message is on each platform; at most `ClientLimit.payloadBytes`.
  public let payload: PayloadEstimate
  /// The published files that it refers to: the still, then what moves.
  public let assetURLs: [String]
  /// Whether these are known to deliver what was published.
  public let proof: DeliveryProof
  /// What is to be written of it, in the order of the forms, validate-only twins last.
  public internal(set) var files: [File] = []

  /// A request in one form.
  public struct File: Hashable, Sendable {
    public let form: RequestForm
    /// Whether it asks FCM only to check the message.
    public let isValidateOnly: Bool
    /// The file, relative to the request folder.
    public let path: String
    /// Its bytes, or those that are added to the file of all requests.
    public let bytes: [UInt8]
    /// Header fields that must go with it, where it goes to a push service directly.
    public let headers: [String: String]

    /// Whether the file is that of all requests, to which this is added.
    public var isShared: Bool { if case .all = form.place { true } else { false } }
    /// Whether people may run it.
    public var isExecutable: Bool { if case .each(_, _, true) = form.place { true } else { false } }
    /// Whether it is the body of the request itself, alone in its file.
    public var isBody: Bool { form == .fcmV1 && !isValidateOnly }
  }

  /// Adds to `diagnostics` what is wrong with the message; nil when an error is among it.
  ///
  /// - Parameters:
  ///   - overrides: laid over the message.
  ///   - proven: the URLs that are known to deliver what was published.
  ///   - isTrial: whether it may have names of templates and samples.
  ///   - now: the moment at which it is judged, in seconds since 1970; nil where nobody looks at what is over.
  ///   - origin: where what led to a field stands, by the names on the way to it; nil: it is not known of any.
  package init?(
    _ message: Message, id: MessageIdentifier, overrides: MessageOverrides = .init(), assetURLs: [String] = [],
    proven: ProvenURLs = .only([]), isTrial: Bool = false, now: Int? = nil, subject: Diagnostic.Subject,
    origin: (@Sendable ([String]) -> TextPlace?)? = nil, reporting diagnostics: inout [Diagnostic]
  ) {
    guard var assembled = AssembledMessage(message, overrides) else {
      diagnostics.append(.notJSON(subject))
      return nil
    }
    // Reminders are for those who wrote the request; here nobody did.
    assembled.document?.now = now
    // A request whose fields come from nowhere has no place but its own.
    assembled.document?.origin = origin
    let rules = RequestRules.ofComposing(isTrial: isTrial)
    let found = (assembled.document.map { rules.diagnostics(about: subject, in: $0) } ?? [])
      .filter { $0.severity > .note }
    diagnostics += found
    guard !found.contains(where: { $0.severity == .error }) else { return nil }
    self.init(good: assembled, id: id, target: message.target, assetURLs: assetURLs, proof: proven.proof(of: assetURLs))
  }

  /// Takes what is known to break no rule.
  init(
    good assembled: AssembledMessage, id: MessageIdentifier, target: MessageTarget, assetURLs: [String],
    proof: DeliveryProof
  ) {
    self.id = id
    message = assembled.value
    self.target = target
    payload = assembled.payload
    self.assetURLs = assetURLs
    self.proof = proof
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

/// A message as JSON, with its fields by the names of the REST reference.
struct AssembledMessage {
  let payload: PayloadEstimate
  /// What rules look at.
  var document: RequestDocument?
  private let json: JSONValue

  /// - Parameter overrides: laid over the message.
  /// - Returns: nil for what has no JSON form.
  init?(_ message: Message, _ overrides: MessageOverrides) {
    guard let json = (try? JSONValue(encoding: message)).map(overrides.applied(to:)),
      let payload = try? PayloadEstimate(of: json)
    else { return nil }
    (self.json, self.payload) = (json, payload)
    document = RequestDocument(JSONNode(.object(["message": json])), lines: nil)
  }

  var value: JSONValue { document?.message.value ?? json }
}

extension Diagnostic {
  fileprivate static func notJSON(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      .messageJSON, subject,
      "the message cannot be written as JSON: it holds a number that is not finite, or objects nested hundreds deep",
      remedy: "use finite numbers and shallow objects in apns.payload and webpush.notification")
  }
}
