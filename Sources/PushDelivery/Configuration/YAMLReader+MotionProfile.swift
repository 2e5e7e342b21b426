/// The section `profiles.ios-motion` of pipeline.yml.
extension YAMLReader {
  enum MotionKey: String, YAMLKey {
    case motion
    case maximumMovieBytes = "max-movie-bytes"
    case maximumGIFBytes = "max-gif-bytes"
    case maximumSeconds = "max-seconds"
    case maximumEdge = "max-edge"
    case maximumFrameRate = "max-frame-rate"
    case trim, audio
  }

  /// The background is not read here: it is the still's, so that poster and motion look alike.
  ///
  /// A key for which the chosen `motion` has no use is let be, so that changing that one word is enough.
  mutating func motionProfile(_ value: YAMLValue?, standard: MotionProfile) -> MotionProfile? {
    guard let section = mapping(value, MotionKey.self) else { return nil }
    var profile = standard
    profile.motion = motion(section[.motion]) ?? standard.motion
    let (movie, gif) = (ClientLimit.appleMovieBytes, ClientLimit.appleImageBytes)
    profile.maximumMovieBytes =
      integer(section[.maximumMovieBytes], in: SettingRange.movieBytes, limit: movie) ?? standard.maximumMovieBytes
    profile.maximumGIFBytes =
      integer(section[.maximumGIFBytes], in: SettingRange.gifBytes, limit: gif) ?? standard.maximumGIFBytes
    profile.maximumSeconds =
      integer(section[.maximumSeconds], in: SettingRange.motionSeconds) ?? standard.maximumSeconds
    profile.maximumEdge = integer(section[.maximumEdge], in: SettingRange.motionEdge) ?? standard.maximumEdge
    profile.maximumFrameRate =
      integer(section[.maximumFrameRate], in: SettingRange.frameRate) ?? standard.maximumFrameRate
    profile.trims = bool(section[.trim]) ?? standard.trims
    profile.keepsAudio = choice(section[.audio], among: ["keep": true, "drop": false]) ?? standard.keepsAudio
    return profile
  }

  private mutating func motion(_ value: YAMLValue?) -> MotionProfile.Motion? {
    choice(value, among: ["auto": .automatic, "gif": .gif, "mp4": .mp4, "still": .still])
  }
}
