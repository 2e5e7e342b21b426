public import Findings
public import MediaFacts

/// The rules about a picture or video as it is, without changing a byte.
public enum MediaRules {
  public static let all: [Rule<MediaFile>] = formats + bytes + sizes + contents

  /// Those that hold for what `run` publishes as well: its owner can mend them, and the plan alone does not keep them.
  public static let ofRenditions: [Rule<MediaFile>] = [narrow, androidComfort, androidTime]

  /// A rule that is silent about files that none of its clients is to show.
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

/// A picture or video that is to be shown as it is.
public struct MediaFile: Hashable, Sendable {
  /// Its name, without folders. nil where an address names it: the rules about addresses look at that.
  public var name: String?
  public var byteCount: Int
  public var inspection: Inspection
  /// The clients that are to show it.
  public var platforms: Set<Platform>
  /// Whether somebody said which clients they are; otherwise they are all that there are.
  public var platformsAreStated: Bool
  /// The link on which clients load it, in bits a second; at least 1.
  public var linkSpeed: Int
  /// Whether somebody said so; otherwise it is an assumption, and what is late on it is advised against and may show.
  public var linkSpeedIsStated: Bool
  /// Whether a movie's index lies before its pictures; nil where nobody looked, or for what has none.
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
  /// The picture, or what an animation's frames are like; nil for a video.
  var picture: Picture? {
    if case .video = inspection { nil } else { inspection.picture }
  }

  var video: Video? {
    if case .video(let video) = inspection { video } else { nil }
  }

  var format: MediaFormat { inspection.format }

  /// Whether it moves, which only Apple's systems show, and nobody said that it is for others too.
  var mayBeForAppleAlone: Bool {
    if case .still = inspection { false } else { !platformsAreStated }
  }

  /// How long it takes to load, at the link's full speed and with nothing else before it.
  var downloadSeconds: Double { Double(byteCount) * 8 / Double(linkSpeed) }
}
