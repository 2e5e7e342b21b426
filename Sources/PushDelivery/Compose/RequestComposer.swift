public import Findings

/// Makes send requests from a campaign's messages and their published files, in every wanted form.
public struct RequestComposer: Sendable {
  let settings: ComposeSettings
  let now: Int?
  /// One for each form, then one for each form of the validate-only twins. Without a project, the forms that need one are left out: see
  /// `ComposeSettings.lacksProject`.
  public let writers: [RequestWriter]

  /// - Parameter now: the time of the check, in seconds since 1970; nil to ignore expiry.
  public init(settings: ComposeSettings = .init(), now: Int? = nil) {
    self.settings = settings
    self.now = now
    let twins = settings.hasValidateOnlyTwins ? settings.forms.filter(\.hasValidateOnlyTwin) : []
    writers =
      settings.forms.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: false) }
      + twins.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: true) }
  }

  /// Whether requests are never sent.
  package var isTrial: Bool { settings.isTrial }

  /// How to check the links of messages: as they will be in the requests.
  var question: RequestFile.Question {
    RequestFile.Question(
      now: now ?? 0, isTrial: settings.isTrial, rules: settings.isTrial ? RuleCatalog.standard.forTrial : .standard)
  }

  /// Makes the request of one message, or reports all errors that keep it from being shown. A message that one of the forms cannot express
  /// is refused as a whole: all forms hold the same set.
  ///
  /// - Parameters:
  ///   - message: The message with the campaign's defaults applied (`MessageDefaults.applied(to:)`).
  ///   - media: The published files; nil for text only. A message that names a picture is refused without them.
  public func compose(_ message: CampaignMessage, media: MessageMedia?) -> Checked<ComposedRequest> {
    ComposedShape(message, media: media, by: self).compose(message)
  }
}

/// How requests are written.
public struct ComposeSettings: Hashable, Sendable {
  /// The data key where the apps find the link; nil: the link is only for web push.
  public var linkDataKey: String?
  /// Also write the image into `webpush.headers.image`, which Google's sample has and no client reads.
  public var webpushImageHeader: Bool
  /// The forms to write; at least one, each once.
  public var forms: [RequestForm]
  /// The Firebase project that the requests go to, which some forms name.
  public var project: ProjectIdentifier?
  /// Whether each request also has a twin that FCM only checks.
  public var hasValidateOnlyTwins: Bool
  /// Whether requests are never sent, so that they may contain names of templates and samples.
  public var isTrial: Bool
  /// URLs known to deliver the published bytes.
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

  /// Whether a form names the project of the requests, but it is unknown.
  public var lacksProject: Bool { project == nil && forms.contains(where: \.needsProject) }
}
