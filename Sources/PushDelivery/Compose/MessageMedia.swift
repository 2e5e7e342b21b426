/// The published files of one message, for each platform.
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
  ///   - still: the picture, or a poster.
  ///   - motion: the animated GIF or the movie; nil if Apple's systems get the still.
  public init(still: AssetURL<EveryClient>, motion: AssetURL<AppleSystems>? = nil) {
    self.init(android: still, apple: motion ?? AssetURL<AppleSystems>(still), web: still)
  }

  /// Every file once: those of Android and browsers, then those of Apple's systems.
  public var urls: [String] {
    [android?.rawValue, web?.rawValue, apple?.rawValue].compactMap { $0 }.reduce(into: []) { urls, url in
      if !urls.contains(url) { urls.append(url) }
    }
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
