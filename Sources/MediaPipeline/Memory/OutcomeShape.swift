import Essentials
import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// A source's result without its individual parts: similar pictures have the same result, except for their bytes. Thousands of files
/// share a few shapes.
final class OutcomeShape: Sendable {
  /// Its JSON text, wherever that is kept.
  let json: @Sendable () -> [UInt8]
  private let result: @Sendable () -> AssetResult

  fileprivate init(json: @escaping @Sendable () -> [UInt8] = { [] }, result: @escaping @Sendable () -> AssetResult) {
    (self.json, self.result) = (json, result)
  }

  /// The result of one file.
  ///
  /// - Parameters:
  ///   - request: the source's request.
  ///   - own: its individual parts; nil if the shape has all.
  /// - Returns: nil if a rendition is not possible as described.
  func result(of request: AssetRequest, _ own: OutcomeParticulars?) -> AssetResult? {
    var full = result()
    guard let own else { return full }
    guard own.renditions.count == full.outcome.renditions.count else { return nil }
    full.outcome.path = request.path
    full.outcome.focalPoint = request.focalPoint
    full.outcome.poster = request.poster
    full.outcome.source = SourceFile(path: request.path, byteCount: own.byteCount, digest: own.digest)
    let slug = own.renditions.isEmpty ? "" : request.slug
    for (index, own) in own.renditions.enumerated() {
      guard 0...full.outcome.renditions[index].limit ~= own.byteCount else { return nil }
      full.outcome.renditions[index].take(own, slug: slug)
    }
    for index in full.diagnostics.indices where full.diagnostics[index].subject == .init(.file, AssetResult.noName) {
      full.diagnostics[index].subject.name = request.path
    }
    return full
  }
}

/// Shapes of results, each once. Their texts are in a file: each picture may have its own.
package final class ShapeTable: Sendable {
  private struct State {
    var spool = Spool()
    var shapes: [ContentDigest: OutcomeShape] = [:]
  }

  private let state = Mutex(State())
  private let results = KnownResults<ContentDigest, AssetResult>(most: 256)

  package init() {}

  /// A result's shape, and what is its own; nil if the shape has all.
  func parts(of result: AssetResult, _ request: AssetRequest) -> (shape: OutcomeShape, own: OutcomeParticulars?) {
    if let own = OutcomeParticulars(result.outcome), let shape = shape(result.withoutOwnParts),
      shape.result(of: request, own) == result
    {
      return (shape, own)
    }
    if let shape = shape(result), shape.result(of: request, nil) == result { return (shape, nil) }
    // What has no JSON form stays in memory.
    return (OutcomeShape { result }, nil)
  }

  private func shape(_ result: AssetResult) -> OutcomeShape? {
    (try? JSONText.compact(result)).flatMap { shape(json: $0) }
  }

  /// The shape with this text; nil for other bytes.
  func shape(json: [UInt8]) -> OutcomeShape? {
    let key = ContentDigest(of: json)
    if let known = state.withLock({ $0.shapes[key] }) { return known }
    guard let result = Self.result(json) else { return nil }
    results[key] = result
    return state.withLock { state in
      if let known = state.shapes[key] { return known }
      let read = state.spool.keepAnyway(json)
      let shape = OutcomeShape(json: read) { [results] in
        results.result(for: key) {
          guard let result = Self.result(read()) else {
            fatalError("results that this program keeps cannot be read any more")
          }
          return result
        }
      }
      state.shapes[key] = shape
      return shape
    }
  }

  private static func result(_ json: [UInt8]) -> AssetResult? {
    try? JSONDecoder().decode(AssetResult.self, from: Data(json))
  }
}

extension AssetResult {
  /// The placeholder in every rendition and diagnostic for the file's name.
  fileprivate static let noName = ""

