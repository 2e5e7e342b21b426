import Essentials
import Libraries
import MediaFacts
import SystemPackage

extension DurableFile {
  /// A file of any length before it gets its name, under which it is whole or absent. Dropped without `commit`, it leaves nothing behind.
  struct Draft: ~Copyable {
    private let file: NewFile

    /// - Parameters:
    ///   - folder: its final folder.
    ///   - permissions: its permissions, at most.
    init(in folder: String, permissions: FilePermissions = NewFile.readable) throws(FileSystemError) {
      file = try NewFile(DurableFile.temporaryPath(beside: folder + "/"), permissions: permissions)
    }

    /// A draft in a folder that runs do not clean up: first removes leftovers of killed programs for the same file. An existing file keeps
    /// its owner, group and permissions.
    ///
    /// - Parameter isPrivate: whether only this user can read a file that does not exist yet.
    init(of path: String, isPrivate: Bool = false) throws(FileSystemError) {
      DurableFile.removeAbandoned(of: path)
      file = try DurableFile.createDraft(
        of: path, permissions: isPrivate ? .ownerReadWrite : NewFile.readable, access: FileAccess(of: path))
    }

    deinit { FileSystem.remove(file.path) }

    /// Adds bytes to its end.
    func append(_ bytes: [UInt8]) throws(FileSystemError) { try file.append(bytes) }

    /// The digest of all bytes so far.
    func digest() throws(FileSystemError) -> ContentDigest { try file.finish() }

    /// Gives it its name, once its bytes are on the disk. Replaces any previous file; a file that is mounted by itself, as in containers,
    /// is overwritten instead.
    consuming func commit(as path: String) throws(FileSystemError) {
      let folder = FileSystem.parent(of: path)
      _ = try file.finish()
      try DurableFile.sync([file.path], in: folder)
      do throws(FileSystemError) { try FileSystem.rename(file.path, to: path) } catch {
        guard error.code == .resourceBusy else { throw error }
        try DurableFile.overwrite(path, with: file.path)
      }
      DurableFile.syncFolder(folder)
    }
  }
}

/// Leftovers of killed programs.
extension DurableFile {
  /// Whether a name is one that this type gives to unfinished files.
  static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix) }

  /// Removes leftovers of a killed run. Call it only under the folder's lock.
  package static func removeLeftovers(in folder: String) {
    for name in FileSystem.names(in: folder) where isTemporary(name) { FileSystem.remove(folder + "/" + name) }
  }

  /// Removes leftovers of killed programs that were writing this file. Files of running programs stay: these hold a lock on what they
  /// write.
  static func removeAbandoned(of path: String) {
    let folder = FileSystem.parent(of: path)
    let prefix = draftPrefix(of: path)
    for name in FileSystem.names(in: folder)
    where isTemporary(name) && name.hasPrefix(prefix) && FileSystem.isRegularFile(folder + "/" + name) {
      removeUnlessLocked(folder + "/" + name)
    }
  }

  /// Removes leftovers of killed programs in a folder that others may be writing to now. Other machines' locks may be invisible: so only
  /// files untouched for an hour.
  package static func removeAbandoned(in folder: String) {
    for name in FileSystem.names(in: folder) where isTemporary(name) {
      let path = folder + "/" + name
      guard FileSystem.isRegularFile(path), let state = try? FileSystem.state(of: path) else { continue }
      if state.seconds < time(nil) - 3600 { removeUnlessLocked(path) }
    }
  }

  private static func removeUnlessLocked(_ path: String) {
    guard let file = try? FileReading.open(path) else { return }
    defer { try? file.close() }
    guard (try? SystemCall.lock(file, waits: false)) != nil else { return }
    FileSystem.remove(path)
  }
}

/// A new file that is written piece by piece, with a digest of its bytes. It is closed with the last reference.
final class NewFile {
  let path: String
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var hash = SHA256()
  private(set) var byteCount = 0

  private static let bufferSize = 1 << 18

  /// Readable for all users.
  static let readable = FilePermissions(rawValue: 0o644)
  /// Executable for all users.
  static let runnable = FilePermissions(rawValue: 0o755)

  /// - Parameter permissions: the maximum, since the process's mask may remove some.
  /// - Throws: `FileSystemError`, also if the file exists.
  convenience init(_ path: String, permissions: FilePermissions = readable) throws(FileSystemError) {
    self.init(path, try Self.create(path, permissions: permissions))
  }

  /// - Parameter file: a new one, open for writing; closed with the last reference to this.
  init(_ path: String, _ file: FileDescriptor) { (self.path, self.file) = (path, file) }

  deinit { try? file.close() }

  /// Creates a new file and opens it for writing.
  static func create(
    _ path: String, permissions: FilePermissions = readable
  ) throws(FileSystemError) -> FileDescriptor {
    try FileSystemError.naming("create", path) {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
    }
  }

  /// Adds bytes, which may stay in memory until `finish`.
  func append(_ bytes: [UInt8]) throws(FileSystemError) {
    hash.update(bytes.span.bytes)
    byteCount += bytes.count
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is in memory.
  ///
  /// - Returns: the digest of all bytes.
  func finish() throws(FileSystemError) -> ContentDigest {
    try flush()
    return ContentDigest(digest: hash.digest())
  }

  private func flush() throws(FileSystemError) {
    _ = try FileSystemError.naming("write", path) { try file.writeAll(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}
