import Findings

/// What the clients of a still take and show at most, which pipeline.yml cannot exceed.
struct StillBounds: Sendable {
  let bytes: ClientLimit
  let width: ClientLimit
  let height: ClientLimit
  /// Where the limit of the bytes comes from, for people.
  let bytesWords: String
  /// Where those of the sides come from.
  let sizeWords: String

  static let universal = StillBounds(
    bytes: .composerImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight,
    bytesWords: "the composer takes no more than 300 KB", sizeWords: "no Android screen shows more")

  static let android = StillBounds(
    bytes: .androidImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight,
    bytesWords: "Android's FCM SDK drops a larger picture", sizeWords: "no Android screen shows more")

  static let ios = StillBounds(
    bytes: .appleImageBytes, width: .appleScreenSide, height: .appleScreenSide,
    bytesWords: "Apple's systems refuse a larger attachment", sizeWords: "no iPhone or iPad has more")

  /// No browser says how many bytes it takes; what Android takes, they take.
  static let web = StillBounds(
    bytes: .androidImageBytes, width: .webVisibleWidth, height: .webVisibleHeight,
    bytesWords: "as on Android, since browsers name no limit", sizeWords: "Chrome shows no more")
}
