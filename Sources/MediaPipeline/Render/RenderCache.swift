import Foundation
package import MediaFacts
package import PushDelivery

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What was found out and made before, in a folder, by digests: of the source, of what was asked for, and of the renderer.
///
/// Nothing in it is believed: a rendition is measured and its digest compared when it is taken out, and an entry that does not
/// hold is as good as none. So the folder may be deleted, cut short or shared between machines at any time.
public struct RenderCache: Sendable {
  private let folder: String
  private let maximumBytes: Int
  private let rendererVersion: String

  /// - Parameters:
  ///   - folder: made when first needed.
  ///   - maximumBytes: what `trim()` leaves at the most.
  ///   - rendererVersion: whatever changes the bytes that come of the same plan.
  public init(folder: String, maximumBytes: Int, rendererVersion: String) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.rendererVersion = rendererVersion
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
    touch(path)
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

  /// The rendition of a source under a specification, if there is one that still meets it.
  package func rendition(of source: SourceFile, plan: RenderPlan) -> Rendition? {
    let specification = plan.specification
    return entry(at: renditionPath(source, plan.method.rawValue, specification), limit: specification.maximumBytes) {
      try Rendition($0, digest: $1, meeting: specification, record: $2)
    }
  }

  /// The same for what moves.
  package func rendition(of source: SourceFile, plan: MotionPlan) -> MotionRendition? {
    let specification = plan.specification
    return entry(at: motionPath(source, plan), limit: specification.maximumBytes) {
      try MotionRendition($0, digest: $1, meeting: specification, record: $2)
    }
  }

  package func store(_ rendition: Rendition, of source: SourceFile, plan: RenderPlan) {
    let header = Header(digest: rendition.digest, record: rendition.record)
    write(header, rendition.bytes, to: renditionPath(source, plan.method.rawValue, plan.specification))
  }

  package func store(_ rendition: MotionRendition, of source: SourceFile, plan: MotionPlan) {
    let header = Header(digest: rendition.digest, record: rendition.record)
    write(header, rendition.bytes, to: motionPath(source, plan))
  }

  /// What lies at a path, if its digest is right and `measure` accepts it.
  private func entry<Record: Codable, Made>(
    at path: String, limit: Int, measure: ([UInt8], ContentDigest, Record) throws -> Made
  ) -> Made? {
    guard let bytes = try? FileReading.bytes(of: path, limit: limit + (1 << 20)),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let header = try? JSONDecoder().decode(Header<Record>.self, from: Data(bytes[..<end]))
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    guard ContentDigest(of: content) == header.digest else { return nil }
    touch(path)
    return try? measure(content, header.digest, header.record)
  }

  private func write(_ header: Header<some Codable>, _ bytes: [UInt8], to path: String) {
    guard let line = try? Self.encoder.encode(header) else { return }
    write(Array(line) + [UInt8(ascii: "\n")] + bytes, to: path)
  }

  /// Removes the entries that were not used for longest until the folder is small enough.
  public func trim() {
    removeAbandonedFiles()
    let entries = entriesOldestFirst()
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries {
      guard total > maximumBytes else { return }
      unlink(entry.path)
      total -= entry.bytes
    }
  }

  /// What runs that were killed were writing. Another run may be at work, so only what is older than an hour goes.
  private func removeAbandonedFiles() {
    for case .name(let name) in (try? FolderListing.entries(of: folder)) ?? [] where DurableFile.isTemporary(name) {
      var status = stat()
      let path = folder + "/" + name
      if stat(path, &status) == 0, status.modificationTime < time(nil) - 3600 { DurableFile.remove(path) }
    }
  }

  private func inspectionPath(_ source: SourceFile) -> String {
    path(for: "inspection \(rendererVersion) \(source.digest)")
  }

  private func renditionPath(
    _ source: SourceFile, _ method: String, _ specification: some Encodable, kind: String = "rendition"
  ) -> String {
    let text = String(decoding: (try? Self.encoder.encode(specification)) ?? Data(), as: UTF8.self)
    return path(for: "\(kind) \(rendererVersion) \(source.digest) \(method) \(text)")
  }

  private func motionPath(_ source: SourceFile, _ plan: MotionPlan) -> String {
    renditionPath(source, plan.method.rawValue, plan.specification, kind: "motion")
  }

  private func path(for key: String) -> String { folder + "/" + ContentDigest(of: Array(key.utf8)).hex }

  /// A cache that cannot be written makes runs slower and is no reason to fail one.
  private func write(_ bytes: [UInt8], to path: String) {
    try? FolderListing.create(folder)
    try? DurableFile.write(bytes, to: path, isDurable: false)
  }

  private func touch(_ path: String) { utimes(path, nil) }

  private func entriesOldestFirst() -> [(path: String, bytes: Int, used: Int)] {
    let names = (try? FolderListing.entries(of: folder)) ?? []
    return names.compactMap { entry in
      guard case .name(let name) = entry, ContentDigest(hex: name) != nil else { return nil }
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return (path, Int(status.st_size), status.modificationTime)
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
      folder: folder, maximumBytes: settings.configuration.cache.maximumBytes, rendererVersion: Renderer.fullVersion)
  }
}

extension stat {
  /// Seconds since 1970.
  fileprivate var modificationTime: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
