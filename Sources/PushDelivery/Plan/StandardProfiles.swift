import Findings
import MediaFacts

/// The profiles that hold where pipeline.yml does not say otherwise.
///
/// Each platform has a still of its own: one file cannot be both all of a portrait and the strip of it that Android shows. Bytes
/// and width are alike, so that one file serves all where a picture has the shape that every client shows.
extension Profile {
  /// What Android fills the frame of its notifications with.
  public static let android = Profile(
    name: Platform.android.rawValue, platforms: [.android], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value),
    fit: .cover(.clientFrame, .attention))

  /// All of the picture, which Apple's systems show as high as it is.
  public static let ios = Profile(
    name: Platform.ios.rawValue, platforms: [.ios], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleWidth.value))

  /// What browsers fill the frame of their notifications with.
  public static let web = Profile(
    name: Platform.web.rawValue, platforms: [.web], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.webVisibleHeight.value),
    fit: .cover(.clientFrame, .attention))

  /// One still for each platform.
  public static let standard = [android, ios, web]

  /// The one still that Android, Apple's systems, web push and the Notifications composer all take.
  public static let universal = Profile(
    name: "universal", maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value))

  /// The same for some platforms alone.
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
