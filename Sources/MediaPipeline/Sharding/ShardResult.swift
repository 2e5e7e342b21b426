import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The outcomes of one shard's sources.
struct ShardResult: Sendable {
  /// Which shard and plan, and the software.
  struct Header: Hashable, Sendable, Codable {
    var version = ShardResult.version
    var plan: ContentDigest
    var shard: Int
    var shards: Int
    var renderers: RenderingVersions

    private enum CodingKeys: String, CodingKey {
      case version = "richpush-shard"
      case plan, shard, shards, renderers
    }
  }

  /// The written format's version; no other is read.
  static let version = 1

  var header: Header
  /// In the order of the plan.
  var assets: [AssetLine.Result]
  /// Diagnostics about the destination.
  var hosting: [Diagnostic]
}

extension ShardResult.Header {
  /// A shard's header under a plan.
  init(_ contents: RunPlanFile.Contents, _ shard: Shard) {
    self.init(
      plan: contents.digest, shard: shard.number, shards: shard.count, renderers: contents.plan.renderers)
  }
}

extension ShardResult {
  private struct Footer: Codable {
    /// The number of sources: without it, a file truncated at a line's end would look whole.
    var assets: Int
    var hosting: [Diagnostic]
  }

  /// A line of JSON for the header, one for each source, one for the footer. Equal results have equal bytes.
  var lines: [UInt8] {
    var bytes = Self.line(header)
    for asset in assets { bytes += Self.line(asset) }
    return bytes + Self.line(Footer(assets: assets.count, hosting: hosting))
  }

  /// nil for other or incomplete files.
  init?(lines bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    guard lines.count >= 2, let header = try? decoder.decode(Header.self, from: Data(lines[0])),
      header.version == Self.version,
      let footer = try? decoder.decode(Footer.self, from: Data(lines[lines.count - 1])),
      footer.assets == lines.count - 2
    else { return nil }
    self.header = header
    hosting = footer.hosting
    assets = []
    assets.reserveCapacity(footer.assets)
    for line in lines.dropFirst().dropLast() {
      guard let asset = try? decoder.decode(AssetLine.Result.self, from: Data(line)) else { return nil }
      assets.append(asset)
    }
  }

  private static func line(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and finite numbers always have a JSON form.
    return ((try? encoder.encode(value)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
  }
}

extension AssetLine.Result {
  /// The result without details of who made it and when: a repeated shard finds its own earlier files in the cache and at the destination.
  /// So every rendition counts as made and written once, by the whole run.
  var independentOfAttempts: AssetLine.Result {
    var result = self
    result.outcome.renditions = outcome.renditions.map(\.independentOfAttempts)
    return result
  }
}

extension RenditionOutcome {
  fileprivate var independentOfAttempts: RenditionOutcome {
    RenditionOutcome(
      profile: profile, platforms: platforms, path: path, url: url, bytes: bytes, limit: limit, format: format,
      digest: digest, fromCache: false, written: true, record: record)
  }
}
