import Csystem
import PushDelivery

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder from which scripts send whatever lies in it.
///
/// It is committed as a set: the whole next state is built in a folder beside it, and the two change places in one step. So a
/// reader sees the former set or the new one, and a run that ends early changes nothing.
public struct RequestFolder: Sendable {
  /// Its path. The folder above it must exist.
  public let path: String

  public init(path: String) { self.path = path }

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

  /// Makes the folder hold exactly `files` and what was never ours: hidden files and those that are not JSON.
  ///
  /// - Parameter files: names ending in `.json`, with their bytes.
  /// - Throws: `FileSystemError`; the former set is whole then.
  public func commit(_ files: [String: [UInt8]]) throws(FileSystemError) -> Change {
    let current = try currentFiles()
    let change = Self.change(from: current, to: files, in: path)
    if FolderListing.kind(of: path) == .folder, change.written.isEmpty, change.stale.isEmpty { return change }
    let staging = stagingPath
    Self.remove(staging)
    do {
      try build(staging, files: files, change: change)
      try exchange(staging)
    } catch {
      Self.remove(staging)
      throw error
    }
    Self.remove(staging)
    return change
  }

  /// Hidden and beside the folder, so that nobody sends from it; the name is always the same, so that the next run clears what a
  /// killed one left.
  private var stagingPath: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast() + [".\(parts.last ?? "requests").next"]).joined(separator: "/")
  }

  /// The JSON files of the set as it is, the index included.
  private func currentFiles() throws(FileSystemError) -> [String] {
    guard FolderListing.kind(of: path) != .missing else { return [] }
    return try FolderListing.entries(of: path).compactMap { entry in
      guard case .name(let name) = entry, name.hasSuffix(".json"), !name.hasPrefix(".") else { return nil }
      return FolderListing.kind(of: path + "/" + name).isFile ? name : nil
    }
  }

  private static func change(from current: [String], to files: [String: [UInt8]], in path: String) -> Change {
    Change(
      written: files.keys.sorted().filter { name in
        (try? FileReading.bytes(of: path + "/" + name, limit: files[name]?.count ?? 0)) != files[name]
      },
      stale: current.filter { files[$0] == nil }.sorted())
  }

  private func build(_ staging: String, files: [String: [UInt8]], change: Change) throws(FileSystemError) {
    try FolderListing.create(staging)
    try keepForeignFiles(in: staging)
    let written = Set(change.written)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if written.contains(name) {
        try DurableFile.write(bytes, to: staging + "/" + name)
      } else {
        try Self.linkFile(path + "/" + name, to: staging + "/" + name)
      }
    }
    try keepStaleFiles(in: staging, adding: change.stale)
    DurableFile.syncFolder(staging)
  }

  private func keepForeignFiles(in staging: String) throws(FileSystemError) {
    guard FolderListing.kind(of: path) == .folder else { return }
    for case .name(let name) in try FolderListing.entries(of: path)
    where (!name.hasSuffix(".json") || name.hasPrefix(".")) && FolderListing.kind(of: path + "/" + name).isFile {
      try Self.linkFile(path + "/" + name, to: staging + "/" + name)
    }
  }

  private func keepStaleFiles(in staging: String, adding names: [String]) throws(FileSystemError) {
    let former = path + "/" + Self.staleName
    let kept = FolderListing.kind(of: former) == .folder ? try FolderListing.entries(of: former) : []
    guard !kept.isEmpty || !names.isEmpty else { return }
    let folder = staging + "/" + Self.staleName
    try FolderListing.create(folder)
    for name in names { try Self.linkFile(path + "/" + name, to: folder + "/" + name) }
    for case .name(let name) in kept where !names.contains(name) {
      try Self.linkFile(former + "/" + name, to: folder + "/" + name)
    }
  }

  /// A second name for the same file: nothing is copied and its time stays.
  private static func linkFile(_ path: String, to other: String) throws(FileSystemError) {
    guard link(path, other) == 0 else { throw FileSystemError("link", path) }
  }

  private func exchange(_ staging: String) throws(FileSystemError) {
    if FolderListing.kind(of: path) == .missing {
      guard rename(staging, path) == 0 else { throw FileSystemError("rename", staging) }
    } else {
      let status = csystem_exchange(staging, path)
      guard status == 0 else { throw FileSystemError("exchange", path, code: status) }
      try moveForeignFolders(from: staging)
    }
    if let slash = path.lastIndex(of: "/") { DurableFile.syncFolder(String(path[..<slash])) }
  }

  /// After the exchange the former folder lies at `staging`; folders in it that are not ours move over.
  private func moveForeignFolders(from staging: String) throws(FileSystemError) {
    for case .name(let name) in try FolderListing.entries(of: staging)
    where name != Self.staleName && FolderListing.kind(of: staging + "/" + name) == .folder {
      guard rename(staging + "/" + name, path + "/" + name) == 0 else {
        throw FileSystemError("rename", staging + "/" + name)
      }
    }
  }

  /// Removes a folder of ours and the files in it, two levels deep, which is all that it can hold.
  private static func remove(_ folder: String) {
    guard !FolderListing.isLink(folder), let entries = try? FolderListing.entries(of: folder) else { return }
    for case .name(let name) in entries {
      let path = folder + "/" + name
      if FolderListing.kind(of: path) == .folder, !FolderListing.isLink(path) {
        for case .name(let inner) in (try? FolderListing.entries(of: path)) ?? [] { unlink(path + "/" + inner) }
        rmdir(path)
      } else {
        unlink(path)
      }
    }
    rmdir(folder)
  }
}
