import Essentials
import Libraries
import MediaFacts
import SystemPackage

/// Files that are either complete under their name or absent.
package enum DurableFile {
  /// The start and end of temporary names: hidden, so that scans and web servers' listings skip them.
  static let temporaryPrefix = ".richpush-"
  static let temporarySuffix = ".tmp"

  /// Writes bytes to a temporary name in the same folder, syncs them and renames.
  /// - Parameter isDurable: whether the bytes must survive a power failure before this returns; false if they can be made again.
  package static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(FileSystemError) {
    try write(to: path, isDurable: isDurable) { try $0.writeAll(bytes) == bytes.count }
  }

  /// The same, with the bytes that a function writes.
  /// - Parameter fill: returns false if there shall be no file.
  static func write(
    to path: String, isDurable: Bool, _ fill: (FileDescriptor) throws -> Bool
  ) throws(FileSystemError) {
    let temporary = temporaryPath(beside: path)
    do throws(FileSystemError) {
      let file = try NewFile.create(temporary)
      defer { try? file.close() }
      guard try FileSystemError.naming("write", temporary, { try fill(file) }) else {
        return FileSystem.remove(temporary)
      }
      if isDurable { try FileSystemError.naming("sync", temporary) { try SystemCall.sync(file) } }
      // About the final name, not the temporary one.
      try FileSystemError.naming("rename", path) { try SystemCall.check(Essentials.rename(temporary, path)) }
    } catch {
      FileSystem.remove(temporary)
      throw error
    }
  }

  /// Replaces a file's bytes: readers see all old or all new ones. Its permissions and a link to it are kept. A missing file is created.
  /// - Throws: `FileSystemError`; the file is then unchanged.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let target = FileSystem.canonicalPath(path) ?? path
    let draft = try Draft(of: target)
    try draft.append(bytes)
    try draft.commit(as: target)
  }

  /// Links a file under a second name, so that its times stay; copies it if the file system cannot link.
  static func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    do throws(Errno) { try SystemCall.link(path, to: other) } catch {
      let isCopied = [.notPermitted, .improperLink, .notSupported, .tooManyLinks].contains(error)
      guard isCopied, FileSystem.isRegularFile(path) else { throw FileSystemError("link", path, error) }
      let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
      try copy(path, to: other, permissions: permissions)
      try sync([other], in: FileSystem.parent(of: other))
    }
  }

  /// Makes a copy of a regular file of at most so many bytes.
  static func copy(
    _ path: String, to other: String, permissions: FilePermissions, limit: Int = .max
  ) throws(FileSystemError) {
    let file = try NewFile.create(other, permissions: permissions)
    defer { try? file.close() }
    try copy(path, into: file, other, limit: limit)
  }

  /// Copies bytes, sharing their blocks if the file system supports it: then a copy costs nothing.
  private static func copy(
    _ path: String, into file: FileDescriptor, _ other: String, limit: Int = .max
  ) throws(FileSystemError) {
    let (source, _) = try FileReading.open(path, limit: limit)
    defer { try? source.close() }
    do throws(Errno) { try SystemCall.copy(source, into: file) } catch {
      // A full disk is the copy's, not the source's.
      throw FileSystemError("copy", error.isOutOfSpace ? other : path, error)
    }
  }

  /// Writes the bytes of one file over those of another, which cannot be replaced.
  private static func overwrite(_ path: String, with other: String) throws(FileSystemError) {
    let file = try FileSystemError.naming("write", path) {
      try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
    }
    defer { try? file.close() }
    try copy(other, into: file, path)
    try FileSystemError.naming("write", path) {
      try file.resize(to: Int64(try Stat(other).size))
      try SystemCall.sync(file)
    }
  }

  /// Makes the bytes of files survive a power failure. For many files the whole file system is synced instead, which costs about as much as
  /// one file.
  /// - Parameter folder: a folder that contains all of them.
  static func sync(_ paths: some Collection<String>, in folder: String) throws(FileSystemError) {
    if paths.count > fewFiles, withFolder(folder, { try SystemCall.syncFileSystem(of: $0) }) != nil { return }
    for (index, path) in paths.enumerated() {
      let file = try FileSystemError.naming("open", path) {
        try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      }
      defer { try? file.close() }
      // Forcing the last file to the disk does the same for all before it.
      let isLast = index == paths.count - 1
      try FileSystemError.naming("sync", path) { try isLast ? SystemCall.sync(file) : SystemCall.flush(file) }
    }
  }

  /// Up to this many files are synced one by one: the file system may have much other data to write.
  private static let fewFiles = 100

  /// Makes the names in a folder survive a power failure. Some file systems refuse; the files are synced anyway.
  static func syncFolder(_ path: String) { _ = withFolder(path) { try SystemCall.flush($0) } }

  /// nil if the folder cannot be opened or the work fails.
  private static func withFolder(_ path: String, _ work: (FileDescriptor) throws -> Void) -> Void? {
    guard let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) else {
      return nil
    }
    defer { try? folder.close() }
    return try? work(folder)
  }

  /// A digest represents the name, which may have the maximum length.
  private static func draftPrefix(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return temporaryPrefix + ContentDigest(of: Array(name.utf8)).hex.prefix(16) + "-"
  }

  static func temporaryPath(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return folder + temporaryPrefix + String.randomName + temporarySuffix
  }
}

extension DurableFile {
  /// A file of any length before it gets its name, under which it is whole or absent. Dropped without `commit`, it leaves nothing behind.
  struct Draft: ~Copyable {
    private let file: NewFile

    /// First removes leftovers of killed programs for the same file. An existing file keeps its owner, group and permissions.
    /// - Parameter isPrivate: whether only this user can read a file that does not exist yet.
    init(of path: String, isPrivate: Bool = false) throws(FileSystemError) {
      DurableFile.removeAbandoned(of: path)
      let access = FileAccess(of: path)
      while true {
        let name = DurableFile.draftPrefix(of: path) + String.randomName + DurableFile.temporarySuffix
        let temporary = FileSystem.parent(of: path) + "/" + name
        let file = try NewFile.create(
          temporary, permissions: access == nil && !isPrivate ? NewFile.readable : .ownerReadWrite)
        access?.apply(to: file)
        // Another program may consider it abandoned, and lock or remove it, before it is locked here.
        if SystemCall.holdsLock(file), FileSystem.exists(temporary) {
          self.file = NewFile(temporary, file)
          return
        }
        try? file.close()
      }
    }

    deinit { FileSystem.remove(file.path) }

    func append(_ bytes: [UInt8]) throws(FileSystemError) { try file.append(bytes) }

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
    for name in FileSystem.names(in: folder, where: isTemporary) {
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

  private static let bufferSize = 1 << 16

  static let readable = FilePermissions(rawValue: 0o644)
  static let runnable = FilePermissions(rawValue: 0o755)

  /// - Parameter permissions: the maximum, since the process's mask may remove some.
  /// - Throws: `FileSystemError`, also if the file exists.
  convenience init(_ path: String, permissions: FilePermissions = readable) throws(FileSystemError) {
    self.init(path, try Self.create(path, permissions: permissions))
  }

  /// - Parameter file: a new one, open for writing; closed with the last reference to this.
  init(_ path: String, _ file: FileDescriptor) { (self.path, self.file) = (path, file) }

  deinit { try? file.close() }

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

  /// Writes what is in memory, and returns the digest of all bytes.
  func finish() throws(FileSystemError) -> ContentDigest {
    try flush()
    return ContentDigest(digest: hash.digest())
  }

  private func flush() throws(FileSystemError) {
    _ = try FileSystemError.naming("write", path) { try file.writeAll(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}
