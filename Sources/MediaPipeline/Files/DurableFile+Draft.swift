import MediaFacts
import SystemPackage

extension DurableFile {
  /// A file of any length on its way to its name, under which it is whole or absent. Dropped without `commit` it leaves nothing
  /// behind.
  struct Draft: ~Copyable {
    private let file: NewFile

    /// - Parameters:
    ///   - folder: where it is going to be.
    ///   - permissions: those that it has then, at most.
    /// - Throws: `FileSystemError`.
    init(in folder: String, permissions: FilePermissions = NewFile.readable) throws(FileSystemError) {
      file = try NewFile(DurableFile.temporaryPath(beside: folder + "/"), permissions: permissions)
    }

    /// Of a file whose folder no run puts in order: what killed programs left of the same file is cleared first. Where there is such a
    /// file, it stays its owner's and group's, and the same people can read and write the new one.
    ///
    /// - Parameter isPrivate: whether a file that is not there yet is this user's alone.
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

    /// Gives it its name, once its bytes are on the disk. What had the name before is gone then; but a file that is mounted by itself,
    /// as containers do, can only be given other bytes.
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
