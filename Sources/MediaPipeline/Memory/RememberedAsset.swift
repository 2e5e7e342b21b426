import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// The outcome of a source in an earlier run, and the files that prove that it would be the same again.
struct RememberedAsset: Hashable, Sendable {
  /// The software that it needed, whose versions must be the same; nil: all of it.
  var needs: RenderingNeeds?
  var source: RememberedFile
  /// The picture that a message gives as its poster. Its digest is not stored, so its stamp must be settled.
  var poster: RememberedFile?
  /// The renditions in the published folder; empty if published elsewhere.
  var published: [RememberedFile]

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

  /// - Parameters:
  ///   - result: its outcome. It is not remembered if anything besides its bytes may have caused it.
  ///   - beginning: the files as they were before.
  ///   - evidence: evidence of its published renditions.
  init?(_ result: AssetResult, of request: AssetRequest, since beginning: Beginning, evidence: PublishedEvidence) {
    guard result.isDecidedByItsFile, let source = beginning.source,
      result.outcome.source?.byteCount == source.byteCount
    else { return nil }
    self.source = RememberedFile(source, readAfter: beginning.moment)
    // Words are read by a program of their own.
    let inspection = result.outcome.inspection.flatMap { $0.picture.words.isEmpty ? $0 : nil }
    needs = request.poster?.file == nil ? inspection.map(RenderingNeeds.init) : nil
    if request.poster?.file != nil {
      guard let stamp = beginning.poster else { return nil }
      poster = RememberedFile(stamp, readAfter: beginning.moment)
    }
    published = []
    for rendition in result.outcome.renditions {
      guard let path = evidence.path(of: rendition.path) else { break }
      guard let stamp = FileStamp(of: path), stamp.byteCount == rendition.bytes else { return nil }
      published.append(RememberedFile(stamp, readAfter: beginning.moment))
    }
  }

  /// Whether its files are unchanged.
  ///
  /// - Parameters:
  ///   - result: its remembered outcome.
  ///   - folder: the campaign's.
  /// - Returns: the same with the current stamps; nil if a file has changed.
  func confirmed(
    _ request: AssetRequest, in folder: String, _ result: AssetResult, _ evidence: PublishedEvidence
  ) -> RememberedAsset? {
    var confirmed = self
    let (digest, renditions) = (result.outcome.source?.digest, result.outcome.renditions)
    guard confirmed.source.confirm(folder + "/" + request.path, digest),
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

extension RememberedAsset: CompactValue {
  func write(to writer: inout CompactWriter) {
    writer.add(RenderingNeeds.place(of: needs), source, poster, published)
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    needs = RenderingNeeds.at(try reader())
    (source, poster, published) = (try reader(), try reader(), try reader())
  }
}

extension RenderingNeeds {
  /// The number of a need; nil, which is all of them together, has the last.
  static func place(of needs: RenderingNeeds?) -> Int { needs.flatMap(allCases.firstIndex) ?? allCases.count }

  fileprivate static func at(_ place: Int) -> RenderingNeeds? {
    allCases.indices.contains(place) ? allCases[place] : nil
  }
}

/// A source's result as it is kept, as in the memory's file: there may be hundreds of thousands.
struct Recollection: Sendable {
  let shape: OutcomeShape
  /// The place of the needs whose versions must match; nil if the result may differ the next time.
  let needs: Int?
  /// Whether it is in the memory's file unchanged.
  private(set) var isAsWritten = false
  /// Its files, and what is its own.
  let bytes: @Sendable () -> [UInt8]

  /// - Parameter asset: its files; nil if it may differ the next time.
  init(
    _ shape: OutcomeShape, _ particulars: [UInt8]?, _ asset: RememberedAsset?, insteadOf former: Recollection? = nil,
    keep: ([UInt8]) -> @Sendable () -> [UInt8]
  ) {
    var writer = CompactWriter()
    let asset = particulars == nil ? nil : asset
    writer.add(asset, particulars != nil)
    writer.append(particulars ?? [])
    (self.shape, needs) = (shape, asset.map { RenderingNeeds.place(of: $0.needs) })
    isAsWritten = former?.bytes() == writer.bytes
    bytes = keep(writer.bytes)
  }

  /// nil for bytes of others.
  var parts: (asset: RememberedAsset?, particulars: [UInt8]?)? {
    var reader = CompactReader(bytes())
    do throws(CompactReader.Damage) {
      let (asset, isOwn): (RememberedAsset?, Bool) = (try reader(), try reader())
      return (asset, isOwn ? reader.rest : nil)
    } catch { return nil }
  }

  /// The result of its source; nil for bytes of others.
  func result(of request: AssetRequest) -> AssetResult? { parts.flatMap { shape.result(of: request, $0.particulars) } }

  /// - Parameter shapes: by number.
  init(_ reader: inout CompactReader, _ shapes: [OutcomeShape]) throws(CompactReader.Damage) {
    let number: Int = try reader()
    guard shapes.indices.contains(number) else { throw CompactReader.Damage() }
    let (whole, range) = (reader.bytes, try reader.range())
    (shape, bytes, isAsWritten) = (shapes[number], { Array(whole[range]) }, true)
    var beginning = CompactReader(whole, range)
    let isRemembered: Bool = try beginning()
    guard isRemembered else { throw CompactReader.Damage() }
    needs = try Int(&beginning)
  }
}

/// The results of a run's sources. Each goes to a file when it is known and is read again when it is asked for: there may be hundreds of
/// thousands.
final class ResultSpool: Sendable {
  let requests: [AssetRequest]
  let shapes = ShapeTable()
  private let state: Mutex<State>

  private struct State {
    var spool = Spool()
    var results: [Recollection?]
  }

  init(_ requests: [AssetRequest]) {
    self.requests = requests
    state = Mutex(State(results: requests.map { _ in nil }))
  }

  /// Keeps the result of a source.
  /// - Parameter asset: its files; nil if it may differ the next time.
  func keep(_ result: AssetResult, _ asset: RememberedAsset?, insteadOf former: Recollection? = nil, at index: Int) {
    let (shape, particulars) = shapes.parts(of: result, requests[index], former?.shape)
    state.withLock { state in
      state.results[index] = Recollection(shape, particulars, asset, insteadOf: former) { state.spool.keepAnyway($0) }
    }
  }

  /// The known results' statuses.
  var statuses: [AssetOutcome.Status?] {
    zip(requests, state.withLock { $0.results }).map { request, known in
      known.flatMap { $0.result(of: request)?.outcome.status }
    }
  }

  /// The places of the sources without a result.
  var rest: [Int] { state.withLock { state in state.results.indices.filter { state.results[$0] == nil } } }

  /// What is kept, in order.
  var recollections: [Recollection] { state.withLock { $0.results.compactMap(\.self) } }

  /// All results, in order.
  var values: StoredValues<AssetResult> {
    let (requests, results) = (requests, recollections)
    return StoredValues(count: results.count) { index in
      guard let result = results[index].result(of: requests[index]) else {
        fatalError("results that this program keeps cannot be read any more")
      }
      return result
    }
  }
}

/// Evidence, without a server, that a file is still published.
enum PublishedEvidence: Sendable {
  /// It is in a folder, under an address that ends in `/`.
  case folder(String, baseURL: String)
  /// An earlier run recorded that it is published elsewhere.
  case records(RecordedFiles)

  /// The URL of a file.
  ///
  /// - Parameters:
  ///   - name: as `PublishedAsset.name` gives it.
  ///   - digest: of its bytes.
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
