/// How requests are written.
public struct ComposeSettings: Hashable, Sendable, Codable {
  /// The data key under which the apps find the link; nil: the link is for web push alone.
  public var linkDataKey: String?
  /// Also write the image into `webpush.headers.image`, which Google's sample has and no client reads.
  public var webpushImageHeader: Bool
  /// In which forms requests are written; at least one, each once.
  public var formats: [RequestFormat]
  /// The Firebase project that the requests go to, which some forms name.
  public var project: ProjectIdentifier?
  /// Whether each request also has a twin that FCM only checks and does not deliver.
  public var rehearses: Bool

  public init(
    linkDataKey: String? = nil, webpushImageHeader: Bool = false, formats: [RequestFormat] = [.fcmV1],
    project: ProjectIdentifier? = nil, rehearses: Bool = false
  ) {
    self.linkDataKey = linkDataKey
    self.webpushImageHeader = webpushImageHeader
    self.formats = formats
    self.project = project
    self.rehearses = rehearses
  }
}
