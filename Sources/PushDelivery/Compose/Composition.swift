public import Findings

/// What came of composing one message.
public enum Composition: Hashable, Sendable {
  /// The request, and what is worth knowing about it: none of it an error.
  case composed(ComposedRequest, warnings: [Diagnostic])
  /// Why there is no request: at least one error.
  case refused([Diagnostic])

  /// The request, unless the message was refused.
  public var request: ComposedRequest? {
    if case .composed(let request, _) = self { request } else { nil }
  }

  public var diagnostics: [Diagnostic] {
    switch self {
    case .composed(_, let diagnostics), .refused(let diagnostics): diagnostics
    }
  }
}

/// A request of a campaign, ready to be written as `<id>.json`.
public struct ComposedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  public let request: SendRequest
  /// The published files that it refers to: the still, then what moves.
  public let assetURLs: [String]

  public init(id: MessageIdentifier, request: SendRequest, assetURLs: [String]) {
    self.id = id
    self.request = request
    self.assetURLs = assetURLs
  }

  public var target: MessageTarget { request.target }
  public var payload: PayloadEstimate { request.payload }
  /// The bytes of the request file.
  public var body: [UInt8] { request.bodyText() }
}

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
