public import Findings
public import MediaFacts

/// The rules about reading and decoding: a file cannot be rendered, or only in part.
///
/// They have no functions: decoders find the errors, and `MediaError` reports them.
public enum DecodingRules {
  public static let all =
    [unsupported, truncated, damaged, damagedSlightly, videoTruncated, videoDamaged, videoDamagedSlightly]
    + [
      "file.empty", "file.too-large", "image.unrecognised", "image.invisible", "image.too-many-pixels",
      "image.too-many-frames", "video.no-pictures",
    ].map { RuleDescription($0) }

  static let unsupported = RuleDescription("image.unsupported")
  static let truncated = RuleDescription("image.truncated")
  static let damaged = RuleDescription("image.damaged")
  static let damagedSlightly = RuleDescription("image.damaged-slightly")
  static let videoTruncated = RuleDescription("video.truncated")
  static let videoDamaged = RuleDescription("video.damaged")
  static let videoDamagedSlightly = RuleDescription("video.damaged-slightly")
}

extension DecodingRules {
  /// The warning about an image sequence whose motion is not read: its cover is used.
  public static func cover(
    of format: PictureFormat, frameCount: Int, about subject: Diagnostic.Subject
  ) -> Diagnostic {
    Diagnostic(
      unsupported, subject,
      "it is \(format.displayName) of \(frameCount) frames, whose motion is not read: only its cover is used, and "
        + "nothing moves",
      severity: .warning, remedy: UnsupportedFormat.sequenceHint)
  }

  /// The warning about a picture that viewers show differently from its rendition.
  ///
  /// - Parameter differences: in words.
  public static func difference(_ differences: [String], about subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(
      .imageDrawnDifferently, subject,
      "browsers or other viewers show it otherwise than its rendition: \(differences.joined(separator: ", "))")
  }

  /// The warning about a file that shows although its decoder complained.
  ///
  /// - Parameter detail: the decoder's words.
  public static func damage(
    _ detail: String, of inspection: Inspection, about subject: Diagnostic.Subject
  ) -> Diagnostic {
    let rule = if case .video = inspection { videoDamagedSlightly } else { damagedSlightly }
    return Diagnostic(rule, subject, "it is damaged but still shows (\(detail)); parts of it may be wrong")
  }
}

/// Limits of a file before decoding.
public struct SourceLimits: Hashable, Sendable, Codable {
  /// The largest file, in bytes.
  public var maximumBytes: Int
  /// The most pixels in one frame. The worker's memory and time limit the cost of decoding, whatever headers claim. So the default must
  /// only be above today's cameras, with at most 200 million.
  public var maximumPixels: Int
  /// The most frames.
  public var maximumFrames: Int

  public init(maximumBytes: Int = 100_000_000, maximumPixels: Int = 250_000_000, maximumFrames: Int = 10_000) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumFrames = maximumFrames
  }
}

extension SourceLimits {
  /// Refuses a picture that is larger than allowed, by its headers.
  ///
  /// - Parameter frameCount: nil if no header gives it.
  /// - Throws: `MediaError.tooManyPixels` or `.tooManyFrames`.
  public func check(_ size: PixelSize, frameCount: Int?) throws(MediaError) {
    guard size.count <= maximumPixels else { throw .tooManyPixels(size: size, limit: maximumPixels) }
    if let frameCount, frameCount > maximumFrames {
      throw .tooManyFrames(count: frameCount, limit: maximumFrames)
    }
  }

  /// The same for facts from earlier, perhaps found under other limits or by an untrusted process.
  ///
  /// - Throws: also `MediaError.untrustworthy` for impossible facts, with which plans cannot compute.
  public func check(_ inspection: Inspection) throws(MediaError) {
    guard inspection.isPossible else { throw .untrustworthy(detail: "it is said to be what no file is") }
    switch inspection {
    case .still(let picture): try check(picture.size, frameCount: nil)
    case .animation(let picture, let animation): try check(picture.size, frameCount: animation.frameCount)
    case .video(let video):
      try check(video.codedSize, frameCount: nil)
      try check(video.size, frameCount: nil)
    }
  }
}
