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
    let parts = disk.parts(under: key, beginning: MemoryFile.beginning, limit: MemoryFile.largestFile)
    guard let parts, var file = MemoryFile(parts, under: key, sharing: results.shapes) else { return }
    // Results of other versions than the current ones are outdated.
    let versions = await Self.versions(of: Set(file.versions.indices.filter { file.versions[$0] != nil }))
    let current = Set(zip(file.versions, versions).enumerated().filter { $1.0 != nil && $1.0 == $1.1 }.map(\.offset))
    let keys = zip(results.requests.lazy.map(memoryKey), results.requests.indices)
    let places = Dictionary(keys) { first, _ in first }
    await transformInOrder(atMost: Self.mostParts) {
      file.next(Self.partLength)
    } transform: { entries in
      for entry in entries where entry.known.needs.map(current.contains) == true {
        if let index = places[entry.request] { recall(entry.known, at: index, in: results) }
      }
    } consume: {
      true
    }
  }

  /// How many files one task checks, and how many tasks run at once: checking is mostly waiting.
  private static let partLength = 100
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
    let entries = zip(results.requests.lazy.map(memoryKey), known).lazy.filter { $1.needs != nil }
    let versions = await Self.versions(of: Set(known.compactMap(\.needs)))
    disk.seal(under: key, beginning: MemoryFile.beginning, limit: MemoryFile.largestFile) { add in
      try MemoryFile.write(entries.map { (request: $0, known: $1) }, versions, under: key, add)
    }
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

  /// One for each need and one for all of them together; nil if not asked for.
  private static func versions(of needs: Set<Int>) async -> [ContentDigest?] {
    var versions: [ContentDigest?] = []
    for (place, need) in RenderingNeeds.allCases.enumerated() {
      versions.append(needs.contains(place) ? await RenderingVersions.installed(for: need).digest : nil)
    }
    return versions + [needs.contains(versions.count) ? await RenderingVersions.installed.digest : nil]
  }
}
