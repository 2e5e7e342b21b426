import Essentials
import Findings
import MediaFacts
import PushDelivery

/// A source's outcome without its individual parts: similar pictures have the same outcome, except for their bytes. Thousands of files
/// share a few shapes.
final class OutcomeShape: Hashable, Sendable {
  private let result: AssetResult

  /// The placeholder in every rendition and diagnostic for the file's name.
  private static let noName = ""

  /// - Parameter result: a read source's outcome.
  init(_ result: AssetResult) {
    var shape = result
    shape.outcome.path = Self.noName
    shape.outcome.source = nil
    shape.outcome.renditions = result.outcome.renditions.map { $0.with(.none, name: Self.noName, url: Self.noName) }
    for index in shape.diagnostics.indices where shape.diagnostics[index].subject == .init(.file, result.outcome.path) {
      shape.diagnostics[index].subject.name = Self.noName
    }
    self.result = shape
  }

  static func == (left: OutcomeShape, right: OutcomeShape) -> Bool { left === right || left.result == right.result }

  func hash(into hasher: inout Hasher) { hasher.combine(result) }

  /// nil for other bytes.
  init?(json: [UInt8]) {
    guard let result = try? JSONDecoder().decode(AssetResult.self, from: Data(json)) else { return nil }
    self.result = result
  }

  /// Texts and numbers; nil if one of them has no JSON form.
  var json: [UInt8]? { try? JSONText.compact(result) }

  var renditionCount: Int { result.outcome.renditions.count }

  /// The outcome of one file.
  ///
  /// - Parameters:
  ///   - request: the source's request.
  ///   - url: gives the URL of a rendition.
  /// - Returns: nil if a rendition is not possible as described.
  func result(
    of request: AssetRequest, _ particulars: OutcomeParticulars, url: (String, ContentDigest) -> String
  ) -> AssetResult? {
    guard particulars.renditions.count == renditionCount else { return nil }
    var full = result
    full.outcome.path = request.path
    full.outcome.focalPoint = request.focalPoint
    full.outcome.poster = request.poster
    full.outcome.source = SourceFile(path: request.path, byteCount: particulars.byteCount, digest: particulars.digest)
    let slug = particulars.renditions.isEmpty ? "" : request.slug
    for (index, own) in particulars.renditions.enumerated() {
      let rendition = result.outcome.renditions[index]
      guard 0...rendition.limit ~= own.byteCount else { return nil }
      let name = PublishedAsset.name(slug: slug, digest: own.digest, format: rendition.format)
      full.outcome.renditions[index] = rendition.with(own, name: name, url: url(name, own.digest))
    }
    for index in full.diagnostics.indices where full.diagnostics[index].subject == .init(.file, Self.noName) {
      full.diagnostics[index].subject.name = request.path
    }
    return full
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

    static let none = Rendition(byteCount: 0, digest: RenditionOutcome.predictedDigest)
  }

  /// nil for a source that was not read.
  init?(_ outcome: AssetOutcome) {
    guard let source = outcome.source else { return nil }
    (byteCount, digest) = (source.byteCount, source.digest)
    renditions = outcome.renditions.map { rendition in
      Rendition(
        byteCount: rendition.bytes, digest: rendition.digest, quality: rendition.quality, score: rendition.score,
        estimate: rendition.estimate, encodes: rendition.encodes)
    }
  }
}

extension RenditionOutcome {
  /// The same with other parts, marked as found in the cache and at the destination, as the next run will find it.
  fileprivate func with(_ own: OutcomeParticulars.Rendition, name: String, url: String) -> RenditionOutcome {
    var outcome = self
    (outcome.path, outcome.url, outcome.bytes, outcome.digest) = (name, url, own.byteCount, own.digest)
    (outcome.fromCache, outcome.written) = (true, false)
    guard motion == nil else { return outcome }
    (outcome.quality, outcome.score) = (own.quality, own.score)
    (outcome.estimate, outcome.encodes) = (own.estimate, own.encodes)
    return outcome
  }
}

extension OutcomeParticulars {
  func write(to writer: inout CompactWriter) {
    writer.add(byteCount)
    writer.add(digest)
    writer.add(renditions.count)
    for rendition in renditions { rendition.write(to: &writer) }
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    byteCount = try reader.integer()
    digest = try reader.digest()
    renditions = []
    for _ in 0..<(try reader.count(eachOf: 32)) { renditions.append(try Rendition(&reader)) }
  }
}

extension OutcomeParticulars.Rendition {
  fileprivate func write(to writer: inout CompactWriter) {
    writer.add(byteCount)
    writer.add(digest)
    writer.add(quality) { $0.add($1) }
    writer.add(score) { $0.add($1) }
    writer.add(estimate) { $1.write(to: &$0) }
    writer.add(encodes.count)
    for encode in encodes { encode.write(to: &writer) }
  }

  fileprivate init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    byteCount = try reader.integer()
    digest = try reader.digest()
    if try reader.flag() { quality = try reader.integer() }
    if try reader.flag() { score = try reader.double() }
    if try reader.flag() { estimate = try .read(&reader) }
    for _ in 0..<(try reader.count()) { encodes.append(try .read(&reader)) }
  }
}

extension StillRecord.Encode {
  fileprivate func write(to writer: inout CompactWriter) {
    writer.add(quality) { $0.add($1) }
    writer.add(score) { $0.add($1) }
    writer.add(bytes)
    writer.add(width)
    writer.add(chromaSubsampling) { $0.add($1) }
  }

  fileprivate static func read(_ reader: inout CompactReader) throws(CompactReader.Damage) -> Self {
    let quality: Int? = try reader.flag() ? try reader.integer() : nil
    let score: Double? = try reader.flag() ? try reader.double() : nil
    let (bytes, width) = (try reader.integer(), try reader.integer())
    let chroma = try reader.optionalString()
    return Self(quality: quality, score: score, bytes: bytes, width: width, chromaSubsampling: chroma)
  }
}
