import Essentials
import Findings
import MediaFacts
import Synchronization

/// A folder of entries under the digests of their keys. It may be deleted, cut short or shared between machines at any time.
struct DiskCache: Sendable {
  let folder: String
  let maximumBytes: Int
  /// Whether the folder is left as it is.
  let isReadOnly: Bool
  private let refusal = FirstRefusal()

  init(folder: String, maximumBytes: Int, isReadOnly: Bool) {
    (self.folder, self.maximumBytes, self.isReadOnly) = (folder, maximumBytes, isReadOnly)
  }

  /// The bytes of an entry, which may be any; nil where there is none, or one that has more than `limit`.
  func bytes(under key: ContentDigest, limit: Int) -> [UInt8]? {
    try? FileReading.bytes(of: path(key), limit: limit)
  }

  /// Says that an entry was used, so that it stays longer than others.
  func markUsed(_ key: ContentDigest) {
    if !isReadOnly { FileSystem.touch(path(key)) }
  }

  /// A cache that cannot be written makes runs slower and is no reason to fail one; `notes` tell of it.
  func write(_ bytes: [UInt8], under key: ContentDigest) {
    guard !isReadOnly else { return }
    do throws(FileSystemError) {
      try FileSystem.createFolder(folder)
      try DurableFile.write(bytes, to: path(key), isDurable: false)
    } catch {
      refusal.note(error)
    }
  }

  /// What there is to say of it: why something could not be kept.
  var notes: [Diagnostic] {
    guard let error = refusal.error else { return [] }
    return [
      Diagnostic(.machineCache, .init(.file, folder), "what was made is not kept for later runs: \(error.message)")
    ]
  }

  /// Removes the entries that were not used for longest until the folder is small enough.
  func trim() {
    DurableFile.removeAbandoned(in: folder)
    let entries = entriesOldestFirst()
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries {
      guard total > maximumBytes else { return }
      FileSystem.remove(entry.path)
      total -= entry.bytes
    }
  }

  private func path(_ key: ContentDigest) -> String { folder + "/" + key.hex }

  private func entriesOldestFirst() -> [(path: String, bytes: Int, used: Int)] {
    let names = (try? FileSystem.entries(of: folder)) ?? []
    return names.compactMap { entry in
      guard case .name(let name) = entry, ContentDigest(hex: name) != nil else { return nil }
      let path = folder + "/" + name
      return (try? FileSystem.state(of: path)).map { (path, $0.byteCount, $0.seconds) }
    }.sorted { ($0.used, $0.path) < ($1.used, $1.path) }
  }
}

/// The first of what the system refused: the rest is for the same reason.
private final class FirstRefusal: Sendable {
  private let first = Mutex<FileSystemError?>(nil)

  var error: FileSystemError? { first.withLock { $0 } }

  func note(_ error: FileSystemError) { first.withLock { $0 = $0 ?? error } }
}
