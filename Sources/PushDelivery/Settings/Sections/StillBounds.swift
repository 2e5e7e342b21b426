import Findings

/// The upper limits of a still's clients, which pipeline.yml cannot exceed.
struct StillBounds: Sendable {
  let bytes: ClientLimit
  let width: ClientLimit
  let height: ClientLimit

  static let universal = StillBounds(
    bytes: .composerImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight)
  static let android = StillBounds(
    bytes: .androidImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight)
  static let ios = StillBounds(bytes: .appleImageBytes, width: .appleScreenSide, height: .appleScreenSide)
  /// Browsers document no limit in bytes; what Android takes, they take.
  static let web = StillBounds(bytes: .androidImageBytes, width: .webVisibleWidth, height: .webVisibleHeight)
}
