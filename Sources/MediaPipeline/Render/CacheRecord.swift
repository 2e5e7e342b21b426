import Essentials
import MediaFacts
import PushDelivery

/// A cache's record besides the bytes, as one line: the digest of the JSON that follows. It names its key, so that an entry under another's
/// name is detected.
struct CacheRecord<Value: Codable>: Codable {
  var key: ContentDigest
  var value: Value

  init(_ value: Value, under key: ContentDigest) {
    self.key = key
    self.value = value
  }

  /// Nil if the bytes are not such a record, are damaged, or have another key.
  init?(_ bytes: some Collection<UInt8>, under key: ContentDigest) {
    let json = Array(bytes.dropFirst(65))
    guard bytes.prefix(65).elementsEqual(Self.seal(json)),
      let record = try? JSONDecoder().decode(Self.self, from: Data(json)), record.key == key
    else { return nil }
    self = record
  }

  /// Nil for a value without a JSON form.
  var bytes: [UInt8]? {
    guard let json = (try? CacheKey.encoder.encode(self)).map(Array.init) else { return nil }
    return Self.seal(json) + json
  }

  private static func seal(_ json: [UInt8]) -> [UInt8] { Array((ContentDigest(of: json).hex + " ").utf8) }
}

/// The facts about a source, and the versions that they depend on besides those in the key: the needs of a source are only known after
/// inspection.
struct KeptInspection: Codable {
  var inspection: Inspection
  var versions: ContentDigest
}

/// A rendition without its bytes.
struct KeptRendition<Record: Codable>: Codable {
  var digest: ContentDigest
  var byteCount: Int
  var record: Record
}

/// The keys of cache entries.
enum CacheKey {
  static func inspection(of source: SourceFile, version: String) -> ContentDigest {
    digest("inspection \(version) \(source.digest)")
  }

  static func rendition(
    of source: SourceFile, _ plan: RenderPlan<some RenditionSpecification>, version: String
  ) -> ContentDigest {
    let kind =
      switch plan.mediaPlan {
      case .still: "rendition"
      case .motion: "motion"
      }
    let specification = String(decoding: (try? encoder.encode(plan.specification)) ?? Data(), as: UTF8.self)
    return digest("\(kind) \(version) \(source.digest) \(plan.method.rawValue) \(specification)")
  }

  private static func digest(_ key: String) -> ContentDigest { ContentDigest(of: Array(key.utf8)) }

  /// Sorted keys, because its output is part of keys.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
