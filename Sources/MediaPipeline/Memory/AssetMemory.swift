import MediaFacts
import PushDelivery

/// The outcomes of a campaign's sources in the last run with the same settings, so that a run over unchanged files has nothing to do: it
/// neither reads them nor starts a worker.
///
/// It is an entry of the cache folder and may be removed at any time. Entries are only used if stamps or bytes confirm them: a changed
/// source, and one with a rendition that is no longer published, is processed as usual.
struct AssetMemory: Sendable {
  private let disk: DiskCache
  private let key: ContentDigest
  private let folder: String
  private let namedPaths: Set<String>
  let evidence: PublishedEvidence

  /// - Parameters:
  ///   - folder: the campaign's, with every link resolved.
  ///   - namedPaths: the files that messages name.
  ///   - evidence: where renditions are published; nil if every run must check the server.
  /// - Returns: nil if nothing is kept, or nothing can be confirmed locally.
  init?(_ settings: PipelineSettings, folder: String, naming namedPaths: Set<String>, evidence: PublishedEvidence?) {
    // The contact sheet needs the bytes of files published elsewhere.
    let needsBytes = settings.contactSheet != nil && settings.destination.place.folder == nil
    guard let evidence, !needsBytes, !settings.isDryRun, let disk = DiskCache(settings),
      let key = MemoryKey.assets(settings, folder: folder)
    else { return nil }
    (self.disk, self.key, self.folder, self.namedPaths, self.evidence) = (disk, key, folder, namedPaths, evidence)
  }

  /// Finds the known results of sources: those that are not outdated.
  func recall(into results: ResultSpool) async {
    guard let file = await read(results.shapes) else { return }
    let known = Dictionary(file.entries.map { ($0.request, $0.known) }) { first, _ in first }
    let count = results.requests.count
    let parts = stride(from: 0, to: count, by: Self.partLength).map { $0..<min($0 + Self.partLength, count) }
    _ = await parts.mapInOrder(atMost: Self.mostParts) { part in
      for index in part {
        if let known = known[memoryKey(results.requests[index])] { recall(known, at: index, in: results) }
      }
    }
  }

  /// How many files one task checks, and how many tasks run at once: checking is mostly waiting.
  private static let partLength = 250
  private static let mostParts = 8

  private func recall(_ known: Recollection, at index: Int, in results: ResultSpool) {
    let request = results.requests[index]
    guard let parts = known.parts, let former = parts.asset,
      let result = known.shape.result(of: request, parts.own),
      let asset = former.confirmed(request, in: folder, result, evidence)
    else { return }
    results.keep(known.shape, ([], asset, parts.own), isAsWritten: asset == former, at: index)
  }

  private func memoryKey(_ request: AssetRequest) -> MemoryKey.Request {
    MemoryKey.Request(request, isNamed: namedPaths.contains(request.path))
  }
}

extension AssetMemory {
  /// Saves the current results only: missing sources are forgotten.
  func save(_ results: ResultSpool) async {
    let known = results.recollections
    guard !known.allSatisfy(\.isAsWritten) else { return disk.markUsed(key) }
    let entries = zip(results.requests.lazy.map(memoryKey), known).filter { $1.needs != nil }
    let versions = await Self.versions(of: Set(known.compactMap(\.needs)))
    let bytes = MemoryFile(versions: versions, entries: entries).bytes(under: key)
    if bytes.count <= MemoryFile.largestFile { disk.write(bytes, under: key) }
  }

  /// The digest of all known results, however they were made; nil if one of them is not remembered.
  func identity(of results: ResultSpool) -> ContentDigest? {
    var identity = ContentDigest(of: [UInt8]())
    for (request, known) in zip(results.requests, results.recollections) {
      guard known.needs != nil, let own = known.parts?.own else { return nil }
      var writer = CompactWriter()
      writer.add(identity, known.shape.key)
      writer.append(memoryKey(request).text)
      writer.append(own)
      identity = ContentDigest(of: writer.bytes)
    }
    return identity
  }

  /// The last run's entries, without results of other versions than the current ones.
  private func read(_ shapes: ShapeTable) async -> MemoryFile? {
    guard let bytes = disk.bytes(under: key, limit: MemoryFile.largestFile),
      var file = MemoryFile(bytes, under: key, sharing: shapes)
    else { return nil }
    let versions = await Self.versions(of: Set(file.entries.compactMap(\.known.needs)))
    guard versions.count == file.versions.count else { return nil }
    let current = Set(versions.indices.filter { versions[$0] == file.versions[$0] })
    file.entries.removeAll { $0.known.needs.map(current.contains) != true }
    return file
  }

  /// One for each need and one for all of them together; nil if not asked for.
  private static func versions(of needs: Set<Int>) async -> [ContentDigest?] {
    var versions: [ContentDigest?] = []
    for (place, need) in RenderingNeeds.allCases.enumerated() {
      versions.append(needs.contains(place) ? await RenderingVersions.installed(for: need).digest : nil)
    }
    return versions + [needs.contains(versions.count) ? await RenderingVersions.installed.digest : nil]
  }
}
