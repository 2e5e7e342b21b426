package import Findings
package import MediaFacts
package import PushDelivery

/// Earlier inspections and renditions: in a folder of this machine, and perhaps in a cache that machines share, which is used if the folder
/// lacks an entry. Keys are digests of the source, of the request, and of everything else that affects the result.
///
/// Entries are not trusted: a rendition is measured and its digest compared when it is loaded, and an invalid entry counts as missing.
public struct RenderCache: Sendable {
  private let disk: DiskCache?
  private let shared: SharedCache?
  private let version: @Sendable (RenderingNeeds) async -> String

  /// - Parameters:
  ///   - folder: nil if nothing is kept on this machine.
  ///   - maximumBytes: the most after `trim()`.
  ///   - version: gives a text that changes if the same plan gives other bytes.
  package init(
    folder: String?, maximumBytes: Int, isReadOnly: Bool, shared: SharedCache?,
    version: @escaping @Sendable (RenderingNeeds) async -> String = {
      await RenderingVersions.installed(for: $0).digest.hex
    }
  ) {
    disk = folder.map { DiskCache(folder: $0, maximumBytes: maximumBytes, isReadOnly: isReadOnly) }
    (self.shared, self.version) = (shared, version)
  }

  /// The facts about a source, if they are known.
  ///
  /// From a shared cache only facts are used that can be checked here without a decoder. That excludes videos: their numbers could only be
  /// checked by measuring again.
  /// - Parameter headers: gives the facts in the source's headers; nil if they are incomplete. This machine's facts can only be damaged,
  ///   which their digest shows.
  package func inspection(
    of source: SourceFile, headers: () -> Inspection? = { nil }
  ) async -> Inspection? {
    let key = CacheKey.inspection(of: source, version: await version(.pictures))
    if let bytes = disk?.bytes(under: key, limit: SharedCache.largestRecord),
      let record = CacheRecord<KeptInspection>(bytes, under: key), await holds(record.value)
    {
      disk?.markUsed(key)
      return record.value.inspection
    }
    guard let shared, let seen = headers(), seen.toldByHeaders != nil,
      let result = await shared.result(of: key, outputLimit: 0)
    else { return nil }
    if let record = CacheRecord<KeptInspection>(result.record, under: key), result.output == nil {
      guard await holds(record.value) else { return nil }
      if record.value.inspection.agrees(with: seen) {
        disk?.write(result.record, under: key)
        return record.value.inspection
      }
    }
    shared.reject("it is about another file")
    return nil
  }

  /// Other versions of ffmpeg may describe a video differently, and other versions of tesseract read other words.
  private func holds(_ record: KeptInspection) async -> Bool {
    await versions(of: record.inspection) == record.versions
  }

  private func versions(of inspection: Inspection) async -> ContentDigest {
    var all = await version(RenderingNeeds(inspection))
    if !inspection.picture.words.isEmpty { all += await version(.reading) }
    return ContentDigest(of: Array(all.utf8))
  }

  package func store(_ inspection: Inspection, of source: SourceFile) async {
    let key = CacheKey.inspection(of: source, version: await version(.pictures))
    let value = KeptInspection(inspection: inspection.kept, versions: await versions(of: inspection))
    guard let record = CacheRecord(value, under: key).bytes else { return }
    disk?.write(record, under: key)
    guard inspection.toldByHeaders != nil else { return }
    await shared?.store(ActionResult(output: nil, record: record), content: [], under: key)
  }

  /// Removes the folder's least recently used entries until it is small enough.
  public func trim() { disk?.trim() }

  /// What did not work.
  package func close() async -> [Diagnostic] { (disk?.notes ?? []) + (shared?.close() ?? []) }
}

extension Inspection {
  /// The header facts of a picture, moving or not, as one value; nil for a video. The other facts are its looks, in a few words and areas,
  /// and the time of the poster within it.
  fileprivate var toldByHeaders: Inspection? {
    switch self {
    case .still(var picture):
      picture.forgetLooks()
      return .still(picture)
    case .animation(var picture, var animation):
      picture.forgetLooks()
      animation.posterTime = 0
      return .animation(picture, animation)
    case .video: return nil
    }
  }

  fileprivate func agrees(with headers: Inspection) -> Bool {
    toldByHeaders == headers.toldByHeaders && (0...max(0, headers.duration ?? 0)).contains(posterTime ?? 0)
      && (picture.words + (picture.smallPrint ?? []) + (picture.readWords ?? []).map(\.area))
        .allSatisfy(\.isWithinPicture)
  }
}

