public import Findings

/// Makes send requests of a campaign's messages and the files published for them.
public struct RequestComposer: Hashable, Sendable {
  public var settings: ComposeSettings

  public init(settings: ComposeSettings = .init()) { self.settings = settings }

  /// Makes the request of one message, or says everything that keeps it from being shown.
  ///
  /// - Parameters:
  ///   - message: The message with the campaign's defaults applied (`MessageDefaults.applied(to:)`).
  ///   - media: The published files; nil for text alone. A message that names a picture is refused without them.
  public func compose(_ message: CampaignMessage, media: MessageMedia?) -> Composition {
    var diagnostics = problems(of: message, media: media)
    let link = message.link.flatMap(HTTPSLink.init)
    let request = SendRequest(
      makeMessage(message, media: media, link: link), overrides: message.overrides, subject: message.origin,
      reporting: &diagnostics)
    // Whoever wants that header has been told what it is good for.
    if settings.webpushImageHeader { diagnostics.removeAll { $0.rule == RequestRules.webImageHeader.description.id } }
    if let request { diagnostics += faults(of: request, subject: message.origin) }
    guard let identifier = MessageIdentifier(rawValue: message.id), let request,
      !diagnostics.contains(where: { $0.severity == .error })
    else { return .refused(diagnostics) }
    return .composed(
      ComposedRequest(id: identifier, request: request, assetURLs: media?.urls ?? []),
      warnings: diagnostics)
  }

  private func problems(of message: CampaignMessage, media: MessageMedia?) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if MessageIdentifier(rawValue: message.id) == nil { problems.append(.identifier(message.origin)) }
    if !message.media.isEmpty, media == nil { problems.append(.unpublishedImage(message.origin)) }
    if let link = message.link, HTTPSLink(rawValue: link) == nil { problems.append(.unusableLink(message.origin)) }
    return problems
  }

  /// A message that one of the forms cannot say is refused as a whole: all forms hold the same set.
  private func faults(of request: SendRequest, subject: Diagnostic.Subject) -> [Diagnostic] {
    settings.formats.compactMap { format in format.fault(of: request.message).map { .unsayable($0, format, subject) } }
  }

  private func makeMessage(_ message: CampaignMessage, media: MessageMedia?, link: HTTPSLink?) -> Message {
    MessageAssembly(source: message, media: media, link: link, settings: settings).message
  }
}

extension Diagnostic {
  fileprivate static func identifier(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      .messageID, subject,
      "the message's identifier cannot name a request file: that takes 1 to 200 letters, digits and ._-, not beginning "
        + "with . or -, and not the word index",
      remedy: "give the message another identifier")
  }

  fileprivate static func unpublishedImage(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      .messageImage, subject,
      "the message's picture was not published, and without it the message would go out as text alone",
      remedy: "mend the picture, or remove it from the message")
  }

  fileprivate static func unsayable(_ fault: FormatFault, _ format: RequestFormat, _ subject: Subject) -> Diagnostic {
    let place = fault.path.isEmpty ? "the message" : fault.path.joined(separator: ".").quoted
    return Diagnostic(
      .messageFormat, subject,
      "\(place) cannot be said in the form \(format.rawValue.quoted): \(fault.reason)",
      remedy: "change the field, or take \(format.rawValue.quoted) out of `compose.formats`")
  }

  static func unusableLink(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      .messageLink, subject,
      "the link is not an absolute https URL in the ASCII characters of RFC 3986; FCM requires https for the link of a "
        + "web push message",
      remedy: "write it as https://host/path, with percent-encoding for everything else")
  }
}

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
      .messageJSON, subject,
      "the message cannot be written as JSON: it holds a number that is not finite, or objects nested hundreds deep",
      remedy: "use finite numbers and shallow objects in apns.payload and webpush.notification")
  }
}
