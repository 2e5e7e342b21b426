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
    return Rule(description) { file in find(file).compactMap { $0.limited(to: file.platforms, of: description) } }
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

/// The bytes that clients load, and their time limits. After one rule's finding, a milder rule about the same bytes is silent.
extension MediaRules {
  static let bytes = [androidBytes, androidComfort, androidTime, iosPictureBytes, iosMovieBytes, iosTime, webTime]

  public static let androidBytes = rule("android.bytes") { file in
    guard file.picture != nil, file.exceeds(.androidImageBytes) else { return [] }
    return .one(
      "it has \(file.byteCount) bytes, and Android loads at most \(ClientLimit.androidImageBytes.value)",
      severity: file.mayBeForAppleAlone ? .warning : .error, consequence: .textAlone)
  }

  static let androidComfort = rule("android.bytes-recommended") { file in
    guard file.picture != nil, !file.exceeds(.androidImageBytes), !file.isLate(for: .androidDownloadSeconds) else {
      return []
    }
    if file.exceeds(.composerImageBytes) {
      return .one(
        "it has \(file.byteCount) bytes, more than the \(ClientLimit.composerImageBytes.value) that load in time everywhere"
      )
    }
    guard file.exceeds(.comfortableImageBytes) else { return [] }
    return .one(
      "it has \(file.byteCount) bytes; below \(ClientLimit.comfortableImageBytes.value) is better on slow links",
      severity: .note)
  }

  static let androidTime = late("android.download-time", .androidDownloadSeconds, "Android gives up") { file in
    file.picture != nil && !file.exceeds(.androidImageBytes)
  }
  static let iosTime = late("ios.download-time", .appleExtensionSeconds, "the service extension ends") { file in
    !file.exceeds(file.video == nil ? .appleImageBytes : .appleMovieBytes)
  }
  static let webTime = late("web.download-time", .webDownloadSeconds, "Chrome gives up") { $0.picture != nil }

  /// A rule about the time that a client gives to load files of some kind.
  private static func late(
    _ id: String, _ limit: ClientLimit, _ end: String, where isMeant: @escaping @Sendable (MediaFile) -> Bool
  ) -> Rule<MediaFile> {
    rule(id) { file in isMeant(file) && file.isLate(for: limit) ? [file.lateness(for: limit, end)] : [] }
  }

  static let iosPictureBytes = rule("ios.image-bytes") { file in
    guard file.picture != nil, file.exceeds(.appleImageBytes) else { return [] }
    return .one(
      "it has \(file.byteCount) bytes, and Apple's systems attach at most \(ClientLimit.appleImageBytes.value)")
  }

  static let iosMovieBytes = rule("ios.video-bytes") { file in
    guard file.video != nil else { return [] }
    if file.exceeds(.appleMovieBytes) {
      return .one(
        "it has \(file.byteCount) bytes, and Apple's systems attach at most \(ClientLimit.appleMovieBytes.value)")
    }
    guard file.exceeds(.comfortableMovieBytes), !file.isLate(for: .appleExtensionSeconds) else { return [] }
    return .one(
      "it has \(file.byteCount) bytes, more than the \(ClientLimit.comfortableMovieBytes.value) that load in time on most links",
      severity: .warning)
  }
}

extension MediaFile {
  fileprivate func exceeds(_ limit: ClientLimit) -> Bool { byteCount > limit.value }

  fileprivate func isLate(for limit: ClientLimit) -> Bool { downloadSeconds > Double(limit.value) }

  fileprivate func lateness(for limit: ClientLimit, _ consequence: String) -> Finding {
    let seconds = (downloadSeconds * 10).rounded() / 10
    let speed =
      linkSpeed < 1_000_000 ? "\(linkSpeed / 1000) kbit/s" : "\((Double(linkSpeed) / 100_000).rounded() / 10) Mbit/s"
    let needed = (byteCount * 8 / limit.value + 999) / 1000
    return Finding(
      "its \(byteCount) bytes take \(seconds) s at \(speed), and \(consequence) after \(limit.value) s",
      consequence: linkSpeedIsStated
        ? .uncertain(settledBy: "the device's link: it takes more than \(needed) kbit/s") : .shown)
  }
}
