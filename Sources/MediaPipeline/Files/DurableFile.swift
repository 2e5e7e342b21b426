import MediaFacts
import SystemPackage

/// Files that are either complete under their name or absent.
package enum DurableFile {
  /// The start and end of temporary names: hidden, so that scans and web servers' listings skip them.
  static let temporaryPrefix = ".richpush-"
  static let temporarySuffix = ".tmp"

  /// Writes bytes to a temporary name in the same folder, syncs them and renames.
  ///
  /// - Parameter isDurable: whether the bytes must survive a power failure before this returns; false if they can be made again.
  /// - Throws: `FileSystemError`; the temporary file is removed.
  package static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(FileSystemError) {
    let temporary = temporaryPath(beside: path)
    do throws(FileSystemError) {
      try writeAndSync(bytes, to: temporary, isDurable: isDurable)
      // About the final name, not the temporary one.
      try FileSystemError.naming("rename", path) { try SystemCall.rename(temporary, to: path) }
    } catch {
      FileSystem.remove(temporary)
      throw error
    }
  }

  /// Replaces a file's bytes: readers see all old or all new ones. Its permissions and a link to it are kept. A missing file is created.
  ///
  /// - Throws: `FileSystemError`; the file is then unchanged.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let target = FileSystem.canonicalPath(path) ?? path
    let draft = try Draft(of: target)
    try draft.append(bytes)
    try draft.commit(as: target)
  }

  /// Writes the bytes of one file over those of another, if it cannot be replaced.
  static func overwrite(_ path: String, with other: String) throws(FileSystemError) {
    let pieces = try FilePieces(of: other, pieceSize: 1 << 18)
    let file = try FileSystemError.naming("write", path) {
      try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
    }
    defer { try? file.close() }
    var count: Int64 = 0
    while let piece = try pieces.next() {
      count += Int64(try FileSystemError.naming("write", path) { try file.writeAll(piece) })
    }
    let length = count
    try FileSystemError.naming("write", path) {
      try file.resize(to: length)
      try SystemCall.sync(file)
    }
  }

  /// Links a file under a second name, so that its times stay; copies it if the file system cannot link.
  static func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    do throws(Errno) { try SystemCall.link(path, to: other) } catch {
      let isCopied = [.notPermitted, .improperLink, .notSupported, .tooManyLinks].contains(error)
      guard isCopied, FileSystem.isRegularFile(path) else { throw FileSystemError("link", path, error) }
      try copy(path, to: other)
    }
  }

  /// Replaces the other file with a copy, once all its bytes are on the disk. The permissions are those of the original.
  private static func copy(_ path: String, to other: String) throws(FileSystemError) {
    let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
    let draft = try Draft(in: FileSystem.parent(of: other), permissions: permissions)
    let pieces = try FilePieces(of: path, pieceSize: 1 << 18)
    while let piece = try pieces.next() { try draft.append(piece) }
    try draft.commit(as: other)
  }

  /// Makes the bytes of files survive a power failure. For many files the whole file system is synced instead, which costs about as much as
  /// one file.
  ///
  /// - Parameter folder: a folder that contains all of them.
  static func sync(_ paths: [String], in folder: String) throws(FileSystemError) {
    if paths.count > fewFiles, syncFileSystem(of: folder) { return }
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

  private static func syncFileSystem(of folder: String) -> Bool {
    withFolder(folder) { try SystemCall.syncFileSystem(of: $0) } != nil
  }

  /// Makes the names in a folder survive a power failure. Some file systems refuse; the files are synced anyway.
  static func syncFolder(_ path: String) { _ = withFolder(path) { try SystemCall.flush($0) } }

  /// - Returns: nil if the folder cannot be opened or the work fails.
  private static func withFolder(_ path: String, _ work: (FileDescriptor) throws -> Void) -> Void? {
    guard let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) else {
      return nil
    }
    defer { try? folder.close() }
    return try? work(folder)
  }

  /// A new file under a temporary name that encodes the final one, locked while it is open.
  ///
  /// - Parameters:
  ///   - permissions: its permissions, at most.
  ///   - access: its access instead; nil if it replaces no file.
  static func createDraft(
    of path: String, permissions: FilePermissions, access: FileAccess? = nil
  ) throws(FileSystemError) -> NewFile {
    let first = access == nil ? permissions.union(.ownerReadWrite) : .ownerReadWrite
    while true {
      let name = draftPrefix(of: path) + String.randomName + temporarySuffix
      let temporary = FileSystem.parent(of: path) + "/" + name
      let file = try NewFile.create(temporary, permissions: first)
      access?.apply(to: file)
      // Another program may consider it abandoned, and lock or remove it, before it is locked here.
      if SystemCall.holdsLock(file), FileSystem.exists(temporary) { return NewFile(temporary, file) }
      try? file.close()
    }
  }

  /// A digest represents the name, which may have the maximum length.
  static func draftPrefix(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return temporaryPrefix + ContentDigest(of: Array(name.utf8)).hex.prefix(16) + "-"
  }

  static func temporaryPath(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return folder + temporaryPrefix + String.randomName + temporarySuffix
  }

  private static func writeAndSync(_ bytes: [UInt8], to path: String, isDurable: Bool) throws(FileSystemError) {
    let file = try NewFile.create(path)
    defer { try? file.close() }
    _ = try FileSystemError.naming("write", path) { try file.writeAll(bytes) }
    if isDurable { try FileSystemError.naming("sync", path) { try SystemCall.sync(file) } }
  }
}
