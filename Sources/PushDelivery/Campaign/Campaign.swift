/// The messages of a campaign, as its author wrote them.
public struct Campaign: Hashable, Sendable {
  /// In the order in which they were written; identifiers are unique.
  public var messages: [CampaignMessage]

  public init(messages: [CampaignMessage]) { self.messages = messages }
}

/// One notification of a campaign.
public struct CampaignMessage: Hashable, Sendable {
  /// Unique in the campaign; names the request file.
  public var id: String
  /// The path, relative to the campaign folder, of the picture, animation or video; nil for text alone.
  public var image: String?
  /// What stands for an animation or video where nothing moves; nil: a frame is chosen. Only where there is an `image`.
  public var poster: PosterChoice?
  /// The point of the picture that a crop must keep.
  public var focalPoint: FocalPoint?
  public var title: String?
  public var body: String?
  public var target: MessageTarget
  /// Where a tap leads.
  public var link: String?
  /// Where it was written.
  public var origin: Diagnostic.Subject

  public init(
    id: String, image: String? = nil, poster: PosterChoice? = nil, focalPoint: FocalPoint? = nil,
    title: String? = nil, body: String? = nil, target: MessageTarget, link: String? = nil, origin: Diagnostic.Subject
  ) {
    self.id = id
    self.image = image
    self.poster = poster
    self.focalPoint = focalPoint
    self.title = title
    self.body = body
    self.target = target
    self.link = link
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
