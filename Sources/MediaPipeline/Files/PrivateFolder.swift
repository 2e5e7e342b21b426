import Essentials
import Synchronization
import SystemPackage

/// A folder that nobody else can read, in the system's place for temporary files. It is removed with everything in it when
/// the last reference goes.
///
/// It is locked for as long as its process lives, however that ends. So the next process tells those of processes that are gone, which
/// had no time to remove them, and does it for them.
final class PrivateFolder: Sendable {
  /// Its absolute path, without a slash at its end.
  let path: String
  /// Open, and thereby locked.
  private let lock: FileDescriptor

  /// The paths of those that are there; nil once all have been removed and there are to be no more.
  fileprivate static let all = Mutex<Set<String>?>([])

  /// - Parameter place: where it is made; nil: where the system has its temporary files.
  /// - Throws: `FileSystemError`.
  init(in place: String? = nil) throws(FileSystemError) {
    let place = place ?? FileManager.default.temporaryDirectory.path(percentEncoded: false)
    if Self.isFirst() { Self.clearAbandoned(in: place) }
    // Under the lock, so that none is made that whoever removes them all does not know.
    (path, lock) = try Self.all.withLock { paths throws(FileSystemError) in
      guard paths != nil else { throw FileSystemError("create", place, .canceled) }
      let (path, lock) = try Self.make(in: place)
      paths?.insert(path)
      return (path, lock)
    }
  }

  deinit {
    FileSystem.removeAll(path)
    try? lock.close()
    Self.all.withLock { _ = $0?.remove(path) }
  }

  /// The process identifier is for people who look what lies there; what counts is the lock, which no restart leaves behind.
  private static func make(in place: String) throws(FileSystemError) -> (path: String, lock: FileDescriptor) {
    let template = place + (place.hasSuffix("/") ? "" : "/") + "\(prefix)\(getpid())-XXXXXX"
    do throws(Errno) {
      while true {
        let path = try SystemCall.makeTemporaryFolder(template)
        // Another process may take it for abandoned, and have the lock or have removed it, before it is locked here.
        if let lock = try lock(path) { return (path, lock) }
      }
    } catch {
      throw .noTemporaryFiles(in: place, error)
    }
  }

  private static let prefix = "richpush-"

  /// - Returns: nil where another process has the lock, or the folder is gone.
  /// - Throws: why it cannot be opened, as where too many files are; it is removed then.
  private static func lock(_ path: String) throws(Errno) -> FileDescriptor? {
    guard let folder = try opened(path) else { return nil }
    if SystemCall.holdsLock(folder), FileSystem.exists(path) { return folder }
    try? folder.close()
    return nil
  }

  private static func opened(_ path: String) throws(Errno) -> FileDescriptor? {
    do {
      return try FileDescriptor.open(path, .readOnly, options: [.directory, .noFollow, .closeOnExec])
    } catch {
      guard FileSystem.exists(path) else { return nil }
      FileSystem.removeAll(path)
      throw error as? Errno ?? .ioError
    }
  }
}

extension PrivateFolder {
  private static let hasLooked = Mutex(false)

  /// Once in a process is enough.
  private static func isFirst() -> Bool {
    hasLooked.withLock { hasLooked in
      defer { hasLooked = true }
      return !hasLooked
    }
  }

  /// Removes the folders of this user's processes that are gone. Links and folders of others stay, as do those of processes at work.
  static func clearAbandoned(in place: String) {
    for case .name(let name) in (try? FileSystem.entries(of: place)) ?? [] where isName(name) {
      let path = place + "/" + name
      guard FileSystem.isPrivateFolder(path) else { continue }
      let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
      guard let folder = try? FileDescriptor.open(path, .readOnly, options: options) else { continue }
      // The lock is kept until the folder is gone, so that two processes do not clear at once.
      if (try? SystemCall.lock(folder, waits: false)) != nil { FileSystem.removeAll(path) }
      try? folder.close()
    }
  }

  /// `richpush-`, a process identifier, and six characters.
  private static func isName(_ name: String) -> Bool {
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return name.hasPrefix(prefix) && parts.count == 2 && parts[1].count == 6 && Int32(parts[0]) != nil
  }
}

extension FileSystem {
  /// Whether a folder, and not a link to one, is this user's and nobody else may do anything in it.
  fileprivate static func isPrivateFolder(_ path: String) -> Bool {
    guard let status = try? Stat(path, followTargetSymlink: false) else { return false }
    return status.type == .directory && status.userID.rawValue == SystemCall.user
      && status.permissions == .ownerReadWriteExecute
  }
}

extension FileSystemError {
  /// - Parameter place: where temporary files are to be.
  static func noTemporaryFiles(
    in place: String, _ code: Errno, operation: String = "make a folder or a file for temporary data there"
  ) -> FileSystemError {
    FileSystemError(
      operation,
      place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place,
      code,
      remedy: code == .tooManyOpenFiles
        ? "raise the limit of open files (`ulimit -n`) to 256 or more"
        : "name a folder in TMPDIR that is there, has room and can be written, and run again")
  }
}

/// What this process keeps in the system's place for temporary files.
public enum TemporaryFiles {
  /// Removes it. For the moment before the process ends early: no private folder can be made afterwards.
  public static func removeAll() {
    let paths = PrivateFolder.all.withLock { paths in
      defer { paths = nil }
      return paths ?? []
    }
    for path in paths { remove(path) }
  }

  /// Others may still write into it while it is removed, which then has to be done again.
  private static func remove(_ path: String) {
    for _ in 0..<50 {
      FileSystem.removeAll(path)
      if !FileSystem.exists(path) { return }
    }
  }
}
