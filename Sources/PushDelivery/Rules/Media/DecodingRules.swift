public import Findings
public import MediaFacts

/// The rules that are found broken where a file is read and decoded: nothing can be made of it, or not all of it.
///
/// They have no function of their own: decoders find them, and `MediaError` says them.
public enum DecodingRules {
  public static let all = [
    empty, tooLarge, unrecognised, unsupported, truncated, damaged, damagedSlightly, invisible, tooManyPixels,
    tooManyFrames,
    videoTruncated, videoDamaged, videoDamagedSlightly, noPictures,
  ]

  private static let libvips = "https://www.libvips.org/API/current/enum.FailOn.html"
  private static let formats = "https://developer.android.com/media/platform/supported-formats"
  private static let attachments = "https://developer.apple.com/documentation/usernotifications/unerror/code"
  private static let ownLimits = "docs/configuration.md"

  static let empty = rule(
    "file.empty", "a file has bytes", "There is nothing to show: clients show text alone",
    "export the picture again; the copy that arrived here is empty", attachments,
    failing: .media(MediaExample("photo.jpg", ["dd", "if=/dev/null", "of=photo.jpg"])))

  static let tooLarge = rule(
    "file.too-large", "a file has at most limits.max-source-bytes",
    "richpush does not read more, so that a mistake does not fill the memory; no client would load so much",
    "export it smaller, or raise limits.max-source-bytes", ownLimits,
    failing: .media(MediaExample("photo.jpg", ["dd", "if=/dev/zero", "of=photo.jpg", "bs=1000000", "count=101"])))

  static let unrecognised = rule(
    "image.unrecognised", "a file's bytes are a picture or a video",
    "Clients look at the bytes in the end: what is no picture shows as text alone",
    "export it as JPEG or PNG", formats,
    failing: .media(MediaExample("photo.jpg", ["dd", "if=/dev/zero", "of=photo.jpg", "bs=1000", "count=1"])))

  static let unsupported = rule(
    "image.unsupported", "a file is of a format that is read",
    "No client of notifications shows camera raw files, documents and rare picture formats",
    "export it as JPEG or PNG", formats, failing: .picture("photo.jp2", "600x300"))

  static let truncated = rule(
    "image.truncated", "a picture is there to its end",
    "It was not copied or exported wholly. Android's decoder shows gray or nothing, Apple's systems refuse it (error 105)",
    "export or transfer it again", attachments,
    failing: .damaged(
      "photo.jpg", Making.picture("whole.jpg", "1200x600"),
      then: Making.start(of: "whole.jpg", bytes: 20_000, to: "photo.jpg")))

  static let damaged = rule(
    "image.damaged", "a picture can be decoded",
    "Bytes of it are wrong. Android's decoder gives up and text alone is shown, Apple's systems refuse it (error 105)",
    "export or transfer it again", attachments,
    failing: .damaged(
      "photo.jpg", Making.picture("photo.jpg", "1200x600"), then: Making.zeros(in: "photo.jpg", at: 130, count: 40)))

  static let damagedSlightly = rule(
    "image.damaged-slightly", severity: .warning, "a picture decodes without a complaint",
    "Bytes are wrong or missing, of which at most a hundredth of the picture is touched: its last rows may be gray; a stricter "
      + "client shows text alone. Where more is touched, it is refused",
    "look at what it shows, or export it again", libvips,
    failing: .damaged(
      "photo.jpg", Making.picture("photo.jpg", "1200x600"), then: ["truncate", "--size=-2", "photo.jpg"]))

  static let invisible = rule(
    "image.invisible", "some pixel of a picture can be seen",
    "Every pixel is transparent, so that the notification would show an empty space",
    "export what is meant to be seen; an SVG may not refer to other files", ownLimits,
    failing: .media(
      MediaExample("photo.png", Making.plain("photo.png", "black@0", "600x300,format=rgba"))))