  /// The same for every file of its shape.
  fileprivate var withoutOwnParts: AssetResult {
    var shape = self
    (shape.outcome.path, shape.outcome.source) = (Self.noName, nil)
    (shape.outcome.focalPoint, shape.outcome.poster) = (nil, nil)
    for index in outcome.renditions.indices { shape.outcome.renditions[index].dropOwnParts() }
    for index in diagnostics.indices where diagnostics[index].subject == .init(.file, outcome.path) {
      shape.diagnostics[index].subject.name = Self.noName
    }
    return shape
  }
}

/// The individual parts of one source's outcome.
struct OutcomeParticulars: Hashable, Sendable {
  /// The source's.
  var byteCount: Int
  /// The source's.
  var digest: ContentDigest
  var renditions: [Rendition]

  /// Those of one rendition.
  struct Rendition: Hashable, Sendable {
    var byteCount: Int
    var digest: ContentDigest
    var quality: Int?
    var score: Double?
    var estimate: StillRecord.Encode?
    var encodes: [StillRecord.Encode] = []
    var isFromCache = false
    var wasWritten = false
    /// nil if it is the shape's with the name at its end.
    var url: String?
  }

  /// nil for a source that was not read.
  init?(_ outcome: AssetOutcome) {
    guard let source = outcome.source else { return nil }
    (byteCount, digest) = (source.byteCount, source.digest)
    renditions = outcome.renditions.map { rendition in
      Rendition(
        byteCount: rendition.bytes, digest: rendition.digest, quality: rendition.quality, score: rendition.score,
        estimate: rendition.estimate, encodes: rendition.encodes, isFromCache: rendition.fromCache,
        wasWritten: rendition.written, url: rendition.base == nil ? rendition.url : nil)
    }
  }

  /// As a later run finds them: in the cache and at the destination.
  var foundAgain: OutcomeParticulars {
    var found = self
    for index in renditions.indices {
      (found.renditions[index].isFromCache, found.renditions[index].wasWritten) = (true, false)
    }
    return found
  }
}

extension RenditionOutcome {
  fileprivate mutating func take(_ own: OutcomeParticulars.Rendition, slug: String) {
    path = PublishedAsset.name(slug: slug, digest: own.digest, format: format)
    url = own.url ?? url + path
    (bytes, digest, fromCache, written) = (own.byteCount, own.digest, own.isFromCache, own.wasWritten)
    guard motion == nil else { return }
    (quality, score, estimate, encodes) = (own.quality, own.score, own.estimate, own.encodes)
  }

  fileprivate mutating func dropOwnParts() {
    (url, path, bytes, digest) = (base ?? "", "", 0, Self.predictedDigest)
    (fromCache, written) = (true, false)
    guard motion == nil else { return }
    (quality, score, estimate, encodes) = (nil, nil, nil, [])
  }

  /// Its URL without its name; nil if that is not at the end.
  fileprivate var base: String? { url.hasSuffix(path) ? String(url.dropLast(path.count)) : nil }
}

extension OutcomeParticulars: CompactValue {
  func write(to writer: inout CompactWriter) { writer.add(byteCount, digest, renditions) }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (byteCount, digest, renditions) = (try reader(), try reader(), try reader())
  }
}

extension OutcomeParticulars.Rendition: CompactValue {
  func write(to writer: inout CompactWriter) {
    writer.add(byteCount, digest, quality, score, estimate, encodes, isFromCache, wasWritten, url)
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (byteCount, digest, quality) = (try reader(), try reader(), try reader())
    (score, estimate, encodes) = (try reader(), try reader(), try reader())
    (isFromCache, wasWritten, url) = (try reader(), try reader(), try reader())
  }
}

extension StillRecord.Encode: CompactValue {
  package func write(to writer: inout CompactWriter) { writer.add(quality, score, bytes, width, chromaSubsampling) }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    self.init(
      quality: try reader(), score: try reader(), bytes: try reader(), width: try reader(),
      chromaSubsampling: try reader())
  }
}
