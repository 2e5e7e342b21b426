public import Findings

/// Makes send requests of a campaign's messages and the files published for them, in every form that is wanted.
public struct RequestComposer: Sendable {
  let settings: ComposeSettings
  let now: Int?
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

  /// Whether the requests go to nobody.
  package var isTrial: Bool { settings.isTrial }

  /// How the links of messages are judged: as they will be in the requests.
  var question: RequestFile.Question {
    RequestFile.Question(
      now: now ?? 0, isTrial: settings.isTrial, rules: settings.isTrial ? RuleCatalog.standard.forTrial : .standard)
  }

  /// Makes the request of one message, or says everything that keeps it from being shown. A message that one of the forms
  /// cannot express is refused as a whole: all forms hold the same set.
  ///
  /// - Parameters:
  ///   - message: The message with the campaign's defaults applied (`MessageDefaults.applied(to:)`).
  ///   - media: The published files; nil for text alone. A message that names a picture is refused without them.
  public func compose(_ message: CampaignMessage, media: MessageMedia?) -> Checked<ComposedRequest> {
    ComposedShape(message, media: media, by: self).compose(message)
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
