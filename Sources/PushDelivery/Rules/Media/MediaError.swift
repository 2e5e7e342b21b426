public import Findings
public import MediaFacts

/// Why a file cannot be rendered. Worker processes send it as data; `diagnostic(for:)` adds the words.
public enum MediaError: Error, Hashable, Sendable, Codable {
  case empty
  case unreadable(detail: String)
  case notAFile
  case leavesFolder
  case unrecognised
  /// Every byte of it is zero.
  case blank
  case unsupported(format: String, hint: String)
  case tooManyBytes(count: Int, limit: Int)
  case tooManyPixels(size: PixelSize, limit: Int)
  case tooManyFrames(count: Int, limit: Int)
  case damaged(format: MediaFormat, detail: String)
  /// Every pixel of it, or of all its frames, is transparent.
  case invisible
  /// No size fits: the fewest bytes that were reached.
  case cannotFit(smallestBytes: Int, limit: Int)
  /// The same for an animation or movie.
  case motionCannotFit(smallestBytes: Int, limit: Int)
  /// All frames of an animation are equal.
  case motionless
  /// It plays longer than allowed.
  case tooLong(seconds: Double, limit: Int)
  /// The file has no pictures: only sound, or an empty track.
  case noPictures(format: VideoFormat)
  /// The chosen moment of the poster is after the end.
  case posterAfterEnd(time: Double, duration: Double)
  /// The file chosen as poster moves.
  case posterMoves
  case outOfMemory
  case timedOut(seconds: Int)
  /// The same for rendering an animation or movie.
  case motionTimedOut(seconds: Int)
  case crashed(detail: String)
  /// A program that is needed for this format is not installed.
  case missingProgram(name: String)
  /// A worker's result is not the requested one.
  case untrustworthy(detail: String)
  /// The disk is full.
  case diskFull(detail: String)
  /// A fault of this machine.
  case machine(detail: String)
}

extension MediaError {
  /// Whether a file's name is that of a text: programs, documents, notes.
  private static func isText(_ name: String) -> Bool {
    WordTable.files.rows("text").joined().contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// The same with words, about the file at `path`.
  public func diagnostic(for path: String) -> Diagnostic { diagnostic(about: .init(.file, path)) }

  /// The same about the exact bytes for clients: some read a format that richpush does not.
  public func judgement(about subject: Diagnostic.Subject) -> Diagnostic {
    guard case .unsupported(let format, let hint) = self else { return diagnostic(about: subject) }
    let isSound = UnsupportedFormat.appleSoundNames.contains(format)
    guard isSound || UnsupportedFormat.iconNames.contains(format) else { return diagnostic(about: subject) }
    let doubt = Consequence.uncertain(settledBy: "a device: name, size and bytes of sound are not looked at here")
    return Diagnostic(
      DecodingRules.unsupported, subject, ErrorWords("media", isSound ? "sound" : "icon", [format]).message,
      remedy: hint, consequences: isSound ? [.ios: doubt] : [.android: .shown, .web: .shown])
  }

  /// The same with words, about a file or another origin of its bytes.
  public func diagnostic(about subject: Diagnostic.Subject) -> Diagnostic {
    if case .damaged(let format, let detail) = self { return Self.damage(format, detail, subject) }
    let words = ErrorWords("media", self == .unrecognised && Self.isText(subject.name) ? "text" : "\(self)", details)
    let hint = if case .unsupported(_, let hint) = self, !hint.isEmpty { hint } else { words.remedy }
    return DecodingRules.all.first { $0.id == words.id }.map { Diagnostic($0, subject, words.message, remedy: hint) }
      ?? Diagnostic(Incident.named(words.id) ?? .machineFailed, subject, words.message, remedy: hint)
  }

  private var details: [String] {
    switch self {
    case .unreadable(let detail), .unsupported(let detail, _), .crashed(let detail), .missingProgram(let detail),
      .untrustworthy(let detail), .diskFull(let detail), .machine(let detail):
      [detail]
    case .tooManyBytes(let count, let limit), .tooManyFrames(let count, let limit): ["\(count)", "\(limit)"]
    case .tooManyPixels(let size, let limit): ["\(size)", "\(limit)"]
    case .noPictures(let format): [format.displayName]
    case .cannotFit(let count, let limit), .motionCannotFit(let count, let limit): ["\(limit)", "\(count)"]
    case .tooLong(let seconds, let limit): ["\(seconds.rounded(toPlaces: 1))", "\(limit)"]
    case .posterAfterEnd(let time, let duration): [time, duration].map { "\($0.rounded(toPlaces: 2))" }
    case .timedOut(let seconds), .motionTimedOut(let seconds): ["\(seconds)"]
    case .empty, .notAFile, .leavesFolder, .unrecognised, .blank, .damaged, .invisible, .motionless, .posterMoves,
      .outOfMemory:
      []
    }
  }

  private static func damage(_ format: MediaFormat, _ detail: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    let isVideo = if case .video = format { true } else { false }
    guard isVideo || !detail.isUnusualCoding else {
      return Diagnostic(
        DecodingRules.unsupported, subject,
        "the \(format.displayName) is coded in a way that few decoders read (\(detail))",
        remedy: "export it as an ordinary 8-bit JPEG or PNG")
    }
    let cut = isVideo ? DecodingRules.videoTruncated : DecodingRules.truncated
    let broken = isVideo ? DecodingRules.videoDamaged : DecodingRules.damaged
    // Clients that read the format may show the rest of it.
    let readers = isVideo || !detail.tellsOfARest ? [] : Platform.allCases.filter { $0.shows(format) }
    let doubt = Consequence.uncertain(
      settledBy: "a device: some decoders show the part that is whole, and others nothing")
    return Diagnostic(
      detail.isTruncation ? cut : broken, subject,
      "the \(format.displayName) is damaged and would \(isVideo ? "not play, or only in part" : "show partly or not at all")"
        + (detail.isEmpty ? "" : " (\(detail))"),
      consequences: Dictionary(uniqueKeysWithValues: readers.map { ($0, doubt) }))
  }
}

extension String {
  /// True if a decoder's words mean that the file may be whole, but its kind is not supported.
  fileprivate var isUnusualCoding: Bool {
    ["Unsupported JPEG", "not supported", "cannot decode it"].contains { contains($0) }
  }

  /// True if the words of `PictureLoss` mean that part of the picture is left.
  fileprivate var tellsOfARest: Bool { contains("% of the picture is") && !contains("100 % of the picture is") }

  /// True if a decoder's words mean that data ended early.
  fileprivate var isTruncation: Bool {
    let text = lowercased()
    return [
      "truncated", "premature", "end of file", "eof", "end of jpeg", "read error", "unexpected end", "not enough data",
    ]
    .contains { text.contains($0) }
  }
}
