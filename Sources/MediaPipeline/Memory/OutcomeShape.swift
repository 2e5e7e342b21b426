import Essentials
import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// A source's result without what is its file's own: similar pictures have the same result, except for their bytes. Thousands of files
/// share a few shapes.
final class OutcomeShape: Sendable {
  /// The digest of its JSON text; nil if that cannot express it, so that it is one file's whole result.
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

  /// The result of one file; nil for bytes of others, and if a rendition is not possible as described.
  /// - Parameter making: how each rendition was made; empty: each is in the cache and at the destination, as a later run finds it.
  func result(of request: AssetRequest, _ own: [UInt8], making: [UInt8] = []) -> AssetResult? {
    var (full, reader) = (result(), CompactReader(own))
    guard key != nil else { return full }
    (full.outcome.path, full.outcome.focalPoint, full.outcome.poster) = (
      request.path, request.focalPoint, request.poster
    )
    let slug = full.outcome.renditions.isEmpty ? "" : request.slug
    do throws(CompactReader.Damage) {
      let (byteCount, digest): (Int?, ContentDigest?) = (try reader(), try reader())
      if let byteCount, let digest {
        full.outcome.source = SourceFile(path: request.path, byteCount: byteCount, digest: digest)
      }
      for index in full.outcome.renditions.indices {
        try full.outcome.renditions[index].readOwn(&reader, slug: slug)
      }
    } catch { return nil }
    for (index, byte) in zip(full.outcome.renditions.indices, making) { full.outcome.renditions[index].making = byte }
    for index in full.diagnostics.indices where full.diagnostics[index].subject == .init(.file, AssetResult.noName) {
      full.diagnostics[index].subject.name = request.path
    }
    return reader.isAtEnd ? full : nil
  }
}

/// Shapes of results, each once. Their texts are in a file: each picture may have its own.
package final class ShapeTable: Sendable {
  private let state = Mutex((spool: Spool(), shapes: [ContentDigest: OutcomeShape]()))
  private let results = KnownResults<ContentDigest, AssetResult>(most: 256)
  private let known = KnownResults<AssetResult, OutcomeShape?>(most: 64)

  package init() {}

  /// The shape of a result, from which `result(of:_:making:)` makes it again.
  func shape(of result: AssetResult, _ request: AssetRequest) -> OutcomeShape {
    let common = result.shape
    let shape = known.result(for: common) { (try? JSONText.compact(common)).flatMap { self.shape(json: $0) } }
    if let shape, shape.result(of: request, result.own, making: result.making) == result { return shape }
    // What has no such form stays in memory.
    return OutcomeShape { result }
  }

  /// The shape with this text; nil for other bytes.
  func shape(json: [UInt8]) -> OutcomeShape? {
    let key = ContentDigest(of: json)
    if let known = state.withLock({ $0.shapes[key] }) { return known }
    guard let result = AssetResult(json) else { return nil }
    results[key] = result
    return state.withLock { state in
      if let known = state.shapes[key] { return known }
      let read = state.spool.keepAnyway(json)
      let shape = OutcomeShape(key, json: read) { [results] in
        results.result(for: key) { AssetResult(read()).readAgain }
      }
      state.shapes[key] = shape
      return shape
    }
  }
}

extension AssetResult? {
  /// What this program has read before, from bytes that only it has.
  var readAgain: AssetResult {
    guard let self else { fatalError("results that this program keeps cannot be read any more") }
    return self
  }
}

extension AssetResult {
  /// The placeholder in every diagnostic for the file's name.
  fileprivate static let noName = ""

  fileprivate init?(_ json: [UInt8]) {
    guard let result = try? JSONDecoder().decode(AssetResult.self, from: Data(json)) else { return nil }
    self = result
  }

  /// The same for every file of its shape.
  fileprivate var shape: AssetResult {
    var shape = self
    (shape.outcome.path, shape.outcome.source) = (Self.noName, nil)
    (shape.outcome.focalPoint, shape.outcome.poster) = (nil, nil)
    for index in outcome.renditions.indices { shape.outcome.renditions[index].forgetOwn() }
    for index in diagnostics.indices where diagnostics[index].subject == .init(.file, outcome.path) {
      shape.diagnostics[index].subject.name = Self.noName
    }
    return shape
  }

  /// What is its file's own.
  var own: [UInt8] {
    var writer = CompactWriter()
    writer.add(outcome.source?.byteCount, outcome.source?.digest)
    for rendition in outcome.renditions { rendition.writeOwn(to: &writer) }
    return writer.bytes
  }

  /// How each rendition was made.
  var making: [UInt8] { outcome.renditions.map(\.making) }
}

extension RenditionOutcome {
  /// Its URL without its name; nil if that is not at the end.
  private var base: String? { url.hasSuffix(path) ? String(url.dropLast(path.count)) : nil }

  fileprivate var making: UInt8 {
    get { (fromCache ? 1 : 0) | (written ? 2 : 0) }
    set { (fromCache, written) = (newValue & 1 != 0, newValue & 2 != 0) }
  }

  fileprivate mutating func forgetOwn() {
    (url, path, bytes, digest, fromCache, written) = (base ?? "", "", 0, Self.predictedDigest, true, false)
    if motion == nil { (quality, score, estimate, encodes, corner) = (nil, nil, nil, [], nil) }
  }

  fileprivate func writeOwn(to writer: inout CompactWriter) {
    writer.add(bytes, digest, base == nil ? url : nil)
    if motion == nil { writer.add(quality, score, estimate, encodes, corner) }
  }

  fileprivate mutating func readOwn(_ reader: inout CompactReader, slug: String) throws(CompactReader.Damage) {
    (bytes, digest) = (try reader(), try reader())
    // A forged limit may be any number.
    guard bytes >= 0, bytes <= min(limit, 1 << 32) else { throw CompactReader.Damage() }
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
