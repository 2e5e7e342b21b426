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
    var corner: Geometry.Crop.Corner?

    static let none = Rendition(byteCount: 0, digest: RenditionOutcome.predictedDigest)
  }

  /// nil for a source that was not read.
  init?(_ outcome: AssetOutcome) {
    guard let source = outcome.source else { return nil }
    (byteCount, digest) = (source.byteCount, source.digest)
    renditions = outcome.renditions.map { rendition in
      Rendition(
        byteCount: rendition.bytes, digest: rendition.digest, quality: rendition.quality, score: rendition.score,
        estimate: rendition.estimate, encodes: rendition.encodes, corner: rendition.corner)
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
    (outcome.estimate, outcome.encodes, outcome.corner) = (own.estimate, own.encodes, own.corner)
    return outcome
  }
}

extension OutcomeParticulars: CompactValue {
  func write(to writer: inout CompactWriter) { writer.add(byteCount, digest, renditions) }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (byteCount, digest, renditions) = (try reader(), try reader(), try reader())
  }
}

extension OutcomeParticulars.Rendition: CompactValue {
  func write(to writer: inout CompactWriter) {
    writer.add(byteCount, digest, quality, score, estimate, encodes, corner)
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (byteCount, digest, quality) = (try reader(), try reader(), try reader())
    (score, estimate, encodes, corner) = (try reader(), try reader(), try reader(), try reader())
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
