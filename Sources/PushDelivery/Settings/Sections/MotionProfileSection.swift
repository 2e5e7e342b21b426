import Findings

extension MotionProfile {
  /// The section `profiles.ios-motion` of pipeline.yml.
  ///
  /// The background is not read here: it is the still's, so that poster and motion look alike. A key for which the chosen
  /// `motion` has no use is let be, so that changing that one word is enough.
  static let section = Section(MotionProfile.iOS) {
    Key(
      "motion", \.motion, .choice(["auto": .automatic, "gif": .gif, "mp4": .mp4, "still": .still]),
      "What an animation or a video becomes."
    ).comment(
      """
      What they become: auto (an animation a GIF, a video a movie), gif, mp4, or still (nothing that moves, so that the
      poster goes to Apple's systems too). A GIF plays by itself; a movie waits for a tap and may have sound.
      """
    ).reference(
      "What moves becomes: with `auto` an animation a GIF and a video a movie; with `gif` and `mp4` both that; with `still` "
        + "nothing, so that Apple's systems get the poster like all others. A GIF plays by itself and has no sound. A movie "
        + "waits for a tap, has sound, and takes far fewer bytes.")
    Key(
      "max-movie-bytes", \.maximumMovieBytes,
      .integer(20_000...ClientLimit.appleMovieBytes.value, limit: .appleMovieBytes), "The most bytes of a movie."
    ).comment(
      """
      The most bytes of a movie, {range}, which is Apple's limit. The app's extension has 30 seconds to
      download it, and 5 MB take just that at 1.3 Mbit/s.
      """
    ).reference(
      "The most bytes of a movie. The bound is Apple's limit for movies, \"50 MB\" read as decimal. The default is for the "
        + "download: the app's extension has 30 seconds for it, and 5 MB take just that at 1.3 Mbit/s; on a slower link the "
        + "notification comes without its movie.")
    Key(
      "max-gif-bytes", \.maximumGIFBytes,
      .integer(1_000...ClientLimit.appleImageBytes.value, limit: .appleImageBytes), "The most bytes of an animated GIF."
    ).comment("The most bytes of an animated GIF, {range}, which is Apple's limit for pictures.")
      .reference("The most bytes of an animated GIF. The bound is Apple's limit for pictures, \"10 MB\".")
    Key("max-seconds", \.maximumSeconds, .integer(1...600), "How long a video may play, in seconds.")
      .comment(
        "How long a video may play, in seconds, {range}. The 30 seconds above are for the download and not for playing."
      )
      .reference(
        "How long a video may play, in seconds. No client's limit: the 30 seconds above are for the download, not for "
          + "playing. Over ten minutes, the bound, 50 MB leave 0.67 Mbit/s.")
    Key(
      "max-edge", \.maximumEdge, .integer(16...3840, isGrouped: false), "The most pixels of the longer side."
    ).comment("The most pixels of the longer side, {range}. Nothing is ever enlarged.")
      .reference("The most pixels of the longer side. Nothing is ever enlarged. A movie's sides are even.")
    Key("max-frame-rate", \.maximumFrameRate, .integer(1...60), "The most frames a second.")
      .reference("The most frames a second. A GIF counts in hundredths of a second, so it has 50 at most.")
    Key("trim", \.trims, .bool, "Whether a longer video is cut, or refused.")
      .comment("Whether a longer video is cut at `max-seconds`: true or false, which refuses it.")
      .reference(
        "What becomes of a video longer than `max-seconds`: with `true` its beginning is used, with `false` it is refused, "
          + "since its maker should choose.")
    Key("audio", \.keepsAudio, .choice(["keep": true, "drop": false]), "The sound of a movie.")
      .comment("The sound of a movie: keep or drop. A GIF has none.")
  }
}
