/// The messages of a campaign, as its author wrote them.
public struct Campaign: Hashable, Sendable {
  /// In the order in which they were written; identifiers are unique.
  public var messages: [CampaignMessage]

  public init(messages: [CampaignMessage]) { self.messages = messages }
}

/// One notification of a campaign, as it goes to one target: of one locale and one variant, with every placeholder filled in.
public struct CampaignMessage: Hashable, Sendable {
  /// Unique in the campaign; names the request file.
  public var id: String
  /// The picture, animation or video of each platform.
  public var media: CampaignMedia
  /// What stands for an animation or video where nothing moves; nil: a frame is chosen. Only where there are `media`.
  public var poster: PosterChoice?
  /// The point of the picture that a crop must keep.
  public var focalPoint: FocalPoint?
  public var title: String?
  public var body: String?
  public var target: MessageTarget
  /// Where a tap leads.
  public var link: String?
  /// The platforms that it is made for: others get no section of their own, and no picture.
  public var platforms: Set<Platform>
  public var options: MessageOptions
  public var overrides: MessageOverrides
  /// The language of its words, a tag such as `pt-BR`; nil where the campaign has one language.
  public var locale: String?
  /// Which of the texts that are tried against each other it has; nil where there is one.
  public var variant: String?
  /// Where it was written.
  public var origin: Diagnostic.Subject

  public init(
    id: String, media: CampaignMedia = .init(), poster: PosterChoice? = nil, focalPoint: FocalPoint? = nil,
    title: String? = nil, body: String? = nil, target: MessageTarget, link: String? = nil,
    platforms: Set<Platform> = Set(Platform.allCases), options: MessageOptions = .init(),
    overrides: MessageOverrides = .init(), locale: String? = nil, variant: String? = nil, origin: Diagnostic.Subject
  ) {
    self.id = id
    self.media = media
    self.poster = poster
    self.focalPoint = focalPoint
    self.title = title
    self.body = body
    self.target = target
    self.link = link
    self.platforms = platforms
    self.options = options
    self.overrides = overrides
    self.locale = locale
    self.variant = variant
    self.origin = origin
  }
}

/// Whom a message goes to: exactly one of what FCM's `Message.target` allows.
public enum MessageTarget: Hashable, Sendable, Codable {
  /// A topic's name, without `/topics/`.
  case topic(String)
  /// A registration token (deprecated by FCM in favour of `fid`).
  case token(String)
  /// A Firebase installation identifier.
  case fid(String)
  /// A condition over topics.
  case condition(String)
}

/// What a message has when its author does not say.
public struct MessageDefaults: Hashable, Sendable {
  public var title: String?
  public var body: String?
  public var target: MessageTarget?
  public var link: String?

  public init(title: String? = nil, body: String? = nil, target: MessageTarget? = nil, link: String? = nil) {
    self.title = title
    self.body = body
    self.target = target
    self.link = link
  }
}
