import MediaFacts
import PushDelivery
import Synchronization

/// The memory of one source, as compact as in its file: there may be hundreds of thousands.
struct Recollection: Sendable {
  let request: MemoryKey.Request
  let shape: OutcomeShape
  /// The versions that must match; nil: all.
  let needs: RenderingNeeds?
  /// Whether it is in the file unchanged.
  let isAsWritten: Bool
  private let bytes: [UInt8]

  init(_ request: MemoryKey.Request, _ shape: OutcomeShape, _ asset: RememberedAsset, isAsWritten: Bool) {
    var writer = CompactWriter()
    asset.write(to: &writer)
    (self.request, self.shape, needs, bytes) = (request, shape, asset.needs, writer.bytes)
    self.isAsWritten = isAsWritten
  }

  /// nil if its bytes are invalid; they are parsed here first.
  var asset: RememberedAsset? {
    var reader = CompactReader(bytes)
    return try? RememberedAsset(&reader)
  }
}

extension Recollection {
  /// - Parameter number: its shape's.
  func write(to writer: inout CompactWriter, shape number: Int) {
    writer.append(request.text)
    writer.add(number)
    writer.add(RenderingNeeds.allCases.firstIndex { $0 == needs } ?? RenderingNeeds.allCases.count)
    writer.add(bytes)
  }

  /// - Parameter shapes: by number.
  init(_ reader: inout CompactReader, _ shapes: [OutcomeShape]) throws(CompactReader.Damage) {
    request = MemoryKey.Request(try reader.bytes(16))
    let (number, needs) = (try reader.integer(), try reader.integer())
    guard shapes.indices.contains(number) else { throw CompactReader.Damage() }
    shape = shapes[number]
    self.needs = RenderingNeeds.allCases.indices.contains(needs) ? RenderingNeeds.allCases[needs] : nil
    bytes = try reader.text()
    isAsWritten = true
  }
}

/// The outcome of a source, and its memory; nil if the outcome may differ the next time.
///
/// A class, since arrays of many would otherwise be copied.
final class KnownAsset: Sendable {
  let result: AssetResult
  let recollection: Recollection?

  init(_ result: AssetResult, _ recollection: Recollection?) {
    (self.result, self.recollection) = (result, recollection)
  }
}

/// Shapes of outcomes, each once.
package final class ShapeTable: Sendable {
  private let shapes = Mutex<Set<OutcomeShape>>([])

  package init() {}

  /// The first shape equal to this one.
  func shared(_ shape: OutcomeShape) -> OutcomeShape { shapes.withLock { $0.insert(shape).memberAfterInsert } }
}

/// Evidence, without a server, that a file is still published.
enum PublishedEvidence: Sendable {
  /// It is in a folder, under an address that ends in `/`.
  case folder(String, baseURL: String)
  /// An earlier run recorded that it is published elsewhere.
  case records(PublicationRecords, PublicURLs, URLVerification)

  /// The URL of a file.
  ///
  /// - Parameters:
  ///   - name: as `PublishedAsset.name` gives it.
  ///   - digest: of its bytes.
  func url(of name: String, _ digest: ContentDigest) -> String {
    switch self {
    case .folder(_, let baseURL): baseURL + name
    case .records(_, let address, _): address.url(ofFileNamed: name, digest: digest)
    }
  }

  /// The file's path on this machine; nil if it is elsewhere.
  func path(of name: String) -> String? {
    if case .folder(let folder, _) = self { folder + "/" + name } else { nil }
  }

  /// Whether it is known to be published elsewhere.
  func isProven(_ rendition: RenditionOutcome) -> Bool {
    guard case .records(let records, _, let verification) = self else { return false }
    return records.prove(rendition.path, url: rendition.url, digest: rendition.digest, verification: verification)
  }
}
