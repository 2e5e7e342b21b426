import Findings

/// The parts of a request besides the texts: the author's settings, in the place that each platform reads.
///
/// All messages of a shape share it.
struct MessageSections: Sendable {
  /// nil: no part for only this platform.
  private let android: JSONNode?
  private let apns: JSONNode?
  /// Without the link.
  private let webpush: JSONNode?
  private let analytics: JSONNode?
  private let isForWeb: Bool
  private let linkDataKey: String?

  /// - Parameter media: the published files; nil for text only.
  init(_ shape: MessageShape, media: MessageMedia?, _ settings: ComposeSettings) {
    let shape = shape.contents
    let (options, overrides) = (shape.options, shape.overrides)
    /// The author's fields for the platform override richpush's.
    func section(_ platform: Platform, _ own: JSONNode, _ type: String, _ written: JSONValue?) -> JSONNode? {
      let own = shape.platforms.contains(platform) ? own.unlessEmpty : nil
      guard let written else { return own }
      let walk = SchemaWalk.walk(JSONNode(written), type: type, path: [])
      return own?.merging(walk.node) ?? walk.node
    }
    android = section(.android, Self.android(options, media), "AndroidConfig", overrides.android)
    apns = section(.ios, Self.apns(options, media), "ApnsConfig", overrides.apns)
    webpush = section(.web, Self.webpush(options, media, settings), "WebpushConfig", overrides.webpush)
    analytics = options.analyticsLabel.map { JSONNode(object: [("analytics_label", JSONNode($0.rawValue))]) }
    isForWeb = shape.platforms.contains(.web)
    linkDataKey = settings.linkDataKey
  }

  /// The message with its texts. `link`: the URL for a tap, if FCM takes it.
  func message(_ message: CampaignMessage, link: String?) -> JSONNode {
    let link = link.map { JSONNode($0) }
    let words = JSONNode(object: [
      ("body", message.body.map { JSONNode($0) }), ("title", message.title.map { JSONNode($0) }),
    ])
    let (target, text) = (message.target.kind.rawValue, JSONNode(message.target.text))
    func ifTarget(_ name: String) -> (String, JSONNode?) { (name, target == name ? text : nil) }
    return JSONNode(object: [
      ("android", android), ("apns", apns), ifTarget("condition"), ("data", data(message, link)),
      ("fcm_options", analytics), ifTarget("fid"), ("notification", words), ifTarget("token"), ifTarget("topic"),
      ("webpush", opening(link)),
    ])
  }

  private func data(_ message: CampaignMessage, _ link: JSONNode?) -> JSONNode? {
    var data = zip(message.shape.dataKeys, message.dataValues).map { (name: $0, value: JSONNode($1) as JSONNode?) }
    if let link, let linkDataKey {
      data.removeAll { $0.name == linkDataKey }
      data.insert((linkDataKey, link), at: data.firstIndex { $0.name > linkDataKey } ?? data.endIndex)
    }
    return JSONNode(object: data).unlessEmpty
  }

  /// The section for browsers with the page that a tap opens, unless the author set another one.
  private func opening(_ link: JSONNode?) -> JSONNode? {
    guard isForWeb, let link else { return webpush }
    let section = JSONNode(object: [("fcm_options", JSONNode(object: [("link", link)]))])
    return webpush.map(section.merging) ?? section
  }

  private static func android(_ options: MessageOptions, _ media: MessageMedia?) -> JSONNode {
    let count = options.badge.map { Int32(clamping: $0) }
    let notification = JSONNode(object: [
      ("channel_id", options.channel.map { JSONNode($0) }), ("image", media?.android.map { JSONNode($0.rawValue) }),
      ("notification_count", count.map { JSONNode(.integer(Int($0))) }),
      ("sound", options.sound.map { JSONNode($0) }),
    ])
    return JSONNode(object: [
      ("collapse_key", options.collapseKey.map { JSONNode($0) }), ("notification", notification.unlessEmpty),
      ("priority", options.priority.map { JSONNode($0 == .high ? "HIGH" : "NORMAL") }),
      ("ttl", options.timeToLive.map { JSONNode($0.rawValue) }),
    ])
  }