  static let tooManyPixels = rule(
    "image.too-many-pixels", "a picture claims at most limits.max-pixels",
    "Decoding it could exhaust the memory, here and on every phone",
    "scale it down before, or raise limits.max-pixels if the file is to be trusted", ownLimits,
    failing: .media(MediaExample("photo.png", ["vips", "black", "photo.png", "16000", "16000"])))

  static let tooManyFrames = rule(
    "image.too-many-frames", "an animation has at most limits.max-frames",
    "Decoding it could take for ever; no notification shows so many",
    "export fewer frames, or raise limits.max-frames", ownLimits,
    failing: .media(MediaExample("clip.gif", Making.animation("clip.gif", "16x16", frames: 10_001))))

  static let videoTruncated = rule(
    "video.truncated", "a video is there to its end",
    "It was not copied or exported wholly, so it stops early or does not play at all",
    "export or transfer it again", attachments,
    failing: .damaged(
      "clip.mp4", Making.clip("whole.mp4", seconds: 4, ["-movflags", "+faststart"]),
      then: Making.start(of: "whole.mp4", bytes: 50_000, to: "clip.mp4"), flags: Making.iosFlags), isVideo: true)

  static let videoDamaged = rule(
    "video.damaged", "a video can be decoded", "Bytes of it are wrong, so that it does not play, or in part only",
    "export or transfer it again", attachments,
    failing: .damaged(
      "clip.mp4", Making.clip("clip.mp4", seconds: 2, ["-movflags", "+faststart"]),
      then: Making.zeros(in: "clip.mp4", at: 3000, count: 20_000), flags: Making.iosFlags), isVideo: true)

  static let videoDamagedSlightly = rule(
    "video.damaged-slightly", severity: .warning, "a video decodes without a complaint",
    "The decoder went on behind a wrong byte, so that parts may be gray or jump",
    "look at what it shows, or export it again", attachments,
    failing: .damaged(
      "clip.mp4", Making.clip("clip.mp4", seconds: 4, ["-movflags", "+faststart", "-g", "5"]),
      then: Making.zeros(in: "clip.mp4", at: 60_000, count: 10), flags: Making.iosFlags), isVideo: true)

  static let noPictures = rule(
    "video.no-pictures", "a video has pictures", "There is nothing to show, perhaps sound alone",
    "export it again with its picture track", attachments,
    failing: .media(MediaExample("clip.mp4", Making.sound("clip.mp4"), flags: Making.iosFlags)), isVideo: true)

  private static func rule(
    _ id: String, severity: Diagnostic.Severity = .error, _ summary: String, _ why: String, _ remedy: String,
    _ source: String, failing: RuleExample, isVideo: Bool = false
  ) -> RuleDescription {
    RuleDescription(
      id, .media, severity, summary: summary, why: why, remedy: remedy, source: source, failing: [failing],
      passing: [isVideo ? .clip() : .picture()])
  }
}

extension DecodingRules {
  /// The warning about a sequence of pictures whose motion is not read, and whose cover stands for it.
  public static func cover(
    of format: PictureFormat, frameCount: Int, about subject: Diagnostic.Subject
  ) -> Diagnostic {
    Diagnostic(
      unsupported, subject,
      "it is \(format.displayName) of \(frameCount) frames, whose motion is not read: its cover alone is used, and "
        + "nothing moves",
      severity: .warning, remedy: UnsupportedFormat.sequenceHint)
  }

  /// The warning about something that shows although its decoder complained.
  ///
  /// - Parameter detail: the decoder's words.
  public static func damage(
    _ detail: String, of inspection: Inspection, about subject: Diagnostic.Subject
  ) -> Diagnostic {
    let rule = if case .video = inspection { videoDamagedSlightly } else { damagedSlightly }
    return Diagnostic(rule, subject, "it is damaged and shows all the same (\(detail)); parts of it may be wrong")
  }
}
