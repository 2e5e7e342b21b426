import Findings
import MediaFacts

/// The default profiles.
///
/// Each platform has its own still: one file cannot be both the whole portrait and the strip of it that Android shows. Bytes and width are
/// alike, so that one file serves all if a picture has the shape that every client shows.
extension Profile {
  /// The still for Android's notification frame.
  public static let android = Profile(
    name: Platform.android.rawValue, platforms: [.android], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value),
    fit: .auto(.clientFrame))

  /// The whole picture, which Apple's systems show at its full height.
  public static let ios = Profile(
    name: Platform.ios.rawValue, platforms: [.ios], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleWidth.value))

  /// The still for the browsers' notification frame.
  public static let web = Profile(
    name: Platform.web.rawValue, platforms: [.web], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.webVisibleHeight.value),
    fit: .auto(.clientFrame))

  /// One still for each platform.
  public static let standard = [android, ios, web]

  /// The one still that Android, Apple's systems, web push and the Notifications composer all take.
  public static let universal = Profile(
    name: "universal", maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value))

  /// The same for only some platforms.
  func serving(_ platforms: Set<Platform>) -> Profile {
    var profile = self
    profile.platforms = platforms
    return profile
  }
}

extension AspectRatio {
  /// The shape of the frames that Android and browsers fill with a picture.
  static let clientFrame = AspectRatio(clampedWidth: ClientLimit.recommendedAspect.value, height: 1)
}
