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
