/// The published files of one message, for each platform that shows one.
public struct MessageMedia: Hashable, Sendable {
  public var android: StillImageURL?
  /// A picture, an animated GIF or a movie.
  public var apple: AppleAttachmentURL?
  public var web: StillImageURL?

  public init(android: StillImageURL? = nil, apple: AppleAttachmentURL? = nil, web: StillImageURL? = nil) {
    self.android = android
    self.apple = apple
    self.web = web
  }

  /// The same for every platform.
  ///
  /// - Parameters:
  ///   - still: the picture, or the poster of what moves.
  ///   - motion: the animated GIF or the movie; nil when Apple's systems get the still.
  public init(still: StillImageURL, motion: AppleAttachmentURL? = nil) {
    self.init(android: still, apple: motion ?? AppleAttachmentURL(still), web: still)
  }

  /// Every file once: what Android and browsers show, then what Apple's systems do.
  public var urls: [String] {
    [android?.rawValue, web?.rawValue, apple?.rawValue].compactMap { $0 }.reduce(into: []) { urls, url in
      if !urls.contains(url) { urls.append(url) }
    }
  }
}
