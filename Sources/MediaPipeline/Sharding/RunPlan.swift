import Findings
package import MediaFacts
import PushDelivery

/// A planned run without its files: everything that participating machines must agree on.
package struct RunPlan: Hashable, Sendable, Codable {
  /// Of the format.
  package var version = RunPlan.version
  /// The written format's version; no other is read.
  static let version = 3
  /// How many shards.
  package var shards: Int
  /// The time of the run, in seconds since 1970, independent of the machines' clocks.
  package var moment: Int
  /// The campaign folder: absolute, or from the folder of the plan.
  package var campaign: String
  /// pipeline.yml: its path, absolute or from the folder of the plan, and its text.
  package var configuration: Configuration
  /// Flags and variables that affect the result, by setting.
  package var settings: [String: String]
  /// Versions of everything that affects a rendition's bytes, by name.
  package var renderers: RenderingVersions
  /// The files of messages, and pictures that are only posters.
  package var texts: [PlannedFile]

  package struct Configuration: Hashable, Sendable, Codable {
    package var path: String
    package var text: String

    package init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  private enum CodingKeys: String, CodingKey {
    case version = "richpush-plan"
    case shards, moment, campaign, configuration, settings, renderers, texts
  }
}

/// A file's state when the run was planned.
package struct PlannedFile: Hashable, Sendable, Codable {
  /// Relative to the campaign folder.
  package var path: String
  package var bytes: Int
  /// nil if it was unreadable: it must still be.
  package var sha256: ContentDigest?
  /// The time of its last change, in nanoseconds since 1970, on the planning machine. Files with the same time and size are not read again
  /// to compare them.
  package var modified: Int
}

/// A source of the run, in its planned state.
struct PlannedAsset: Hashable, Sendable {
  var file: PlannedFile
  /// The number of the shard that renders it.
  var shard: Int
  var request: AssetRequest
  /// Whether a message names it: then it is never skipped.
  var isNamed: Bool
}

/// In JSON the file's members are next to the others, and default values are omitted.
extension PlannedAsset: Codable {
  private enum Key: String, CodingKey {
    // The first in alphabetical order, so that a shard's lines are found before they are parsed.
    case shard = "assigned"
    case focalPoint, poster, publishes, unconsidered, named
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    file = try PlannedFile(from: decoder)
    shard = try container.decode(Int.self, forKey: .shard)
    isNamed = try container.decodeIfPresent(Bool.self, forKey: .named) ?? false
    request = AssetRequest(
      path: file.path, byteCount: file.bytes,
      focalPoint: try container.decodeIfPresent(FocalPoint.self, forKey: .focalPoint),
      poster: try container.decodeIfPresent(PosterChoice.self, forKey: .poster),
      publishes: try container.decodeIfPresent(AssetRequest.Publication.self, forKey: .publishes) ?? .everything,
      unconsideredPlatforms: try container.decodeIfPresent(Set<Platform>.self, forKey: .unconsidered)
        ?? Set(Platform.allCases))
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(shard, forKey: .shard)
    if isNamed { try container.encode(true, forKey: .named) }
    try container.encodeIfPresent(request.focalPoint, forKey: .focalPoint)
    try container.encodeIfPresent(request.poster, forKey: .poster)
    if request.publishes != .everything { try container.encode(request.publishes, forKey: .publishes) }
    let platforms = request.unconsideredPlatforms
    if platforms != Set(Platform.allCases) { try container.encode(platforms.sorted(), forKey: .unconsidered) }
  }
}
