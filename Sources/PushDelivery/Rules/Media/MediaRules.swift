/// The rules about a picture or video as it is, without changing a byte.
public enum MediaRules {
  public static let all: [Rule<MediaFile>] = []
}

/// A picture or video that is to be shown as it is.
public struct MediaFile: Hashable, Sendable {
  /// Its name, without folders. nil where an address names it: the rules about addresses look at that.
  public var name: String?
  public var byteCount: Int
  public var inspection: Inspection
  /// The clients that are to show it.
  public var platforms: Set<Platform>
  /// The link on which clients load it, in bits a second.
  public var linkSpeed: Int

  public init(
    name: String?, byteCount: Int, inspection: Inspection, platforms: Set<Platform>, linkSpeed: Int
  ) {
    self.name = name
    self.byteCount = byteCount
    self.inspection = inspection
    self.platforms = platforms
    self.linkSpeed = linkSpeed
  }
}
