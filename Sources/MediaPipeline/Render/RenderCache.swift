package import Findings
package import MediaFacts
package import PushDelivery

/// What was found out and made before: in a folder of this machine, and perhaps in a cache that machines share, which is asked for
/// what the folder lacks. Keys are made of digests: of the source, of what was asked for, and of everything that decides what
/// comes of it.
///
/// Nothing in either is believed: a rendition is measured and its digest compared when it is taken out, and an entry that does not
/// hold is as good as none.
public struct RenderCache: Sendable {
  private let disk: DiskCache?
  private let shared: SharedCache?
  private let version: @Sendable (RenderingNeeds) async -> String

  /// - Parameters:
  ///   - folder: made when first needed.
  ///   - maximumBytes: what `trim()` leaves at the most.
  ///   - rendererVersion: whatever changes the bytes that come of the same plan.
  ///   - isReadOnly: whether the folder is left as it is.
  public init(folder: String, maximumBytes: Int, rendererVersion: String, isReadOnly: Bool = false) {
    self.init(folder: folder, maximumBytes: maximumBytes, isReadOnly: isReadOnly, shared: nil) { _ in rendererVersion }
  }

  /// - Parameters:
  ///   - folder: nil where nothing is kept on this machine.
  ///   - version: whatever changes what comes of the same plan.
  package init(
    folder: String?, maximumBytes: Int, isReadOnly: Bool, shared: SharedCache?,
    version: @escaping @Sendable (RenderingNeeds) async -> String
  ) {
    disk = folder.map { DiskCache(folder: $0, maximumBytes: maximumBytes, isReadOnly: isReadOnly) }
    self.shared = shared
    self.version = version
  }

  /// The facts about a source, if they are known.
  ///
  /// Of machines that share a cache only facts are taken that can be looked up here without a decoder, which leaves out videos: they
  /// have numbers that nobody could check but by finding them again.
  ///
  /// - Parameter headers: gives what the source's own headers tell; nil where they do not tell all that they should. Facts of
  ///   this machine are damaged at the worst, which their digest tells.
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
    guard let record = CacheRecord<KeptInspection>(result.record, under: key), result.output == nil else {
      shared.reject("it is another's")
      return nil
    }
    guard await holds(record.value) else { return nil }
    guard record.value.inspection.agrees(with: seen) else {
      shared.reject("it is about another file")
      return nil
    }
    disk?.write(result.record, under: key)
    return record.value.inspection
  }

  /// Other versions of ffmpeg may tell otherwise what a video is.
  private func holds(_ record: KeptInspection) async -> Bool {
    ContentDigest(of: Array(await version(RenderingNeeds(record.inspection)).utf8)) == record.versions
  }

  package func store(_ inspection: Inspection, of source: SourceFile) async {
    let key = CacheKey.inspection(of: source, version: await version(.pictures))
    let versions = ContentDigest(of: Array(await version(RenderingNeeds(inspection)).utf8))
    let value = KeptInspection(inspection: inspection, versions: versions)
    guard let record = CacheRecord(value, under: key).bytes else { return }
    disk?.write(record, under: key)
    guard inspection.toldByHeaders != nil else { return }
    await shared?.store(ActionResult(output: nil, record: record), content: [], under: key)
  }

  /// Removes the entries of the folder that were not used for longest until it is small enough.
  public func trim() { disk?.trim() }

  /// Waits until the cache that machines share has what this run made.
  ///
  /// - Returns: what there is to say of it, and of the folder.
  package func close() async -> [Diagnostic] { (disk?.notes ?? []) + (await shared?.close() ?? []) }
}

extension Inspection {
  /// What headers alone tell of a picture, moving or not, as one value; nil for a video. The rest says how it looks, in a few words and
  /// places, and the moment of the poster lies within.
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

  /// - Parameter headers: what the source's own headers tell.
  fileprivate func agrees(with headers: Inspection) -> Bool {
    toldByHeaders == headers.toldByHeaders && (0...max(0, headers.duration ?? 0)).contains(posterTime ?? 0)
      && picture.words.allSatisfy(\.isWithinPicture)
  }
}

extension Picture {
  /// Leaves what headers tell.
  fileprivate mutating func forgetLooks() {
    (alpha, content, words, vanishesOn, isOneColour) = (.none, .photograph, [], [], false)
  }
}

extension RenderCache {
  /// The rendition of a source under a plan, if there is one that still meets it.
  package func rendition<Specification>(
    of source: SourceFile, _ inspection: Inspection, plan: RenderPlan<Specification>
  ) async -> Rendition<Specification>? {
    let key = CacheKey.rendition(of: source, plan, version: await version(RenderingNeeds(inspection)))
    if let known = rendition(onDiskUnder: key, plan.specification) { return known }
    guard let shared, let known = await rendition(under: key, plan.specification, in: shared) else { return nil }
    write(known, under: key)
    return known
  }

  private func rendition<Specification>(
    onDiskUnder key: ContentDigest, _ specification: Specification
  ) -> Rendition<Specification>? {
    let limit = specification.maximumBytes + SharedCache.largestRecord
    guard let bytes = disk?.bytes(under: key, limit: limit), let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let record = CacheRecord<KeptRendition<Specification.Record>>(bytes[..<end], under: key)
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    guard ContentDigest(of: content) == record.value.digest else { return nil }
    disk?.markUsed(key)
    return try? Rendition(content, digest: record.value.digest, meeting: specification, record: record.value.record)
  }

  private func rendition<Specification>(
    under key: ContentDigest, _ specification: Specification, in shared: SharedCache
  ) async -> Rendition<Specification>? {
    guard let result = await shared.result(of: key, outputLimit: specification.maximumBytes) else { return nil }
    guard let record = CacheRecord<KeptRendition<Specification.Record>>(result.record, under: key),
      let output = result.output, output.digest == record.value.digest
    else {
      shared.reject("it is another's")
      return nil
    }
    guard let content = await shared.content(of: output) else { return nil }
    do throws(RenditionError) {
      return try Rendition(content, digest: output.digest, meeting: specification, record: record.value.record)
    } catch {
      shared.reject("it is not as planned")
      return nil
    }
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

  /// - Returns: the record of it; nil where JSON has no form for it.
  @discardableResult
  private func write(_ rendition: Rendition<some RenditionSpecification>, under key: ContentDigest) -> [UInt8]? {
    let value = KeptRendition(
      digest: rendition.digest, byteCount: rendition.bytes.count, record: rendition.record)
    guard let record = CacheRecord(value, under: key).bytes else { return nil }
    disk?.write(record + [UInt8(ascii: "\n")] + rendition.bytes, under: key)
    return record
  }
}

extension RenderCache {
  /// The cache of a run; nil where nothing is kept between runs. A dry run writes to it where it makes a page, since the page is all that
  /// is wanted of it and the next one is to be there soon.
  init?(_ settings: PipelineSettings) {
    let shared = SharedCache.open(
      settings.configuration.cache.remote, isReadOnly: settings.isDryRun, access: settings.access)
    guard settings.cacheFolder != nil || shared != nil else { return nil }
    self.init(
      folder: settings.cacheFolder, maximumBytes: settings.configuration.cache.maximumBytes,
      isReadOnly: settings.isDryRun && settings.contactSheet == nil, shared: shared
    ) { await RenderingVersions.installed(for: $0).digest.hex }
  }
}
