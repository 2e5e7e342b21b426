/// The contents of a source file, with one payload for each medium.
public enum Inspection: Hashable, Sendable {
  /// A picture that does not move.
  case still(Picture)
  /// A picture of several frames. `Picture` describes its poster frame and the alpha of all frames.
  case animation(Picture, Animation)
  case video(Video)

  /// The still picture, or a decoded frame of something that moves.
  public var picture: Picture {
    switch self {
    case .still(let picture), .animation(let picture, _): picture
    case .video(let video): video.frame
    }
  }

  /// The facts to report and to keep: those that later bytes at its path cannot make wrong.
  package var kept: Inspection {
    guard case .still(var picture) = self else { return self }
    picture.isWhole = nil
    return .still(picture)
  }

  /// The format of the source's bytes.
  public var format: MediaFormat {
    switch self {
    case .still(let picture), .animation(let picture, _): .picture(picture.format)
    case .video(let video): .video(video.format)
    }
  }

  /// The time, in seconds from the start, of the poster frame; nil for stills.
  public var posterTime: Double? {
    switch self {
    case .still: nil
    case .animation(_, let animation): animation.posterTime
    case .video(let video): video.posterTime
    }
  }

  /// Unused bytes after its end.
  public var trailingByteCount: Int {
    switch self {
    case .still(let picture), .animation(let picture, _): picture.trailingByteCount
    case .video(let video): video.trailingByteCount
    }
  }

  /// How long it plays once, in seconds, a video with its sound; nil for stills.
  public var duration: Double? { duration(withSound: true) }

  /// How long it plays once, in seconds; nil for stills.
  public func duration(withSound: Bool) -> Double? {
    switch self {
    case .still: nil
    case .animation(_, let animation): animation.duration
    case .video(let video): video.playedDuration(withSound: withSound)
    }
  }
}

extension Inspection: Codable {
  /// Its form in JSON.
  private struct Form: Codable {
    var medium: Medium
    var picture: Picture?
    var animation: Animation?
    var frameCount: Int?
    var video: Video?

    enum Medium: String, Codable { case still, animation, video }
  }

  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    switch (form.medium, form.picture, form.animation, form.video) {
    case (.still, let picture?, _, _): self = .still(picture)
    case (.animation, let picture?, let animation?, _): self = .animation(picture, animation)
    case (.video, _, _, let video?): self = .video(video)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "facts of a \(form.medium) are missing"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let form =
      switch self {
      case .still(let picture): Form(medium: .still, picture: picture)
      case .animation(let picture, let animation):
        Form(medium: .animation, picture: picture, animation: animation, frameCount: animation.frameCount)
      case .video(let video): Form(medium: .video, video: video)
      }
    try form.encode(to: encoder)
  }
}

/// A file of the campaign, which was read once.
public struct SourceFile: Hashable, Sendable, Codable {
  /// Its path relative to the campaign folder, with `/` between components.
  public let path: String
  /// Its length in bytes.
  public let byteCount: Int
  /// The digest of its bytes: its identity from here on.
  public let digest: ContentDigest

  public init(path: String, byteCount: Int, digest: ContentDigest) {
    (self.path, self.byteCount, self.digest) = (path, byteCount, digest)
  }
}

extension Inspection {
  /// Whether a file can have these facts at all. Facts from outside must be checked.
  package var isPossible: Bool {
    switch self {
    case .still(let picture): picture.isPossible
    case .animation(let picture, let animation):
      picture.isPossible && animation.frameCount > 0 && animation.loopCount >= 0 && animation.posterTime.isMoment
    case .video(let video): video.isPossible
    }
  }
}

extension Picture {
  fileprivate var isPossible: Bool {
    size.isPossible && (1...8).contains(orientation) && (1...64).contains(bitDepth) && trailingByteCount >= 0
      && coveredFrameCount ?? 2 > 1
  }
}

extension Video {
  fileprivate var isPossible: Bool {
    size.isPossible && codedSize.isPossible && [0, 90, 180, 270].contains(rotation) && duration.isMoment
      && audio?.end?.isMoment != false && posterTime.isMoment && (0...1e6).contains(frameRate)
      && (0...64).contains(bitDepth) && streamCount >= 0
      && streamIndex >= 0
  }
}

extension PixelSize {
  /// Sides have at most 31 bits in every format, so that sums and multiples do not overflow. Sides of 0 were refused as damaged.
  fileprivate var isPossible: Bool {
    let sides = 1...Int(Int32.max)
    return sides.contains(width) && sides.contains(height)
  }
}

extension Double {
  /// Whether it is a possible time in something that plays, in seconds; thirty thousand years are too long.
  fileprivate var isMoment: Bool { (0...1e12).contains(self) }
}
