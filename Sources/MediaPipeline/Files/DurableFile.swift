import MediaFacts
import SystemPackage

/// Files that are either wholly there under their name or not at all.
package enum DurableFile {
  /// What temporary names begin and end with: hidden, so that a scan and a web server's listing pass over them.
  static let temporaryPrefix = ".richpush-"
  static let temporarySuffix = ".tmp"

  /// Writes bytes to a temporary name in the same folder, syncs them and renames.
  ///
  /// - Parameter isDurable: whether the bytes must survive a power failure before this returns; what can be made again need not.
  /// - Throws: `FileSystemError`; the temporary file is gone then.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(FileSystemError) {
    let temporary = temporaryPath(beside: path)
    do throws(FileSystemError) {
      try writeAndSync(bytes, to: temporary, isDurable: isDurable)
      // About the file's own name, not that which it has while it is written.
      try FileSystemError.naming("rename", path) { try SystemCall.rename(temporary, to: path) }
    } catch {
      FileSystem.remove(temporary)
      throw error
    }
  }

  /// Gives a file other bytes: whoever reads it has all of the old ones or all of the new. Who may read and write it stays as it was, and
  /// a link to it is one still. A file that is not there yet is made.
  ///
  /// - Throws: `FileSystemError`; the file is as it was then.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let target = FileSystem.canonicalPath(path) ?? path
    let draft = try Draft(of: target)
    try draft.append(bytes)
    try draft.commit(as: target)
  }

  /// Writes the bytes of one file over those of another, which can be in no other way exchanged.
  ///
  /// - Throws: `FileSystemError`.
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

  /// Gives a file a second name, so that nothing is copied and its times stay; copies it where the file system cannot.
  ///
  /// - Throws: `FileSystemError`.
  static func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    do throws(Errno) { try SystemCall.link(path, to: other) } catch {
      let isCopied = [.notPermitted, .improperLink, .notSupported, .tooManyLinks].contains(error)
      guard isCopied, FileSystem.isRegularFile(path) else {
        throw FileSystemError("link", path, error)
      }
      try copy(path, to: other)
    }
  }

  /// Puts a copy of a file in the place of whatever has the other name, once all its bytes are on the disk. Who may read or run it
  /// stays as it was.
  ///
  /// - Throws: `FileSystemError`.
  private static func copy(_ path: String, to other: String) throws(FileSystemError) {
    let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
    let draft = try Draft(in: FileSystem.parent(of: other), permissions: permissions)
    let pieces = try FilePieces(of: path, pieceSize: 1 << 18)
    while let piece = try pieces.next() { try draft.append(piece) }
    try draft.commit(as: other)
  }

  /// Makes the bytes of files survive a power failure. For many of them the whole file system is written out instead, which
  /// costs about as much as one file.
  ///
  /// - Parameter folder: a folder that all of them lie in.
  /// - Throws: `FileSystemError`.
  static func sync(_ paths: [String], in folder: String) throws(FileSystemError) {
    if paths.count > fewFiles, syncFileSystem(of: folder) { return }
    for (index, path) in paths.enumerated() {
      let file = try FileSystemError.naming("open", path) {
        try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      }
      defer { try? file.close() }
      // What makes the last one reach the disk itself does so for all before it.
      let isLast = index == paths.count - 1
      try FileSystemError.naming("sync", path) { try isLast ? SystemCall.sync(file) : SystemCall.flush(file) }
    }
  }

  /// So many files are written out one by one: the file system may hold much else that waits to be written.
  private static let fewFiles = 100

  private static func syncFileSystem(of folder: String) -> Bool {
    withFolder(folder) { try SystemCall.syncFileSystem(of: $0) } != nil
  }

  /// Makes the names in a folder survive a power failure. Some file systems refuse to; its files are synced all the same.
  static func syncFolder(_ path: String) { _ = withFolder(path) { try SystemCall.flush($0) } }

  /// - Returns: nil where the folder cannot be opened or the work fails.
  private static func withFolder(_ path: String, _ work: (FileDescriptor) throws -> Void) -> Void? {
    guard let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) else {
      return nil
    }
    defer { try? folder.close() }
    return try? work(folder)
  }

  /// A new file on its way to a name, under a temporary one that tells which, and locked for as long as it is open.
  ///
  /// - Parameters:
  ///   - permissions: those that it has, at most.
  ///   - access: what it gets instead; nil where it takes the place of no file.
  /// - Throws: `FileSystemError`.
  static func createDraft(
    of path: String, permissions: FilePermissions, access: FileAccess? = nil
  ) throws(FileSystemError) -> NewFile {
    let first = access == nil ? permissions.union(.ownerReadWrite) : .ownerReadWrite
    while true {
      let random = String(UInt64.random(in: 0 ... .max), radix: 36)
      let temporary = FileSystem.parent(of: path) + "/" + draftPrefix(of: path) + random + temporarySuffix
      let file = try NewFile.create(temporary, permissions: first)
      access?.apply(to: file)
      // Another program may take it for abandoned, and have the lock or have removed it, before it is locked here.
      if SystemCall.holdsLock(file), FileSystem.exists(temporary) { return NewFile(temporary, file) }
      try? file.close()
    }
  }

  /// A digest stands for the name, which may be as long as a name can be.
  static func draftPrefix(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return temporaryPrefix + ContentDigest(of: Array(name.utf8)).hex.prefix(16) + "-"
  }

  static func temporaryPath(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    return folder + temporaryPrefix + random + temporarySuffix
  }

  private static func writeAndSync(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(FileSystemError) {
    let file = try NewFile.create(path)
    defer { try? file.close() }
    _ = try FileSystemError.naming("write", path) { try file.writeAll(bytes) }
    if isDurable { try FileSystemError.naming("sync", path) { try SystemCall.sync(file) } }
  }
}
