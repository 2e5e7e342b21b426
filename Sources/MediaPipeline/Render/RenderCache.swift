import Foundation
package import MediaFacts
package import PushDelivery

/// What was found out and made before, in a folder, by digests: of the source, of what was asked for, and of the renderer.
///
/// Nothing in it is believed: a rendition is measured and its digest compared when it is taken out, and an entry that does not
/// hold is as good as none. So the folder may be deleted, cut short or shared between machines at any time.
public struct RenderCache: Sendable {
  private let folder: String
  private let maximumBytes: Int
  private let rendererVersion: String
  private let isReadOnly: Bool

  /// - Parameters:
  ///   - folder: made when first needed.
  ///   - maximumBytes: what `trim()` leaves at the most.
  ///   - rendererVersion: whatever changes the bytes that come of the same plan.
  ///   - isReadOnly: whether the folder is left as it is.
  public init(folder: String, maximumBytes: Int, rendererVersion: String, isReadOnly: Bool = false) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.rendererVersion = rendererVersion
    self.isReadOnly = isReadOnly
  }

  /// A rendition as it lies in the cache, before its bytes.
  private struct Header<Record: Codable>: Codable {
    var digest: ContentDigest
    var record: Record
  }

  /// The facts about a source, if they are known.
  package func inspection(of source: SourceFile) -> Inspection? {
    let path = inspectionPath(source)
    guard let bytes = try? FileReading.bytes(of: path, limit: 1 << 20) else { return nil }
    guard let facts = Self.verified(bytes) else { return nil }
    markUsed(path)
    return try? JSONDecoder().decode(Inspection.self, from: Data(facts))
  }

  /// What follows the first line, if that is its digest.
  private static func verified(_ bytes: [UInt8]) -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let content = Array(bytes[(end + 1)...])
    return ContentDigest(of: content).hex.utf8.elementsEqual(bytes[..<end]) ? content : nil
  }

  package func store(_ inspection: Inspection, of source: SourceFile) {
    guard let data = try? Self.encoder.encode(inspection) else { return }
    let facts = Array(data)
    write(Array((ContentDigest(of: facts).hex + "\n").utf8) + facts, to: inspectionPath(source))
  }

  /// The rendition of a source under a plan, if there is one that still meets it.
  package func rendition<Specification>(
    of source: SourceFile, plan: RenderPlan<Specification>
  ) -> Rendition<Specification>? {
    let path = renditionPath(source, plan)
    let specification = plan.specification
    guard let bytes = try? FileReading.bytes(of: path, limit: specification.maximumBytes + (1 << 20)),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let header = try? JSONDecoder().decode(Header<Specification.Record>.self, from: Data(bytes[..<end]))
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    guard ContentDigest(of: content) == header.digest else { return nil }
    markUsed(path)
    return try? Rendition(content, digest: header.digest, meeting: specification, record: header.record)
  }

  package func store<Specification>(
    _ rendition: Rendition<Specification>, of source: SourceFile, plan: RenderPlan<Specification>
  ) {
    let header = Header(digest: rendition.digest, record: rendition.record)
    guard let line = try? Self.encoder.encode(header) else { return }
    write(Array(line) + [UInt8(ascii: "\n")] + rendition.bytes, to: renditionPath(source, plan))
  }

  /// Removes the entries that were not used for longest until the folder is small enough.
  public func trim() {
    removeAbandonedFiles()
    let entries = entriesOldestFirst()
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries {
      guard total > maximumBytes else { return }
      FileSystem.remove(entry.path)
      total -= entry.bytes
    }
  }

  /// What runs that were killed were writing. Another run may be at work, so only what is older than an hour goes.
  private func removeAbandonedFiles() {
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? [] where DurableFile.isTemporary(name) {
      let path = folder + "/" + name
      if let state = try? FileSystem.state(of: path), state.seconds < time(nil) - 3600 { FileSystem.remove(path) }
    }
  }

  private func inspectionPath(_ source: SourceFile) -> String {
    path(for: "inspection \(rendererVersion) \(source.digest)")
  }

  private func renditionPath(_ source: SourceFile, _ plan: RenderPlan<some RenditionSpecification>) -> String {
    let kind =
      switch plan.mediaPlan {
      case .still: "rendition"
      case .motion: "motion"
      }
    let specification = String(decoding: (try? Self.encoder.encode(plan.specification)) ?? Data(), as: UTF8.self)
    return path(for: "\(kind) \(rendererVersion) \(source.digest) \(plan.method.rawValue) \(specification)")
  }

  private func path(for key: String) -> String { folder + "/" + ContentDigest(of: Array(key.utf8)).hex }

  /// A cache that cannot be written makes runs slower and is no reason to fail one.
  private func write(_ bytes: [UInt8], to path: String) {
    guard !isReadOnly else { return }
    try? FileSystem.createFolder(folder)
    try? DurableFile.write(bytes, to: path, isDurable: false)
  }

  private func markUsed(_ path: String) {
    if !isReadOnly { FileSystem.touch(path) }
  }

  private func entriesOldestFirst() -> [(path: String, bytes: Int, used: Int)] {
    let names = (try? FileSystem.entries(of: folder)) ?? []
    return names.compactMap { entry in
      guard case .name(let name) = entry, ContentDigest(hex: name) != nil else { return nil }
      let path = folder + "/" + name
      return (try? FileSystem.state(of: path)).map { (path, $0.byteCount, $0.seconds) }
    }.sorted { ($0.used, $0.path) < ($1.used, $1.path) }
  }

  /// Sorted keys, because its output is part of keys.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension RenderCache {
  /// The cache of a run; nil where nothing is kept between runs.
  init?(_ settings: PipelineSettings) {
    guard let folder = settings.cacheFolder else { return nil }
    self.init(
      folder: folder, maximumBytes: settings.configuration.cache.maximumBytes, rendererVersion: Renderer.fullVersion,
      isReadOnly: settings.isDryRun)
  }
}
