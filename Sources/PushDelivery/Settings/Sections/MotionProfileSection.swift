import Findings

extension MotionProfile {
  /// The section `profiles.ios-motion` of pipeline.yml.
  ///
  /// The background is not read here: it is the still's, so that poster and motion look alike. A key that the chosen `motion` does not use
  /// is allowed, so that you can change only that word.
  static let section = Section(MotionProfile.iOS, at: .pipeline("profiles.ios-motion")) {
    Key("motion", \.motion, .choice(["auto": .automatic, "gif": .gif, "mp4": .mp4, "still": .still]))
    Key(
      "max-movie-bytes", \.maximumMovieBytes,
      .integer(20_000...ClientLimit.appleMovieBytes.value, limit: .appleMovieBytes))
    Key(
      "max-gif-bytes", \.maximumGIFBytes, .integer(1_000...ClientLimit.appleImageBytes.value, limit: .appleImageBytes))
    Key("max-seconds", \.maximumSeconds, .integer(1...600))
    Key("max-edge", \.maximumEdge, .integer(16...3840, isGrouped: false))
    Key("max-frame-rate", \.maximumFrameRate, .integer(1...60))
    Key("trim", \.trims, .bool)
    Key("audio", \.keepsAudio, .choice(["keep": true, "drop": false]))
  }
}
