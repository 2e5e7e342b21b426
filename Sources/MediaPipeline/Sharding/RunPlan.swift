import Findings
package import MediaFacts
import PushDelivery

/// A run as it was planned, without its files: what every machine that does a part of it has to agree on.
package struct RunPlan: Hashable, Sendable, Codable {
  /// Of the form of the file.
  package var version = RunPlan.version
  /// The version of the form that is written; no other is read.
  static let version = 3
  /// How many shards.
  package var shards: Int
  /// The moment of the run, in seconds since 1970, whatever the clocks of machines say.
  package var moment: Int
  /// The campaign folder: absolute, or from the folder of the plan.
  package var campaign: String
  /// pipeline.yml: where it lay, absolute or from the folder of the plan, and its text.
  package var configuration: Configuration
  /// What flags and variables said that decides what comes out, by the names of the settings.
  package var settings: [String: String]
  /// Whatever changes the bytes that come of the same source, by name.
  package var renderers: RenderingVersions
  /// The files of messages, and pictures that are nothing but posters.
  package var texts: [PlannedFile]

  package struct Configuration: Hashable, Sendable, Codable {
    package var path: String
    package var text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  private enum CodingKeys: String, CodingKey {
    case version = "richpush-plan"
    case shards, moment, campaign, configuration, settings, renderers, texts
  }
}

/// A file as it was when the run was planned.
package struct PlannedFile: Hashable, Sendable, Codable {
  /// Relative to the campaign folder.
  package var path: String
  package var bytes: Int
  /// nil where it could not be read: so it must be still.
  package var sha256: ContentDigest?
  /// When it was last changed, in nanoseconds since 1970 as the machine says that made the plan. Files that say the same, and are as
  /// long, are not read again to see whether they are the same.
  package var modified: Int
}

/// A source of the run, as it was when that was planned.
struct PlannedAsset: Hashable, Sendable {
  var file: PlannedFile
  /// The number of the shard that makes it ready.
  var shard: Int
  var request: AssetRequest
  /// Whether a message names it: then it is never passed over.
  var isNamed: Bool
}

/// In JSON the members of the file stand beside the others, and what nearly all have is left out.
extension PlannedAsset: Codable {
  private enum Key: String, CodingKey {
    // The first in the order of the alphabet, by which those of a shard are found before anything else of them is read.
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
