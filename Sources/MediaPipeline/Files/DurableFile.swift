import Csystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
      guard rename(temporary, path) == 0 else { throw FileSystemError("rename", path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Gives a file a second name, so that nothing is copied and its times stay; copies it where the file system cannot.
  ///
  /// - Throws: `FileSystemError`.
  static func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    if linkat(AT_FDCWD, path, AT_FDCWD, other, 0) == 0 { return }
    guard [EPERM, EXDEV, ENOTSUP, EMLINK].contains(errno) else { throw FileSystemError("link", path) }
    try write(FileReading.bytes(of: path, limit: 1 << 30), to: other)
  }

  /// Makes the bytes of files survive a power failure. For many of them the whole file system is written out instead, which
  /// costs about as much as one file.
  ///
  /// - Parameter folder: a folder that all of them lie in.
  /// - Throws: `FileSystemError`.
  static func sync(_ paths: [String], in folder: String) throws(FileSystemError) {
    if paths.count > fewFiles, syncFileSystem(of: folder) { return }
    for (index, path) in paths.enumerated() {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileSystemError("open", path) }
      defer { close(descriptor) }
      // What makes the last one reach the disk itself does so for all before it.
      let isLast = index == paths.count - 1
      guard (isLast ? sync(descriptor) : fsync(descriptor)) == 0 else { throw FileSystemError("sync", path) }
    }
  }

  /// So many files are written out one by one: the file system may hold much else that waits to be written.
  private static let fewFiles = 100

  private static func syncFileSystem(of folder: String) -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return csystem_sync_file_system(descriptor) == 0
  }

  /// Whether a name is one that this type gives to files that are being written.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix)
  }

  /// Makes the names in a folder survive a power failure.
  static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Some file systems refuse to sync a folder; its files are synced all the same.
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { unlink(path) }

  /// Removes what a run that was killed left under temporary names. Call it under the folder's lock only.
  package static func removeLeftovers(in folder: String) {
    let names = (try? FolderListing.entries(of: folder)) ?? []
    for case .name(let name) in names where isTemporary(name) { unlink(folder + "/" + name) }
  }

  private static func temporaryPath(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    return folder + temporaryPrefix + random + temporarySuffix
  }

  private static func writeAndSync(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(FileSystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileSystemError("create", path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { writeSome(descriptor, $0, from: written) }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw FileSystemError("write", path)
      }
      written += count
    }
    guard isDurable else { return }
    guard sync(descriptor) == 0 else { throw FileSystemError("sync", path) }
  }

  /// fsync of Darwin does not reach the disk itself; F_FULLFSYNC does, where the file system knows it.
  private static func sync(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }
}

private func writeSome(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, from start: Int) -> Int {
  guard let base = buffer.baseAddress else { return 0 }
  return write(descriptor, base + start, buffer.count - start)
}
