#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder from which scripts send whatever lies in it.
///
/// It is committed as a set: the whole next state is built in a folder beside it, and the two change places in one step. So a
/// reader sees the former set or the new one, and a run that ends early changes nothing. Of the folder's entries only JSON files
/// and `stale` are ours; everything else is carried over untouched and never deleted.
public struct RequestFolder: Sendable {
  /// Its canonical path. The folder above it must exist.
  public let path: String

  /// - Parameter path: where the folder is or shall be; a link is followed, so that what it leads to is exchanged.
  public init(path: String) { self.path = FolderListing.canonicalPath(path) ?? path }

  /// Where files go that are no longer part of the set.
  public static let staleName = "stale"
  /// The file that names the set.
  public static let indexName = "index.json"

  /// What a commit did.
  public struct Change: Hashable, Sendable {
    public var written: [String]
    public var stale: [String]

    public init(written: [String] = [], stale: [String] = []) {
      self.written = written
      self.stale = stale
    }
  }

  /// Makes the folder hold exactly `files` and what is not ours.
  ///
  /// - Parameter files: names ending in `.json`, with their bytes.
  /// - Throws: `FileSystemError`. The folder then holds the former set or the new one, whole.
  public func commit(_ files: [String: [UInt8]]) throws(FileSystemError) -> Change {
    let exchange = FolderExchange(folder: path)
    try exchange.finishInterrupted()
    let current = try FolderListing.requestFiles(in: path)
    let change = change(from: current, to: files)
    if FolderListing.kind(of: path) == .folder, change.written.isEmpty, change.stale.isEmpty { return change }
    do {
      try build(exchange.next, files: files, change: change)
    } catch {
      // Nothing but ours can be in it yet.
      exchange.clear(exchange.next)
      throw error
    }
    try exchange.perform()
    return change
  }

  private func change(from current: [String], to files: [String: [UInt8]]) -> Change {
    Change(
      written: files.keys.sorted().filter { name in
        (try? FileReading.bytes(of: path + "/" + name, limit: files[name]?.count ?? 0)) != files[name]
      },
      stale: current.filter { files[$0] == nil }.sorted())
  }

  private func build(_ next: String, files: [String: [UInt8]], change: Change) throws(FileSystemError) {
    try FolderListing.create(next)
    let written = Set(change.written)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if written.contains(name) {
        try DurableFile.write(bytes, to: next + "/" + name)
      } else {
        try DurableFile.duplicate(path + "/" + name, to: next + "/" + name)
      }
    }
    try buildStale(next + "/" + Self.staleName, adding: change.stale)
    DurableFile.syncFolder(next)
  }

  private func buildStale(_ folder: String, adding names: [String]) throws(FileSystemError) {
    let former = path + "/" + Self.staleName
    let kept = try FolderListing.requestFiles(in: former)
    guard !kept.isEmpty || !names.isEmpty else { return }
    try FolderListing.create(folder)
    for name in names { try DurableFile.duplicate(path + "/" + name, to: folder + "/" + name) }
    for name in kept where !names.contains(name) {
      try DurableFile.duplicate(former + "/" + name, to: folder + "/" + name)
    }
    DurableFile.syncFolder(folder)
  }
}
