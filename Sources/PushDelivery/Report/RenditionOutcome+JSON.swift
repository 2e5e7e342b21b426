import Findings
import MediaFacts

/// In JSON, one object for both media. A still's record is among the common fields; an animation or movie has it as `motion`, and its
/// common fields say that it has no palette and no trial encodings of a still.
extension RenditionOutcome: Codable {
  private enum Key: String, CodingKey {
    case profile, platforms, path, url, bytes, limit, width, height, format, method, quality, score
    case chromaSubsampling, scale, hasPalette, digest, fromCache, written, estimate, encodes, motion
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let motion = try container.decodeIfPresent(MotionRecord.self, forKey: .motion).map(MediaRecord.motion)
    self.init(
      profile: try container.decode(String.self, forKey: .profile),
      platforms: try container.decodeIfPresent([Platform].self, forKey: .platforms),
      path: try container.decode(String.self, forKey: .path),
      url: try container.decode(String.self, forKey: .url),
      bytes: try container.decode(Int.self, forKey: .bytes),
      limit: try container.decode(Int.self, forKey: .limit),
      format: try container.decode(MediaFormat.self, forKey: .format),
      digest: try container.decode(ContentDigest.self, forKey: .digest),
      fromCache: try container.decode(Bool.self, forKey: .fromCache),
      written: try container.decode(Bool.self, forKey: .written),
      record: try motion ?? .still(Self.still(from: container)))
  }

  private static func still(from container: KeyedDecodingContainer<Key>) throws -> StillRecord {
    StillRecord(
      method: try container.decode(StillSpecification.Method.self, forKey: .method),
      size: PixelSize(
        width: try container.decode(Int.self, forKey: .width), height: try container.decode(Int.self, forKey: .height)),
      quality: try container.decodeIfPresent(Int.self, forKey: .quality),
      score: try container.decodeIfPresent(Double.self, forKey: .score),
      chromaSubsampling: try container.decodeIfPresent(String.self, forKey: .chromaSubsampling),
      scale: try container.decode(Double.self, forKey: .scale),
      hasPalette: try container.decode(Bool.self, forKey: .hasPalette),
      estimate: try container.decodeIfPresent(StillRecord.Encode.self, forKey: .estimate),
      encodes: try container.decode([StillRecord.Encode].self, forKey: .encodes))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(profile, forKey: .profile)
    try container.encodeIfPresent(platforms, forKey: .platforms)
    try container.encode(path, forKey: .path)
    try container.encode(url, forKey: .url)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(limit, forKey: .limit)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(format, forKey: .format)
    try container.encode(record.base.scale, forKey: .scale)
    try container.encode(digest, forKey: .digest)
    try container.encode(fromCache, forKey: .fromCache)
    try container.encode(written, forKey: .written)
    switch record {
    case .still(let record): try Self.encode(record, into: &container)
    case .motion(let record): try Self.encode(record, into: &container)
    }
  }

  private static func encode(_ still: StillRecord, into container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(still.method, forKey: .method)
    try container.encodeIfPresent(still.quality, forKey: .quality)
    try container.encodeIfPresent(still.score, forKey: .score)
    try container.encodeIfPresent(still.chromaSubsampling, forKey: .chromaSubsampling)
    try container.encode(still.hasPalette, forKey: .hasPalette)
    try container.encodeIfPresent(still.estimate, forKey: .estimate)
    try container.encode(still.encodes, forKey: .encodes)
  }

  private static func encode(_ motion: MotionRecord, into container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(motion.method, forKey: .method)
    try container.encode(false, forKey: .hasPalette)
    try container.encode([StillRecord.Encode](), forKey: .encodes)
    try container.encode(motion, forKey: .motion)
  }
}
