import MediaFacts
import SystemPackage

extension DurableFile {
  /// A file of any length before it gets its name, under which it is whole or absent. Dropped without `commit`, it leaves nothing behind.
  struct Draft: ~Copyable {
    private let file: NewFile

    /// - Parameters:
    ///   - folder: its final folder.
    ///   - permissions: its permissions, at most.
    /// - Throws: `FileSystemError`.
    init(in folder: String, permissions: FilePermissions = NewFile.readable) throws(FileSystemError) {
      file = try NewFile(DurableFile.temporaryPath(beside: folder + "/"), permissions: permissions)
    }

    /// A draft in a folder that runs do not clean up: first removes leftovers of killed programs for the same file. An existing file keeps
    /// its owner, group and permissions.
    ///
    /// - Parameter isPrivate: whether only this user can read a file that does not exist yet.
    /// - Throws: `FileSystemError`.
    init(of path: String, isPrivate: Bool = false) throws(FileSystemError) {
      DurableFile.removeAbandoned(of: path)
      file = try DurableFile.createDraft(
        of: path, permissions: isPrivate ? .ownerReadWrite : NewFile.readable, access: FileAccess(of: path))
    }

    deinit { FileSystem.remove(file.path) }

    /// Adds bytes to its end.
    ///
    /// - Throws: `FileSystemError`.
    func append(_ bytes: [UInt8]) throws(FileSystemError) { try file.append(bytes) }

    /// The digest of all bytes so far.
    ///
    /// - Throws: `FileSystemError`.
    func digest() throws(FileSystemError) -> ContentDigest { try file.finish() }

    /// Gives it its name, once its bytes are on the disk. Replaces any previous file; a file that is mounted by itself, as in containers,
    /// is overwritten instead.
    ///
    /// - Throws: `FileSystemError`.
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
