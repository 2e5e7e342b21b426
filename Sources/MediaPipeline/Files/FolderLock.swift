#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Locks on folders, so that two runs over the same folders come one after the other. The lock lies on the folder itself (no
/// file of ours is left in it) and ends with the process, however that ends.
package struct FolderLock: ~Copyable {
  private let descriptors: [Int32]

  /// Takes the locks of several existing folders, in one order for all runs, so that two cannot wait for each other.
  ///
  /// - Parameter waiting: called once with the folder, when another run holds it.
  /// - Throws: `FileSystemError` when a folder cannot be opened or locked.
  package init(folders: [String], waiting: (String) -> Void) throws(FileSystemError) {
    var seen: Set<String> = []
    var descriptors: [Int32] = []
    do {
      for folder in folders.map({ FolderListing.canonicalPath($0) ?? $0 }).sorted() where seen.insert(folder).inserted {
        descriptors.append(try Self.lock(folder, waiting: waiting))
      }
    } catch {
      for descriptor in descriptors { close(descriptor) }
      throw error
    }
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Lets the next run begin.
  consuming func release() {}

  private static func lock(_ folder: String, waiting: (String) -> Void) throws(FileSystemError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileSystemError("open the folder", folder) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    if errno == EWOULDBLOCK { waiting(folder) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = FileSystemError("lock", folder)
        close(descriptor)
        throw error
      }
    }
    return descriptor
  }
}
