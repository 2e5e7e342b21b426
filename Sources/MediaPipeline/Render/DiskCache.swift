import Essentials
import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// A folder of entries under their keys' digests. It may be deleted, truncated or shared between machines at any time.
final class DiskCache: Sendable {
  let folder: String
  let maximumBytes: Int
  /// Whether the folder is not changed.
  let isReadOnly: Bool
  /// The first of the system: the others have the same reason.
  private let refusal = Mutex<FileSystemError?>(nil)

  init(folder: String, maximumBytes: Int, isReadOnly: Bool) {
    (self.folder, self.maximumBytes, self.isReadOnly) = (folder, maximumBytes, isReadOnly)
  }

  /// The bytes of an entry, unchecked; nil if it is missing or has more than `limit`.
  func bytes(under key: ContentDigest, limit: Int) -> [UInt8]? { try? FileReading.bytes(of: path(key), limit: limit) }

  /// Marks an entry as used, so that it stays longer than others.
  func markUsed(_ key: ContentDigest) { if !isReadOnly { FileSystem.touch(path(key)) } }

  /// If the cache is not writable, runs are slower but do not fail; `notes` reports it.
  func write(_ bytes: [UInt8], under key: ContentDigest) {
    write(under: key) { path throws(FileSystemError) in try DurableFile.write(bytes, to: path, isDurable: false) }
  }

  /// Writes an entry as `SealedFile` does.
  func seal(
    under key: ContentDigest, beginning: [UInt8], limit: Int, _ body: (([UInt8]) throws -> Void) throws -> Void
  ) {
    write(under: key) { path throws(FileSystemError) in
      try SealedFile.write(to: path, beginning: beginning, limit: limit, body)
    }
  }

  /// The parts of an entry that `seal` wrote; nil for any other.
  func parts(under key: ContentDigest, beginning: [UInt8], limit: Int) -> StoredValues<[UInt8]>? {
    SealedFile.parts(of: path(key), beginning: beginning, limit: limit)
  }

  private func write(under key: ContentDigest, _ write: (String) throws(FileSystemError) -> Void) {
    guard !isReadOnly else { return }
    do throws(FileSystemError) {
      try FileSystem.createFolder(folder)
      try write(path(key))
    } catch { refusal.withLock { $0 = $0 ?? error } }
  }

  /// Why an entry could not be stored, if one could not.
  var notes: [Diagnostic] {
    guard let error = refusal.withLock({ $0 }) else { return [] }
    return [
      Diagnostic(.machineCache, .init(.file, folder), "what was made is not kept for later runs: \(error.message)")
    ]
  }

  /// Removes the least recently used entries until the folder is small enough.
  func trim() {
    DurableFile.removeAbandoned(in: folder)
    var total = 0
    // Usually it is small enough, and there may be hundreds of thousands.
    _ = FileSystem.names(in: folder) { name in
      total += state(ofEntry: name)?.byteCount ?? 0
      return false
    }
    guard total > maximumBytes else { return }
    for entry in entriesOldestFirst() {
      guard total > maximumBytes else { return }
      FileSystem.remove(entry.path)
      total -= entry.bytes
    }
  }

  private func path(_ key: ContentDigest) -> String { folder + "/" + key.hex }

  private func entriesOldestFirst() -> [(path: String, bytes: Int, used: Int)] {
    FileSystem.names(in: folder).compactMap { name in
      state(ofEntry: name).map { (folder + "/" + name, $0.byteCount, $0.seconds) }
    }.sorted { ($0.used, $0.path) < ($1.used, $1.path) }
  }

  private func state(ofEntry name: String) -> FileState? {
    ContentDigest(hex: name) == nil ? nil : try? FileSystem.state(of: folder + "/" + name)
  }
}

/// A cache's record besides the bytes, as one line: the digest of the JSON that follows. It names its key, so that an entry under another's
/// name is detected.
struct CacheRecord<Value: Codable>: Codable {
  var key: ContentDigest
  var value: Value

  init(_ value: Value, under key: ContentDigest) { (self.key, self.value) = (key, value) }

  /// Nil if the bytes are not such a record, are damaged, or have another key.
  init?(_ bytes: some Collection<UInt8>, under key: ContentDigest) {
    let json = Array(bytes.dropFirst(65))
    guard bytes.prefix(65).elementsEqual(Self.seal(json)),
      let record = try? JSONDecoder().decode(Self.self, from: Data(json)), record.key == key
    else { return nil }
    self = record
  }

  /// Nil for a value without a JSON form.
  var bytes: [UInt8]? {
    (try? JSONText.compact(self)).map { Self.seal($0) + $0 }
  }

  private static func seal(_ json: [UInt8]) -> [UInt8] { Array((ContentDigest(of: json).hex + " ").utf8) }
}

/// The facts about a source, and the versions that they depend on besides those in the key: the needs of a source are only known after
/// inspection.
struct KeptInspection: Codable {
  var inspection: Inspection
  var versions: ContentDigest
}

/// A rendition without its bytes.
struct KeptRendition<Record: Codable>: Codable {
  var digest: ContentDigest
  var byteCount: Int
  var record: Record
}

/// The keys of cache entries.
enum CacheKey {
  static func inspection(of source: SourceFile, version: String) -> ContentDigest {
    digest("inspection \(version) \(source.digest)")
  }

  static func rendition(
    of source: SourceFile, _ plan: RenderPlan<some RenditionSpecification>, version: String
  ) -> ContentDigest {
    let kind = if case .still = plan.mediaPlan { "rendition" } else { "motion" }
    let specification = String(decoding: (try? JSONText.compact(plan.specification)) ?? [], as: UTF8.self)
    return digest("\(kind) \(version) \(source.digest) \(plan.method.rawValue) \(specification)")
  }

  private static func digest(_ key: String) -> ContentDigest { ContentDigest(of: Array(key.utf8)) }
}
