import Essentials
import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// A source's result without its individual parts: similar pictures have the same result, except for their bytes. Thousands of files
/// share a few shapes.
final class OutcomeShape: Sendable {
  /// The digest of its JSON text; nil if that cannot express it.
  let key: ContentDigest?
  /// Its JSON text, wherever that is kept.
  let json: @Sendable () -> [UInt8]
  private let result: @Sendable () -> AssetResult

  fileprivate init(
    _ key: ContentDigest? = nil, json: @escaping @Sendable () -> [UInt8] = { [] },
    result: @escaping @Sendable () -> AssetResult
  ) {
    (self.key, self.json, self.result) = (key, json, result)
  }

  /// The individual parts of an outcome; nil for a source that was not read.
  static func particulars(of outcome: AssetOutcome) -> [UInt8]? {
    guard let source = outcome.source else { return nil }
    var writer = CompactWriter()
    writer.add(source.byteCount, source.digest)
    for rendition in outcome.renditions { rendition.writeParticulars(to: &writer) }
    return writer.bytes
  }

  /// The result of one file; nil if a rendition is not possible as described.
  /// - Parameter particulars: nil if the shape has all.
  func result(of request: AssetRequest, _ particulars: [UInt8]?) -> AssetResult? {
    var full = result()
    guard var reader = particulars.map({ CompactReader($0) }) else { return full }
    (full.outcome.path, full.outcome.focalPoint, full.outcome.poster) = (
      request.path, request.focalPoint, request.poster
    )
    let slug = full.outcome.renditions.isEmpty ? "" : request.slug
    do throws(CompactReader.Damage) {
      full.outcome.source = SourceFile(path: request.path, byteCount: try reader(), digest: try reader())
      for index in full.outcome.renditions.indices {
        try full.outcome.renditions[index].readParticulars(&reader, slug: slug)
      }
    } catch { return nil }
    for index in full.diagnostics.indices where full.diagnostics[index].subject == .init(.file, AssetResult.noName) {
      full.diagnostics[index].subject.name = request.path
    }
    return reader.isAtEnd ? full : nil
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
  private let known = KnownResults<AssetResult, OutcomeShape?>(most: 64)

  package init() {}

  /// A result's shape, and what is its own; nil if the shape has all.
  /// - Parameter known: its shape in an earlier run.
  func parts(
    of result: AssetResult, _ request: AssetRequest, _ known: OutcomeShape? = nil
  ) -> (shape: OutcomeShape, particulars: [UInt8]?) {
    if let own = OutcomeShape.particulars(of: result.outcome), let shape = known ?? shape(result.withoutParticulars),
      shape.result(of: request, own) == result
    {
      return (shape, own)
    }
    if let shape = shape(result), shape.result(of: request, nil) == result { return (shape, nil) }
    // What has no JSON form stays in memory.
    return (OutcomeShape { result }, nil)
  }

  private func shape(_ result: AssetResult) -> OutcomeShape? {
    known.result(for: result) { (try? JSONText.compact(result)).flatMap { shape(json: $0) } }
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
      let shape = OutcomeShape(key, json: read) { [results] in
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
  /// The placeholder in every diagnostic for the file's name.
  fileprivate static let noName = ""

  /// The same for every file of its shape.
  fileprivate var withoutParticulars: AssetResult {
    var shape = self
    (shape.outcome.path, shape.outcome.source) = (Self.noName, nil)
    (shape.outcome.focalPoint, shape.outcome.poster) = (nil, nil)
    for index in outcome.renditions.indices { shape.outcome.renditions[index].forgetParticulars() }
    for index in diagnostics.indices where diagnostics[index].subject == .init(.file, outcome.path) {
      shape.diagnostics[index].subject.name = Self.noName
    }
    return shape
  }

  /// As a later run finds it: with renditions in the cache and at the destination.
  var foundAgain: AssetResult {
    var result = self
    for index in outcome.renditions.indices {
      (result.outcome.renditions[index].fromCache, result.outcome.renditions[index].written) = (true, false)
    }
    return result
  }
}

extension RenditionOutcome {
  /// Its URL without its name; nil if that is not at the end.
  private var base: String? { url.hasSuffix(path) ? String(url.dropLast(path.count)) : nil }

  fileprivate mutating func forgetParticulars() {
    (url, path, bytes, digest, fromCache, written) = (base ?? "", "", 0, Self.predictedDigest, true, false)
    if motion == nil { (quality, score, estimate, encodes, corner) = (nil, nil, nil, [], nil) }
  }

  fileprivate func writeParticulars(to writer: inout CompactWriter) {
    writer.add(bytes, digest, fromCache, written, base == nil ? url : nil)
    if motion == nil { writer.add(quality, score, estimate, encodes, corner) }
  }

  fileprivate mutating func readParticulars(
    _ reader: inout CompactReader, slug: String
  ) throws(CompactReader.Damage) {
    (bytes, digest, fromCache, written) = (try reader(), try reader(), try reader(), try reader())
    // A forged limit may be negative.
    guard bytes >= 0, bytes <= limit else { throw CompactReader.Damage() }
    path = PublishedAsset.name(slug: slug, digest: digest, format: format)
    let address: String? = try reader()
    url = address ?? url + path
    guard motion == nil else { return }
    (quality, score, estimate) = (try reader(), try reader(), try reader())
    (encodes, corner) = (try reader(), try reader())
  }
}

extension Geometry.Crop.Corner: CompactValue {
  package func write(to writer: inout CompactWriter) { writer.add(Int(left), Int(top)) }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    let (left, top): (Int, Int) = (try reader(), try reader())
    guard let left = Int32(exactly: left), let top = Int32(exactly: top) else { throw CompactReader.Damage() }
    self.init(left: left, top: top)
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
