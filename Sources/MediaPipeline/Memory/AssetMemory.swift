import MediaFacts
import PushDelivery
import Synchronization

/// The outcomes of a campaign's sources in the last run with the same settings, so that a run over unchanged files has nothing to do: it
/// neither reads them nor starts a worker.
///
/// It is an entry of the cache folder and may be removed at any time. Entries are only used if stamps or bytes confirm them: a changed
/// source, and one with a rendition that is no longer published, is processed as usual.
final class AssetMemory: Sendable {
  private let disk: DiskCache
  private let key: ContentDigest
  private let folder: String
  private let namedPaths: Set<String>
  private let evidence: PublishedEvidence
  /// Each once.
  private let shapes = Mutex<Set<OutcomeShape>>([])

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

  /// The known outcomes of sources.
  func recall(_ requests: [AssetRequest]) async -> [KnownAsset?] {
    guard let file = await read() else { return requests.map { _ in nil } }
    let places = Dictionary(file.entries.enumerated().map { ($1.request, $0) }) { first, _ in first }
    let parts = stride(from: 0, to: requests.count, by: Self.partLength).map {
      $0..<min($0 + Self.partLength, requests.count)
    }
    return await parts.mapInOrder(atMost: Self.mostParts) { [self] part in
      part.map { index in
        places[memoryKey(requests[index])].flatMap { recall(requests[index], file.entries[$0]) }
      }
    }.flatMap(\.self)
  }

  /// How many files one task checks, and how many tasks run at once: checking is mostly waiting.
  private static let partLength = 250
  private static let mostParts = 8

  private func recall(_ request: AssetRequest, _ entry: RememberedAsset) -> KnownAsset? {
    var entry = entry
    guard let result = entry.shape.result(of: request, entry.particulars, url: evidence.url),
      entry.confirm(request, in: folder, result, evidence)
    else { return nil }
    return KnownAsset(result, entry)
  }

  private func memoryKey(_ request: AssetRequest) -> MemoryKey.Request {
    MemoryKey.Request(request, isNamed: namedPaths.contains(request.path))
  }
}

extension AssetMemory {
  /// The outcome of a source, for the next run; nil if the outcome may differ the next time.
  func recollection(
    of result: AssetResult, _ request: AssetRequest, since beginning: RememberedAsset.Beginning
  ) -> RememberedAsset? {
    guard var asset = RememberedAsset(result, of: request, under: memoryKey(request), since: beginning, evidence),
      let again = asset.shape.result(of: request, asset.particulars, url: evidence.url), again.lasting == result.lasting
    else { return nil }
    asset.shape = shapes.withLock { [shape = asset.shape] in $0.insert(shape).memberAfterInsert }
    return asset
  }

  /// Saves the current outcomes only: missing sources are forgotten.
  /// - Parameter known: one for each source; nil for those that are not saved.
  func save(_ known: [RememberedAsset?]) async {
    guard !known.allSatisfy({ $0?.isAsWritten == true }) else { return disk.markUsed(key) }
    let entries = known.compactMap(\.self)
    let versions = await Self.versions(of: Set(entries.map(\.needs)))
    guard let bytes = MemoryFile.bytes(versions, entries, under: key), bytes.count <= MemoryFile.largestFile else {
      return
    }
    disk.write(bytes, under: key)
  }

  /// The digest of all known outcomes; nil if one of them is not remembered.
  func identity(of known: [RememberedAsset?]) -> ContentDigest? {
    var (writer, shapes) = (CompactWriter(), NumberedShapes())
    for asset in known {
      guard let asset, let number = shapes.number(of: asset.shape) else { return nil }
      writer.add(number)
      writer.append(asset.request.text)
      writer.add(asset.particulars)
    }
    for shape in shapes.texts { writer.add(shape) }
    return ContentDigest(of: writer.bytes)
  }

  /// The last run's entries, without results of other versions than the current ones.
  private func read() async -> MemoryFile? {
    guard let bytes = disk.bytes(under: key, limit: MemoryFile.largestFile),
      var file = MemoryFile(bytes, under: key)
    else { return nil }
    let versions = await Self.versions(of: Set(file.entries.map(\.needs)))
    guard versions.count == file.versions.count else { return nil }
    let holds = zip(versions, file.versions).map { $0 == $1 }
    shapes.withLock { $0.formUnion(file.shapes) }
    if holds.contains(false) { file.entries.removeAll { !holds[RenderingNeeds.place(of: $0.needs)] } }
    return file
  }

  /// One for each need and one for all of them together; nil if not asked for.
  private static func versions(of needs: Set<RenderingNeeds?>) async -> [ContentDigest?] {
    var versions: [ContentDigest?] = []
    for need in RenderingNeeds.allCases {
      versions.append(needs.contains(need) ? await RenderingVersions.installed(for: need).digest : nil)
    }
    return versions + [needs.contains(nil) ? await RenderingVersions.installed.digest : nil]
  }
}

extension AssetResult {
  /// What does not depend on who made it and when: every rendition counts as made and written.
  fileprivate var lasting: AssetResult {
    var result = self
    for index in result.outcome.renditions.indices {
      (result.outcome.renditions[index].fromCache, result.outcome.renditions[index].written) = (false, true)
    }
    return result
  }
}
