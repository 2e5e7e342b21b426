import Findings
import MediaFacts
import PushDelivery

/// What became of a source in an earlier run, and the files by which it is known that it would become the same again.
struct RememberedAsset: Hashable, Sendable {
  /// What making it needed, whose versions must be the same; nil: all that there is.
  var needs: RenderingNeeds?
  var source: RememberedFile
  /// The picture that a message gives as its poster. Its digest stands nowhere, so that its stamp must be settled.
  var poster: RememberedFile?
  /// The renditions in the folder that is published to; none where it lies elsewhere.
  var published: [RememberedFile]
  var particulars: OutcomeParticulars

  /// The files that decide what becomes of a source, before it is worked on.
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
  ///   - result: what became of it. Where something else than its own bytes may have decided that, it is not remembered.
  ///   - beginning: the files as they were before.
  ///   - evidence: where its renditions were published.
  init?(
    _ result: AssetResult, of request: AssetRequest, since beginning: Beginning, evidence: PublishedEvidence
  ) {
    guard result.isDecidedByItsFile, let source = beginning.source,
      let particulars = OutcomeParticulars(result.outcome), particulars.byteCount == source.byteCount
    else { return nil }
    self.source = RememberedFile(source, readAfter: beginning.moment)
    self.particulars = particulars
    needs = request.poster?.file == nil ? result.outcome.inspection.map(RenderingNeeds.init) : nil
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

  /// Whether its files are as they were.
  ///
  /// - Parameters:
  ///   - result: what would be told of it.
  ///   - folder: the campaign's.
  /// - Returns: the same with what was found; nil where one of them is not.
  func confirmed(
    _ request: AssetRequest, in folder: String, _ result: AssetResult, _ evidence: PublishedEvidence
  ) -> RememberedAsset? {
    var confirmed = self
    guard confirmed.source.confirm(folder + "/" + request.path, particulars.digest) else { return nil }
    if let path = request.poster?.file {
      guard confirmed.poster?.confirm(folder + "/" + path, nil) == true else { return nil }
    }
    let renditions = result.outcome.renditions
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

extension RememberedFile {
  /// Whether a file has the bytes still; what was found of it takes the place of what was known.
  fileprivate mutating func confirm(_ path: String, _ digest: ContentDigest?) -> Bool {
    switch compare(path, digest) {
    case .same: return true
    case .sameBytes(let found):
      self = found
      return true
    case .changed: return false
    }
  }
}

extension AssetResult {
  /// Whether the same bytes would surely come to the same again: neither the machine had a part in it nor an accident.
  fileprivate var isDecidedByItsFile: Bool {
    switch outcome.status {
    case .published, .unused, .ignored, .refused: break
    case .planned, .failed: return false
    }
    return diagnostics.allSatisfy { diagnostic in
      diagnostic.severity < .error && !diagnostic.rule.isEnvironmental || Self.surelyOfFiles.contains(diagnostic.rule)
    }
  }

  /// Errors that the bytes of a file alone decide.
  private static let surelyOfFiles = Set(
    DecodingRules.all.map(\.id) + [Incident.imageCannotFit, .imageRuined, .motionCannotFit].map(\.id))
}

extension RememberedAsset {
  func write(to writer: inout CompactWriter) {
    writer.add(needs.flatMap(RenderingNeeds.allCases.firstIndex) ?? RenderingNeeds.allCases.count)
    source.write(to: &writer)
    writer.add(poster) { $1.write(to: &$0) }
    writer.add(published.count)
    for file in published { file.write(to: &writer) }
    particulars.write(to: &writer)
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    let index = try reader.integer()
    needs = RenderingNeeds.allCases.indices.contains(index) ? RenderingNeeds.allCases[index] : nil
    source = try RememberedFile(&reader)
    if try reader.flag() { poster = try RememberedFile(&reader) }
    published = []
    for _ in 0..<(try reader.count()) { published.append(try RememberedFile(&reader)) }
    particulars = try OutcomeParticulars(&reader)
  }
}
