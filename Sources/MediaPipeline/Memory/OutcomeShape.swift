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

  init(_ result: AssetResult) {
    var shape = result
    shape.outcome.path = Self.noName
    shape.outcome.source = nil
    for index in shape.outcome.renditions.indices { shape.outcome.renditions[index].forgetParticulars() }
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

  /// The individual parts of an outcome; nil for a source that was not read.
  static func particulars(of outcome: AssetOutcome) -> [UInt8]? {
    guard let source = outcome.source else { return nil }
    var writer = CompactWriter()
    writer.add(source.byteCount, source.digest)
    for rendition in outcome.renditions {
      writer.add(rendition.bytes, rendition.digest)
      if rendition.motion == nil {
        writer.add(rendition.quality, rendition.score, rendition.estimate, rendition.encodes)
      }
    }
    return writer.bytes
  }

  /// The outcome of one file, with renditions as the next run will find them: in the cache and at the destination.
  /// - Returns: nil if a rendition is not possible as described.
  func result(
    of request: AssetRequest, _ particulars: [UInt8], url: (String, ContentDigest) -> String
  ) -> AssetResult? {
    var (full, reader) = (result, CompactReader(particulars))
    (full.outcome.path, full.outcome.focalPoint, full.outcome.poster) = (
      request.path, request.focalPoint, request.poster
    )
    let slug = full.outcome.renditions.isEmpty ? "" : request.slug
    do throws(CompactReader.Damage) {
      full.outcome.source = SourceFile(path: request.path, byteCount: try reader(), digest: try reader())
      for index in full.outcome.renditions.indices {
        try full.outcome.renditions[index].readParticulars(&reader, slug: slug, url: url)
      }
    } catch { return nil }
    for index in full.diagnostics.indices where full.diagnostics[index].subject == .init(.file, Self.noName) {
      full.diagnostics[index].subject.name = request.path
    }
    return reader.isAtEnd ? full : nil
  }
}

extension RenditionOutcome {
  fileprivate mutating func forgetParticulars() {
    (path, url, bytes, digest, fromCache, written) = ("", "", 0, Self.predictedDigest, true, false)
    if motion == nil { (quality, score, estimate, encodes) = (nil, nil, nil, []) }
  }

  fileprivate mutating func readParticulars(
    _ reader: inout CompactReader, slug: String, url: (String, ContentDigest) -> String
  ) throws(CompactReader.Damage) {
    (bytes, digest) = (try reader(), try reader())
    // A forged limit may be negative.
    guard bytes >= 0, bytes <= limit else { throw CompactReader.Damage() }
    path = PublishedAsset.name(slug: slug, digest: digest, format: format)
    self.url = url(path, digest)
    guard motion == nil else { return }
    (quality, score, estimate, encodes) = (try reader(), try reader(), try reader(), try reader())
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
