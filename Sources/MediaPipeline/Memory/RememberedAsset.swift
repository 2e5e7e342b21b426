import Findings
import MediaFacts
import PushDelivery

/// The outcome of a source in an earlier run, and the files that prove that it would be the same again.
struct RememberedAsset: Sendable {
  let request: MemoryKey.Request
  var shape: OutcomeShape
  /// The rest of its outcome, as `OutcomeShape.particulars` gives it.
  let particulars: [UInt8]
  /// The software that it needed, whose versions must be the same; nil: all of it.
  let needs: RenderingNeeds?
  private var source: RememberedFile
  /// The picture that a message gives as its poster. Its digest is not stored, so its stamp must be settled.
  private var poster: RememberedFile?
  /// The renditions in the published folder; empty if published elsewhere.
  private var published: [RememberedFile] = []
  /// Whether it is in the file unchanged.
  private(set) var isAsWritten = false

  /// The files that determine a source's outcome, before it is processed.
  struct Beginning: Sendable {
    fileprivate let moment = FileStamp.now
    fileprivate let source: FileStamp?
    fileprivate let poster: FileStamp?

    init(_ request: AssetRequest, in folder: String) {
      source = FileStamp(of: folder + "/" + request.path)
      poster = request.poster?.file.flatMap { FileStamp(of: folder + "/" + $0) }
    }
  }

  /// An outcome is not remembered if anything besides the source's bytes may have caused it.
  /// - Parameter beginning: the files as they were before.
  init?(
    _ result: AssetResult, of request: AssetRequest, under key: MemoryKey.Request, since beginning: Beginning,
    _ evidence: PublishedEvidence
  ) {
    guard result.isDecidedByItsFile, let source = beginning.source,
      let particulars = OutcomeShape.particulars(of: result.outcome),
      result.outcome.source?.byteCount == source.byteCount
    else { return nil }
    (self.request, shape, self.particulars) = (key, OutcomeShape(result), particulars)
    self.source = RememberedFile(source, readAfter: beginning.moment)
    // Words are read by a program of their own.
    let inspection = result.outcome.inspection.flatMap { $0.picture.words.isEmpty ? $0 : nil }
    needs = request.poster?.file == nil ? inspection.map(RenderingNeeds.init) : nil
    if request.poster?.file != nil {
      guard let stamp = beginning.poster else { return nil }
      poster = RememberedFile(stamp, readAfter: beginning.moment)
    }
    for rendition in result.outcome.renditions {
      guard let path = evidence.path(of: rendition.path) else { break }
      guard let stamp = FileStamp(of: path), stamp.byteCount == rendition.bytes else { return nil }
      published.append(RememberedFile(stamp, readAfter: beginning.moment))
    }
  }

  /// Whether its files are unchanged; takes their current stamps.
  mutating func confirm(
    _ request: AssetRequest, in folder: String, _ result: AssetResult, _ evidence: PublishedEvidence
  ) -> Bool {
    let former = (source, poster, published)
    defer { isAsWritten = isAsWritten && former == (source, poster, published) }
    guard source.confirm(folder + "/" + request.path, result.outcome.source?.digest) else { return false }
    if let path = request.poster?.file, poster?.confirm(folder + "/" + path, nil) != true { return false }
    let renditions = result.outcome.renditions
    guard case .folder = evidence else { return renditions.allSatisfy(evidence.isProven) }
    guard published.count == renditions.count else { return false }
    for (index, rendition) in renditions.enumerated() {
      guard published[index].stamp.byteCount == rendition.bytes, let path = evidence.path(of: rendition.path),
        published[index].confirm(path, rendition.digest)
      else { return false }
    }
    return true
  }

  /// - Parameter number: its shape's.
  func write(to writer: inout CompactWriter, shape number: Int) {
    writer.append(request.text)
    writer.add(number, RenderingNeeds.place(of: needs), source, poster, published)
    writer.add(particulars)
  }

  /// - Parameter shapes: by number.
  init(_ reader: inout CompactReader, _ shapes: [OutcomeShape]) throws(CompactReader.Damage) {
    request = MemoryKey.Request(try reader.bytes(16))
    let (number, place): (Int, Int) = (try reader(), try reader())
    guard shapes.indices.contains(number) else { throw CompactReader.Damage() }
    (shape, needs) = (shapes[number], RenderingNeeds.at(place))
    (source, poster, published) = (try reader(), try reader(), try reader())
    (particulars, isAsWritten) = (try reader.text(), true)
  }
}

extension AssetResult {
  /// Whether the same bytes would certainly have the same outcome: the machine and chance had no part in it.
  fileprivate var isDecidedByItsFile: Bool {
    switch outcome.status {
    case .published, .unused, .ignored, .refused: break
    case .planned, .failed: return false
    }
    return diagnostics.allSatisfy { diagnostic in
      diagnostic.severity < .error && !diagnostic.rule.isEnvironmental || Self.surelyOfFiles.contains(diagnostic.rule)
    }
  }

  /// Errors that only depend on a file's bytes.
  private static let surelyOfFiles = Set(
    DecodingRules.all.map(\.id) + [Incident.imageCannotFit, .imageRuined, .motionCannotFit].map(\.id))
}

extension RenderingNeeds {
  /// The number of a need; nil, which is all of them together, has the last.
  static func place(of needs: RenderingNeeds?) -> Int { needs.flatMap(allCases.firstIndex) ?? allCases.count }

  fileprivate static func at(_ place: Int) -> RenderingNeeds? {
    allCases.indices.contains(place) ? allCases[place] : nil
  }
}

/// The outcome of a source, and its memory; nil if the outcome may differ the next time.
///
/// A class, since arrays of many would otherwise be copied.
final class KnownAsset: Sendable {
  let result: AssetResult
  let recollection: RememberedAsset?

  init(_ result: AssetResult, _ recollection: RememberedAsset?) {
    (self.result, self.recollection) = (result, recollection)
  }
}

/// Evidence, without a server, that a file is still published.
enum PublishedEvidence: Sendable {
  /// It is in a folder, under an address that ends in `/`.
  case folder(String, baseURL: String)
  /// An earlier run recorded that it is published elsewhere.
  case records(RecordedFiles)

  /// The URL of a file.
  func url(of name: String, _ digest: ContentDigest) -> String {
    switch self {
    case .folder(_, let baseURL): baseURL + name
    case .records(let recorded): recorded.address.url(ofFileNamed: name, digest: digest)
    }
  }

  /// The file's path on this machine; nil if it is elsewhere.
  func path(of name: String) -> String? {
    if case .folder(let folder, _) = self { folder + "/" + name } else { nil }
  }

  /// Whether it is known to be published elsewhere.
  func isProven(_ rendition: RenditionOutcome) -> Bool {
    if case .records(let recorded) = self { recorded.asset(rendition.path, rendition.digest) != nil } else { false }
  }
}
