import Findings

extension Message {
  /// Puts what the author of a message said where each platform looks for it.
  ///
  /// - Parameters:
  ///   - media: the published files; nil for text alone.
  ///   - link: where a tap leads.
  init(of source: CampaignMessage, media: MessageMedia?, link: HTTPSLink?, settings: ComposeSettings) {
    self = PlatformSections(source: source, media: media, link: link, settings: settings).message
  }
}

/// The parts of a message for each platform.
private struct PlatformSections {
  let source: CampaignMessage
  let media: MessageMedia?
  let link: HTTPSLink?
  let settings: ComposeSettings

  private var options: MessageOptions { source.options }

  /// Platforms that need nothing said to them alone have no section.
  var message: Message {
    Message(
      target: source.target, notification: Message.Notification(title: source.title, body: source.body), data: data,
      android: source.platforms.contains(.android) ? android.map { .v1($0) } : nil,
      webpush: source.platforms.contains(.web) ? webpush : nil,
      apns: source.platforms.contains(.ios) ? apns : nil,
      fcmOptions: options.analyticsLabel.map { FcmOptions(analyticsLabel: $0) })
  }

  private var data: [String: String]? {
    var data = options.data
    if let link, let key = settings.linkDataKey { data[key] = link.rawValue }
    return data.isEmpty ? nil : data
  }

  private var android: AndroidConfig? {
    var content = AndroidNotificationContent(image: media?.android)
    content.channelID = options.channel
    content.sound = options.sound
    content.count = options.badge.map { Int32(clamping: $0) }
    var config = AndroidConfig(timeToLive: options.timeToLive)
    if content != AndroidNotificationContent() { config.notification = AndroidNotification(content) }
    config.collapseKey = options.collapseKey
    config.priority = options.priority.map { $0 == .high ? .high : .normal }
    return config == AndroidConfig() ? nil : config
  }

  private var apns: ApnsConfig? {
    var aps: [String: JSONValue] = [:]
    if media?.apple != nil { aps["mutable-content"] = 1 }
    aps["sound"] = options.sound.map { .string($0) }
    aps["badge"] = options.badge.map { .integer($0) }
    aps["category"] = options.category.map { .string($0) }
    var headers: [String: String] = [:]
    // 10 is at once and 5 considers the device's power
    // (https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
    headers["apns-priority"] = options.priority.map { $0 == .high ? "10" : "5" }
    headers["apns-expiration"] = options.expiration.map(String.init)
    headers["apns-collapse-id"] = options.collapseKey
    guard !aps.isEmpty || !headers.isEmpty else { return nil }
    return ApnsConfig(
      headers: headers.isEmpty ? nil : headers, payload: aps.isEmpty ? nil : ["aps": .object(aps)],
      fcmOptions: media?.apple.map { ApnsFcmOptions(image: $0) })
  }

  private var webpush: WebpushConfig? {
    var headers: [String: String] = [:]
    if settings.webpushImageHeader { headers["image"] = media?.web?.rawValue }
    // The header fields of RFC 8030, sections 5.2 to 5.4.
    headers["TTL"] = options.timeToLive.map { String($0.seconds) }
    headers["Urgency"] = options.priority?.rawValue
    headers["Topic"] = options.collapseKey
    let config = WebpushConfig(
      headers: headers.isEmpty ? nil : headers, notification: media?.web.map { WebpushNotification(image: $0) },
      fcmOptions: link.map { WebpushFcmOptions(link: $0) })
    return config == WebpushConfig() ? nil : config
  }
}

/// The published files of one message, for each platform that shows one.
public struct MessageMedia: Hashable, Sendable {
  public var android: AssetURL<EveryClient>?
  /// A picture, an animated GIF or a movie.
  public var apple: AssetURL<AppleSystems>?
  public var web: AssetURL<EveryClient>?

  public init(
    android: AssetURL<EveryClient>? = nil, apple: AssetURL<AppleSystems>? = nil, web: AssetURL<EveryClient>? = nil
  ) {
    self.android = android
    self.apple = apple
    self.web = web
  }

  /// The same for every platform.
  ///
  /// - Parameters:
  ///   - still: the picture, or the poster of what moves.
  ///   - motion: the animated GIF or the movie; nil when Apple's systems get the still.
  public init(still: AssetURL<EveryClient>, motion: AssetURL<AppleSystems>? = nil) {
    self.init(android: still, apple: motion ?? AssetURL<AppleSystems>(still), web: still)
  }

  /// Every file once: what Android and browsers show, then what Apple's systems do.
  public var urls: [String] {
    [android?.rawValue, web?.rawValue, apple?.rawValue].compactMap { $0 }.reduce(into: []) { urls, url in
      if !urls.contains(url) { urls.append(url) }
    }
  }
}

extension MessageDefaults {
  /// The message with these defaults where its author said nothing. A text that was written empty stays empty.
  ///
  /// The target is the message's own: a message cannot exist without one, so the default has been used before.
  public func applied(to message: CampaignMessage) -> CampaignMessage {
    var message = message
    message.title = message.title ?? title
    message.body = message.body ?? body
    message.link = message.link ?? link
    return message
  }
}
