public import Findings

/// Makes send requests of a campaign's messages and the files published for them, in every form that is wanted.
public struct RequestComposer: Sendable {
  let settings: ComposeSettings
  private let now: Int?
  /// One for each form, and then one for each form of the validate-only twins. Forms that name a project are not among them
  /// where none is known: see `ComposeSettings.lacksProject`.
  public let writers: [RequestWriter]

  /// - Parameter now: the moment at which requests are judged, in seconds since 1970; nil where nobody looks at what is over.
  public init(settings: ComposeSettings = .init(), now: Int? = nil) {
    self.settings = settings
    self.now = now
    let twins = settings.hasValidateOnlyTwins ? settings.forms.filter(\.hasValidateOnlyTwin) : []
    writers =
      settings.forms.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: false) }
      + twins.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: true) }
  }

  /// Makes the request of one message, or says everything that keeps it from being shown. A message that one of the forms
  /// cannot express is refused as a whole: all forms hold the same set.
  ///
  /// - Parameters:
  ///   - message: The message with the campaign's defaults applied (`MessageDefaults.applied(to:)`).
  ///   - media: The published files; nil for text alone. A message that names a picture is refused without them.
  public func compose(_ message: CampaignMessage, media: MessageMedia?) -> Checked<ComposedRequest> {
    var diagnostics = ownDiagnostics(of: message, media: media)
    var request = ComposedRequest(
      self.message(of: message, media: media), id: MessageIdentifier(rawValue: message.id) ?? .standIn,
      overrides: message.overrides,
      assetURLs: media?.urls ?? [], proven: settings.proven, isTrial: settings.isTrial, now: now,
      subject: message.origin, origin: { message.place(ofField: $0) }, reporting: &diagnostics)
    // Whoever wants that header has been told what it is good for.
    if settings.webpushImageHeader { diagnostics.removeAll { $0.rule == RequestRules.webImageHeader.description.id } }
    if let checked = request { request?.files = files(of: checked, subject: message.origin, reporting: &diagnostics) }
    return Checked(request, diagnostics)
  }

  private func message(of message: CampaignMessage, media: MessageMedia?) -> Message {
    Message(of: message, media: media, link: message.link.flatMap(HTTPSLink.init), settings: settings)
  }

  /// The message as its request has it, whatever rules say of it; nil for what has no JSON form.
  func assemble(_ message: CampaignMessage, media: MessageMedia?) -> AssembledMessage? {
    AssembledMessage(self.message(of: message, media: media), message.overrides)
  }

  /// The request of a message that is known to break no rule; nil where there is something to say of it all the same.
  func composeGood(_ message: CampaignMessage, media: MessageMedia?) -> ComposedRequest? {
    guard let id = MessageIdentifier(rawValue: message.id), let assembled = assemble(message, media: media) else {
      return nil
    }
    let urls = media?.urls ?? []
    var request = ComposedRequest(
      good: assembled, id: id, target: message.target, assetURLs: urls, proof: settings.proven.proof(of: urls))
    var diagnostics: [Diagnostic] = []
    request.files = files(of: request, subject: message.origin, reporting: &diagnostics)
    return diagnostics.isEmpty ? request : nil
  }

  private func ownDiagnostics(of message: CampaignMessage, media: MessageMedia?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if MessageIdentifier(rawValue: message.id) == nil {
      found.append(.identifier(message.places[.id] ?? message.origin))
    }
    if !message.media.isEmpty, media == nil {
      found.append(.unpublishedImage(message.places[.media] ?? message.origin))
    }
    if let link = message.link, HTTPSLink(rawValue: link) == nil {
      found.append(.unusableLink(link, message.places[.link] ?? message.origin))
    }
    return found
  }

  private func files(
    of request: ComposedRequest, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> [ComposedRequest.File] {
    writers.compactMap { writer in
      do throws(FormatError) {
        return try writer.file(of: request)
      } catch {
        // A validate-only twin says the same as its request.
        if !writer.isValidateOnly { diagnostics.append(.unsayable(error, writer.form, subject)) }
        return nil
      }
    }
  }
}

/// How requests are written.
public struct ComposeSettings: Hashable, Sendable {
  /// The data key under which the apps find the link; nil: the link is for web push alone.
  public var linkDataKey: String?
  /// Also write the image into `webpush.headers.image`, which Google's sample has and no client reads.
  public var webpushImageHeader: Bool
  /// In which forms requests are written; at least one, each once.
  public var forms: [RequestForm]
  /// The Firebase project that the requests go to, which some forms name.
  public var project: ProjectIdentifier?
  /// Whether each request also has a twin that FCM only checks and does not deliver.
  public var hasValidateOnlyTwins: Bool
  /// Whether the requests go to nobody, so that names of templates and samples may stand in them.
  public var isTrial: Bool
  /// The URLs that are known to deliver what was published.
  public var proven: ProvenURLs

  public init(
    linkDataKey: String? = nil, webpushImageHeader: Bool = false, forms: [RequestForm] = [.fcmV1],
    project: ProjectIdentifier? = nil, hasValidateOnlyTwins: Bool = false, isTrial: Bool = false,
    proven: ProvenURLs = .only([])
  ) {
    self.linkDataKey = linkDataKey
    self.webpushImageHeader = webpushImageHeader
    self.forms = forms
    self.project = project
    self.hasValidateOnlyTwins = hasValidateOnlyTwins
    self.isTrial = isTrial
    self.proven = proven
  }

  /// Whether a form names the project that requests go to, and none is known.
  public var lacksProject: Bool { project == nil && forms.contains(where: \.needsProject) }
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

  fileprivate static func unsayable(_ error: FormatError, _ form: RequestForm, _ subject: Subject) -> Diagnostic {
    let place = error.path.isEmpty ? "the message" : error.path.joined(separator: ".").quoted
    return Diagnostic(
      .messageFormat, subject,
      "\(place) cannot be said in the form \(form.name.quoted): \(error.reason)",
      remedy: "change the field, or take \(form.name.quoted) out of `compose.formats`")
  }

  static func unusableLink(_ link: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      .messageLink, subject,
      "the link \(link.quoted) is not an absolute https URL in the ASCII characters of RFC 3986; FCM requires https for "
        + "the link of a web push message",
      remedy: "write it as https://host/path, with percent-encoding for everything else")
  }
}
