import Findings

/// What may keep a file from being rendered that no example can show on every machine, or that `run` alone finds.
extension IncidentCatalog {
  static let file: [IncidentDescription] = [
    IncidentDescription(
      "file.ignored", .note, "It is no picture and no message names it; passed over.",
      remedy: "None needed."),
    IncidentDescription(
      "file.leaves-folder", .error, "A link leads out of the campaign folder.",
      remedy: "Put a copy of the picture into the folder."),
    IncidentDescription(
      "file.name", .error, "The name is not UTF-8, so no message or report can name it.",
      remedy: "Rename it."),
    IncidentDescription(
      "file.not-a-file", .error, "It is named like a picture and is a folder, a socket or the like.",
      remedy: "Rename or remove it."),
    IncidentDescription(
      "file.unreadable", .error, "It cannot be read.",
      remedy: "Give the user who runs richpush permission."),
  ]

  static let picture: [IncidentDescription] = [
    IncidentDescription(
      "image.cannot-fit", .error, "No size and quality fits the limit.",
      remedy: "Simplify the picture, raise `max-bytes`, or with `effort: fast` lower `quality.floor`."),
    IncidentDescription(
      "image.crashed-decoder", .error, "The decoder ended abnormally over this file.",
      remedy: "Export it anew; such a file is damaged or made to do harm."),
    IncidentDescription(
      "image.low-score", .warning,
      "Under its limit the rendition looks so much worse than the picture that people notice: it scores less than "
        + "`quality.warn-below`.",
      remedy: "Raise `max-bytes`, lower `max-width` and `max-height`, or cut to a part with less detail."),
    IncidentDescription(
      "image.out-of-memory", .error, "Decoding it needs more than `worker.max-memory`.",
      remedy: "Scale it down before, or raise the limit."),
    IncidentDescription(
      "image.timed-out", .error,
      "It took longer than `worker.time-limit`, or making what moves longer than "
        + "`worker.motion-time-limit`.",
      remedy: "Export it anew, or raise the limit."),
  ]

  static let motion: [IncidentDescription] = [
    IncidentDescription(
      "motion.cannot-fit", .error, "Nothing that moves fits the limit.",
      remedy: "Cut it shorter, raise `max-movie-bytes` or `max-gif-bytes`, or publish its poster alone with "
        + "`motion: still`."),
    IncidentDescription(
      "motion.delays", .warning,
      "Frames have delays under 20 ms, which players take for 100 ms; the rendition says 100 ms.",
      remedy: "Give every frame at least 20 ms."),
    IncidentDescription(
      "motion.timed-out", .error, "Encoding it took longer than `worker.motion-time-limit`.",
      remedy: "Cut it shorter, export it smaller, or raise the limit."),
    IncidentDescription(
      "motion.too-long", .error, "It plays longer than `max-seconds`.",
      remedy: "Cut it shorter, set `trim: true`, or raise the limit."),
    IncidentDescription(
      "motion.trimmed", .warning, "It plays longer than `max-seconds` and was cut there.",
      remedy: "Look at where the cut falls, or cut it yourself."),
  ]

  static let poster: [IncidentDescription] = [
    IncidentDescription(
      "poster.after-end", .error, "The poster's moment lies behind the end.",
      remedy: "Correct `at`, or delete it."),
    IncidentDescription(
      "poster.moves", .error, "The file given as poster moves.",
      remedy: "Give a JPEG or PNG, or a moment."),
    IncidentDescription(
      "poster.unused", .warning, "A message gives a poster to a picture that does not move.",
      remedy: "Delete `poster`, or name a video as `image`."),
  ]

  static let address: [IncidentDescription] = [
    IncidentDescription(
      "message.link", .error, "The link is not an absolute https URL in ASCII.",
      remedy: "Write it as `https://host/path`, with percent-encoding."),
    IncidentDescription(
      "url.query", .error, "The base URL has a query, so a name appended to it would not be part of the path.",
      remedy: "Remove the `?` and what follows."),
  ]
}