  private static func apns(_ options: MessageOptions, _ media: MessageMedia?) -> JSONNode {
    let image = media?.apple.map { JSONNode($0.rawValue) }
    let aps = JSONNode(object: [
      ("badge", options.badge.map { JSONNode(.integer($0)) }), ("category", options.category.map { JSONNode($0) }),
      ("mutable-content", image.map { _ in JSONNode(.integer(1)) }), ("sound", options.sound.map { JSONNode($0) }),
    ])
    // 10 is at once, 5 considers the device's power
    // (https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
    let headers = JSONNode(object: [
      ("apns-collapse-id", options.collapseKey.map { JSONNode($0) }),
      ("apns-expiration", options.expiration.map { JSONNode(String($0)) }),
      ("apns-priority", options.priority.map { JSONNode($0 == .high ? "10" : "5") }),
    ])
    return JSONNode(object: [
      ("fcm_options", image.map { JSONNode(object: [("image", $0)]) }), ("headers", headers.unlessEmpty),
      ("payload", aps.unlessEmpty.map { JSONNode(object: [("aps", $0)]) }),
    ])
  }

  private static func webpush(
    _ options: MessageOptions, _ media: MessageMedia?, _ settings: ComposeSettings
  ) -> JSONNode {
    let image = media?.web.map { JSONNode($0.rawValue) }
    // The header fields of RFC 8030, sections 5.2 to 5.4.
    let headers = JSONNode(object: [
      ("TTL", options.timeToLive.map { JSONNode(String($0.seconds)) }),
      ("Topic", options.collapseKey.map { JSONNode($0) }),
      ("Urgency", options.priority.map { JSONNode($0.rawValue) }),
      ("image", settings.webpushImageHeader ? image : nil),
    ])
    return JSONNode(object: [
      ("headers", headers.unlessEmpty), ("notification", image.map { JSONNode(object: [("image", $0)]) }),
    ])
  }
}

extension JSONNode {
  /// The object; nil if it is empty.
  fileprivate var unlessEmpty: JSONNode? { members.isEmpty ? nil : self }
}

/// The published files of one message, for each platform.
public struct MessageMedia: Hashable, Sendable {
  public var android: AssetURL<EveryClient>?
  /// A picture, an animated GIF or a movie.
  public var apple: AssetURL<AppleSystems>?
  public var web: AssetURL<EveryClient>?

  public init(
    android: AssetURL<EveryClient>? = nil, apple: AssetURL<AppleSystems>? = nil, web: AssetURL<EveryClient>? = nil
  ) {
    (self.android, self.apple, self.web) = (android, apple, web)
  }

  /// The same for every platform.
  ///
  /// - Parameters:
  ///   - still: the picture, or a poster.
  ///   - motion: the animated GIF or the movie; nil if Apple's systems get the still.
  public init(still: AssetURL<EveryClient>, motion: AssetURL<AppleSystems>? = nil) {
    self.init(android: still, apple: motion ?? AssetURL<AppleSystems>(still), web: still)
  }

  /// Every file once: those of Android and browsers, then those of Apple's systems.
  public var urls: [String] {
    [android?.rawValue, web?.rawValue, apple?.rawValue].compactMap(\.self).distinct
  }
}

extension MessageDefaults {
  /// The message with these defaults for missing keys. A text that was written empty stays empty.
  ///
  /// The target does not change: a message cannot exist without one, so the default was applied before.
  public func applied(to message: CampaignMessage) -> CampaignMessage {
    var message = message
    message.title = message.title ?? title
    message.body = message.body ?? body
    message.link = message.link ?? link
    return message
  }
}
