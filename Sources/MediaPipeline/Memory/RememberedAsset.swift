import Findings
import MediaFacts
import PushDelivery

/// The files that prove that a source's result would be the same again.
struct RememberedAsset: Hashable, Sendable {
  /// The place of the needed software, whose versions must be the same, in `RenderingNeeds`; all of it has the last.
  let needs: Int
  private var source: RememberedFile
  /// The picture that a message gives as its poster. Its digest is not stored, so its stamp must be settled.
  private var poster: RememberedFile?
  /// The renditions in the published folder; empty if published elsewhere.
  private var published: [RememberedFile] = []

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

  /// A result is not remembered if anything besides the source's bytes may have caused it.
  /// - Parameter beginning: the files as they were before.
  init?(_ result: AssetResult, of request: AssetRequest, since beginning: Beginning, _ evidence: PublishedEvidence) {
    guard result.isDecidedByItsFile, let source = beginning.source,
      result.outcome.source?.byteCount == source.byteCount
    else { return nil }
    self.source = RememberedFile(source, readAfter: beginning.moment)
    // Words are read by a program of their own.
    let inspection = result.outcome.inspection.flatMap { $0.picture.words.isEmpty ? $0 : nil }
    let needs = request.poster?.file == nil ? inspection.map(RenderingNeeds.init) : nil
    self.needs = needs.flatMap(RenderingNeeds.allCases.firstIndex) ?? RenderingNeeds.allCases.count
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

  /// The same with the current stamps; nil if a file has changed.
  /// - Parameters:
  ///   - folder: the campaign's.
  ///   - result: its remembered outcome.
  func confirmed(
    _ request: AssetRequest, in folder: String, _ result: AssetResult, _ evidence: PublishedEvidence
  ) -> RememberedAsset? {
    var confirmed = self
    let (digest, renditions) = (result.outcome.source?.digest, result.outcome.renditions)
    guard confirmed.source.confirm(folder + "/" + request.path, digest),
      result.outcome.source?.byteCount == source.stamp.byteCount,
      renditions.allSatisfy({ $0.url == evidence.url(of: $0.path, $0.digest) })
    else { return nil }
    if let path = request.poster?.file {
      guard confirmed.poster?.confirm(folder + "/" + path, nil) == true else { return nil }
    }
    guard case .folder = evidence else { return renditions.allSatisfy(evidence.isProven) ? confirmed : nil }
    guard published.count == renditions.count else { return nil }
    for (index, rendition) in renditions.enumerated() {
      guard published[index].stamp.byteCount == rendition.bytes, let path = evidence.path(of: rendition.path),
        confirmed.published[index].confirm(path, rendition.digest)
      else { return nil }
    }
    return confirmed
  }
}

extension RememberedAsset: CompactValue {
  func write(to writer: inout CompactWriter) { writer.add(needs, source, poster, published) }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (needs, source) = (try reader(), try reader())
    (poster, published) = (try reader(), try reader())
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

/// Evidence, without a server, that a file is still published.
enum PublishedEvidence: Sendable {
  /// It is in a folder, under an address that ends in `/`.
  case folder(String, baseURL: String)
  /// An earlier run recorded that it is published elsewhere.
  case records(RecordedFiles)

  /// - Parameter name: as `PublishedAsset.name` gives it.
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
