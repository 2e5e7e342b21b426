/// What keeps a file from being rendered that no example can show on every machine, or that `run` alone finds.
extension Incident {
  static let media = [
    fileIgnored, fileLeavesFolder, fileName, fileNotAFile, fileUnreadable, fileWrongRendition, imageCannotFit,
    imageCrashedDecoder, imageCut, imageLowScore, imageOutOfMemory, imageRuined, imageTimedOut, motionCannotFit,
    motionDelays, motionless, motionTimedOut, motionTooLong,
    motionTrimmed, posterAfterEnd, posterMoves, posterUnused,
  ]

  public static let fileIgnored = Incident(
    "file.ignored", .media, .note, "It is no picture and no message names it; passed over.",
    remedy: "")

  public static let fileLeavesFolder = Incident(
    "file.leaves-folder", .media, .error, "A link leads out of the campaign folder.",
    remedy: "put a copy of the picture into the folder")

  public static let fileName = Incident(
    "file.name", .media, .error, "The name is not UTF-8, so no message or report can name it.",
    remedy: "rename it")

  public static let fileNotAFile = Incident(
    "file.not-a-file", .media, .error, "It is named like a picture and is a folder, a socket or the like.",
    remedy: "rename or remove it")

  public static let fileUnreadable = Incident(
    "file.unreadable", .media, .error, "It cannot be read.",
    remedy: "give the user who runs richpush permission")

  public static let fileWrongRendition = Incident(
    "file.wrong-rendition", .media, .error,
    "What was made of it does not measure up to what was asked for, so that it is not published.",
    remedy: "export it anew as JPEG, PNG, GIF or MP4, and report it as a defect")

  public static let imageCannotFit = Incident(
    "image.cannot-fit", .media, .error, "No size and quality fits the limit.",
    remedy: "simplify the picture, raise `max-bytes`, or with `effort: fast` lower `quality.floor`")

  public static let imageCrashedDecoder = Incident(
    "image.crashed-decoder", .media, .error, "The decoder ended abnormally over this file.",
    remedy: "export it anew; such a file is damaged or made to do harm")

  public static let imageCut = Incident(
    "image.cut", .media, .warning,
    "Clients show less of the picture than `least-shown` says, and nobody chose which part.",
    remedy: "give the message a `focal-point`, or a picture of its own for the platform",
    source: ClientLimit.recommendedAspect.source)

  public static let imageLowScore = Incident(
    "image.low-score", .media, .warning,
    "Under its limit the rendition looks so much worse than the picture that people notice: it scores less than "
      + "`quality.warn-below`.",
    remedy: "raise `max-bytes`, lower `max-width` and `max-height`, or cut to a part with less detail",
    source: "https://github.com/cloudinary/ssimulacra2")

  public static let imageOutOfMemory = Incident(
    "image.out-of-memory", .media, .error, "Decoding it needs more than `worker.max-memory`.",
    remedy: "scale it down before, or raise the limit")

  public static let imageRuined = Incident(
    "image.ruined", .media, .error,
    "Under its limit the rendition hardly shows the picture any more: it scores far less than `quality.warn-below`.",
    remedy:
      "raise `max-bytes`, flatten its transparency, cut to a part with less detail, or lower `quality.warn-below`",
    source: "https://github.com/cloudinary/ssimulacra2")

  public static let imageTimedOut = Incident(
    "image.timed-out", .media, .error,
    "It took longer than `worker.time-limit`, or making what moves longer than `worker.motion-time-limit`.",
    remedy: "export it anew, or raise the limit")

  public static let motionCannotFit = Incident(
    "motion.cannot-fit", .media, .error, "Nothing that moves fits the limit.",
    remedy:
      "cut it shorter, raise `max-movie-bytes` or `max-gif-bytes`, or publish its poster alone with `motion: still`")

  public static let motionDelays = Incident(
    "motion.delays", .media, .warning,
    "Frames have delays under 20 ms, which players take for 100 ms, or over 655.35 s, which no GIF can say; the rendition says 100 ms or "
      + "655.35 s.",
    remedy: "give every frame at least 20 ms, and no more than anybody would wait for",
    source: ClientLimit.shortestFrameDelay.source)

  public static let motionless = Incident(
    "motion.none", .media, .note, "All frames of an animation show the same; messages show its poster alone.",
    remedy: "give it frames that differ, or publish its poster with `motion: still`")

  public static let motionTimedOut = Incident(
    "motion.timed-out", .media, .error, "Encoding it took longer than `worker.motion-time-limit`.",
    remedy: "cut it shorter, export it smaller, or raise the limit")

  public static let motionTooLong = Incident(
    "motion.too-long", .media, .error, "It plays longer than `max-seconds`.",
    remedy: "cut it shorter, set `trim: true`, or raise the limit")

  public static let motionTrimmed = Incident(
    "motion.trimmed", .media, .warning, "It plays longer than `max-seconds` and was cut there.",
    remedy: "look at where the cut falls, or cut it yourself")

  public static let posterAfterEnd = Incident(
    "poster.after-end", .media, .error, "The poster's moment lies behind the end.",
    remedy: "correct `at`, or delete it")

  public static let posterMoves = Incident(
    "poster.moves", .media, .error, "The file given as poster moves.",
    remedy: "give a JPEG or PNG, or a moment")

  public static let posterUnused = Incident(
    "poster.unused", .media, .warning, "A message gives a poster to a picture that does not move.",
    remedy: "delete `poster`, or name a video as `image`")
}
