/// The published files of one message: a still that every client shows, and perhaps what moves for Apple's systems.
///
/// There is never motion alone: Android and browsers would show nothing.
public struct MessageMedia: Hashable, Sendable {
  /// The picture, or the poster of what moves.
  public var still: StillImageURL
  /// The animated GIF or the movie; nil when Apple's systems get the still.
  public var motion: AppleAttachmentURL?

  public init(still: StillImageURL, motion: AppleAttachmentURL? = nil) {
    self.still = still
    self.motion = motion
  }

  /// What Apple's systems attach.
  public var appleAttachment: AppleAttachmentURL { motion ?? AppleAttachmentURL(still) }

  /// Every file: the still, then the motion.
  public var urls: [String] { [still.rawValue] + (motion.map { [$0.rawValue] } ?? []) }
}
