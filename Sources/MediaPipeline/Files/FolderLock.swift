import SystemPackage

/// Locks on folders, so that two runs over the same folders run one after the other. The lock is on the folder itself (no lock file is left
/// in it) and ends with the process, however that ends.
package struct FolderLock: ~Copyable {
  private let folders: [FileDescriptor]

  /// Takes the locks of several existing folders, in one order for all runs, so that two cannot wait for each other.
  ///
  /// - Parameters:
  ///   - isShared: whether others may hold a shared lock too: for runs that only add files with unique names.
  ///   - waiting: called once with the folder, if another run holds it.
  /// - Throws: `FileSystemError` if a folder cannot be opened or locked.
  package init(
    folders paths: [String], isShared: Bool = false, waiting: @Sendable (String) -> Void
  ) async throws(FileSystemError) {
    folders = try await BlockingThreads.forOthers.run { () throws(FileSystemError) in
      try Self.lock(paths, isShared: isShared, waiting: waiting)
    }
  }

  /// Takes the lock of one folder, waiting on this thread.
  ///
  /// - Throws: `FileSystemError`, as the other.
  init(folder: String) throws(FileSystemError) {
    folders = try Self.lock([folder], isShared: false, waiting: { _ in })
  }

  deinit {
    for folder in folders { try? folder.close() }
  }

  /// Lets the next run begin.
  consuming func release() {}

  private static func lock(
    _ paths: [String], isShared: Bool, waiting: (String) -> Void
  ) throws(FileSystemError) -> [FileDescriptor] {
    var seen: Set<String> = []
    var folders: [FileDescriptor] = []
    do throws(FileSystemError) {
      for path in paths.map({ FileSystem.canonicalPath($0) ?? $0 }).sorted() where seen.insert(path).inserted {
        folders.append(try lock(path, isShared: isShared, waiting: waiting))
      }
      return folders
    } catch {
      for folder in folders { try? folder.close() }
      throw error
    }
  }

  private static func lock(
    _ path: String, isShared: Bool, waiting: (String) -> Void
  ) throws(FileSystemError) -> FileDescriptor {
    let folder = try FileSystemError.naming("open the folder", path) {
      try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    }
    do throws(Errno) {
      do throws(Errno) { try SystemCall.lock(folder, isShared: isShared, waits: false) } catch {
        if error == .wouldBlock { waiting(path) }
        try SystemCall.lock(folder, isShared: isShared, waits: true)
      }
      return folder
    } catch {
      try? folder.close()
      throw FileSystemError("lock", path, error)
    }
  }
}
