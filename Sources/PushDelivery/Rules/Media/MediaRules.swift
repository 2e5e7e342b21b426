public import Findings
public import MediaFacts

/// The rules about a picture or video file as it is.
public enum MediaRules {
  public static let all: [Rule<MediaFile>] = formats + bytes + sizes + contents

  /// Those that also apply to `run`'s renditions: you can fix them, but the plan does not ensure them.
  public static let ofRenditions: [Rule<MediaFile>] = [narrow, androidComfort, androidTime]

  /// A rule that is silent about files for other clients.
  static func rule(_ id: String, find: @escaping @Sendable (MediaFile) -> [Finding]) -> Rule<MediaFile> {
    let description = RuleDescription(id)
    return Rule(description) { file in
      find(file).compactMap { finding in
        let concerned = (finding.platforms ?? description.platforms).intersection(file.platforms)
        guard !concerned.isEmpty else { return nil }
        var finding = finding
        finding.platforms = concerned
        return finding
      }
    }
  }
}

/// A picture or video to be shown as it is.
public struct MediaFile: Hashable, Sendable {
  /// Its name, without folders. nil if it has a URL: the rules about URLs check that.
  public var name: String?
  public var byteCount: Int
  public var inspection: Inspection
  /// The clients that should show it.
  public var platforms: Set<Platform>
  /// Whether the clients are stated; otherwise they are all clients.
  public var platformsAreStated: Bool
  /// The speed of clients' links, in bits a second; at least 1.
  public var linkSpeed: Int
  /// Whether it is stated; otherwise it is an assumption, and a slow file gets only a warning and may show.
  public var linkSpeedIsStated: Bool
  /// Whether a movie's index is before its pictures; nil if unknown, or if it has none.
  public var hasIndexInFront: Bool?

  public init(
    name: String?, byteCount: Int, inspection: Inspection, platforms: Set<Platform>, platformsAreStated: Bool = false,
    linkSpeed: Int, linkSpeedIsStated: Bool = false, hasIndexInFront: Bool? = nil
  ) {
    self.name = name
    self.byteCount = byteCount
    self.inspection = inspection
    self.platforms = platforms
    self.platformsAreStated = platformsAreStated
    self.linkSpeed = max(1, linkSpeed)
    self.linkSpeedIsStated = linkSpeedIsStated
    self.hasIndexInFront = hasIndexInFront
  }

  /// 1.6 Mbit/s: the slow 4G link of Lighthouse's mobile simulation
  /// (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
  public static let standardLinkSpeed = 1_600_000
}

extension MediaFile {
  /// The picture, or an animation's frame format; nil for a video.
  var picture: Picture? {
    if case .video = inspection { nil } else { inspection.picture }
  }

  var video: Video? {
    if case .video(let video) = inspection { video } else { nil }
  }

  var format: MediaFormat { inspection.format }

  /// Whether it moves, which only Apple's systems show, and is not stated to be for others.
  var mayBeForAppleAlone: Bool {
    if case .still = inspection { false } else { !platformsAreStated }
  }

  /// Its loading time, at the link's full speed and with nothing else before it.
  var downloadSeconds: Double { Double(byteCount) * 8 / Double(linkSpeed) }
}