extension Picture {
  /// Keeps header facts only.
  fileprivate mutating func forgetLooks() {
    (alpha, content, vanishesOn, isOneColour) = (.none, .photograph, [], false)
    (words, smallPrint, readWords) = ([], nil, nil)
  }
}

extension RenderCache {
  /// The cached rendition of a source under a plan, if it still meets it.
  package func rendition<Specification>(
    of source: SourceFile, _ inspection: Inspection, plan: RenderPlan<Specification>
  ) async -> Rendition<Specification>? {
    let key = CacheKey.rendition(of: source, plan, version: await version(RenderingNeeds(inspection)))
    let limit = plan.specification.maximumBytes
    if let bytes = disk?.bytes(under: key, limit: limit + SharedCache.largestRecord),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let known = Self.rendition(bytes[..<end], Array(bytes[(end + 1)...]), under: key, plan.specification)
    {
      disk?.markUsed(key)
      return known
    }
    guard let shared, let result = await shared.result(of: key, outputLimit: limit) else { return nil }
    let content: [UInt8]? = if let output = result.output { await shared.content(of: output) } else { [] }
    guard let content else { return nil }
    guard let known = Self.rendition(result.record, content, under: key, plan.specification) else {
      shared.reject("it is not as planned")
      return nil
    }
    write(known, under: key)
    return known
  }

  /// The rendition of an entry; nil if it is damaged, another's, or not as planned.
  private static func rendition<Specification>(
    _ record: some Collection<UInt8>, _ content: [UInt8], under key: ContentDigest, _ specification: Specification
  ) -> Rendition<Specification>? {
    guard let kept = CacheRecord<KeptRendition<Specification.Record>>(record, under: key)?.value,
      ContentDigest(of: content) == kept.digest
    else { return nil }
    return try? Rendition(content, digest: kept.digest, meeting: specification, record: kept.record)
  }

  package func store<Specification>(
    _ rendition: Rendition<Specification>, of source: SourceFile, _ inspection: Inspection,
    plan: RenderPlan<Specification>
  ) async {
    let key = CacheKey.rendition(of: source, plan, version: await version(RenderingNeeds(inspection)))
    guard let record = write(rendition, under: key), let shared else { return }
    let output = ActionResult.Output(digest: rendition.digest, byteCount: rendition.bytes.count)
    await shared.store(ActionResult(output: output, record: record), content: rendition.bytes, under: key)
  }

  /// - Returns: its record; nil without a JSON form.
  @discardableResult
  private func write(_ rendition: Rendition<some RenditionSpecification>, under key: ContentDigest) -> [UInt8]? {
    let value = KeptRendition(digest: rendition.digest, byteCount: rendition.bytes.count, record: rendition.record)
    guard let record = CacheRecord(value, under: key).bytes else { return nil }
    disk?.write(record + [UInt8(ascii: "\n")] + rendition.bytes, under: key)
    return record
  }

  /// The cache of a run; nil if nothing is kept between runs. A dry run writes to it if it makes a contact sheet, so that the next one is
  /// quick.
  init?(_ settings: PipelineSettings) {
    let shared = SharedCache.open(
      settings.configuration.cache.remote, isReadOnly: settings.isDryRun, access: settings.access)
    guard settings.cacheFolder != nil || shared != nil else { return nil }
    self.init(
      folder: settings.cacheFolder, maximumBytes: settings.configuration.cache.maximumBytes,
      isReadOnly: settings.isDryRun && settings.contactSheet == nil, shared: shared)
  }

  /// The cache of a shard: only the shared one, so that each rendition gets there, whatever this machine has.
  /// - Throws: `PipelineError`: `.campaign` if the settings name none that is written to; `.store` if nothing can be stored in it.
  init(ofShard settings: PipelineSettings) async throws(PipelineError) {
    let remote = settings.configuration.cache.remote
    let opened = SharedCache.open(remote, isReadOnly: false, isRequired: true, access: settings.access)
    guard let opened, remote.mode == .readWrite else { throw .campaign([.noSharedCache(remote.address)]) }
    try await opened.requireStoring()
    self.init(folder: nil, maximumBytes: 0, isReadOnly: false, shared: opened)
  }
}

extension Diagnostic {
  fileprivate static func noSharedCache(_ address: SharedCacheAddress?) -> Diagnostic {
    Diagnostic(
      .configurationShard, .init(.configuration, "--shard"),
      "a shard leaves its renditions in a cache that machines share, and "
        + (address.map { "\($0) is only read" } ?? "none is named"),
      remedy: address == nil
        ? "name one with --cache-url or under cache.remote, and leave out --no-cache"
        : "use it with --cache-mode read-write")
  }
}
