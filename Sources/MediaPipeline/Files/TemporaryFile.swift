import Essentials
import Findings
import Synchronization
import SystemPackage

/// A folder that only this user can read, in the system's temporary folder. It is removed with its contents when the last reference goes.
///
/// It is locked while its process lives, however that ends. So a later process recognises the folders of ended processes, and removes them.
final class PrivateFolder: Sendable {
  /// Its absolute path, without a slash at its end.
  let path: String
  /// Open, and thereby locked.
  private let lock: FileDescriptor

  /// The paths of existing ones; nil once all have been removed and no new ones may be made.
  fileprivate static let all = Mutex<Set<String>?>([])

  /// - Parameter place: its parent folder; nil: the system's temporary folder.
  init(in place: String? = nil) throws(FileSystemError) {
    if let place { Self.clearAbandoned(in: place) } else { _ = Self.cleared }
    let place = place ?? Self.temporaryFolder
    // Under the lock, so that `removeAll` knows every folder.
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

  /// The process identifier helps people who look there; only the lock counts, which does not survive a restart.
  private static func make(in place: String) throws(FileSystemError) -> (path: String, lock: FileDescriptor) {
    let template = place + (place.hasSuffix("/") ? "" : "/") + "\(prefix)\(getpid())-XXXXXX"
    do throws(Errno) {
      while true {
        let path = try SystemCall.makeTemporaryFolder(template)
        // Another process may consider it abandoned, and lock or remove it, before it is locked here.
        if let lock = try lock(path) { return (path, lock) }
      }
    } catch { throw .noTemporaryFiles(in: place, error) }
  }

  private static let prefix = "richpush-"

  /// - Returns: nil if another process has the lock, or the folder is gone.
  /// - Throws: why it cannot be opened, such as too many open files; it is then removed.
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
  fileprivate static var temporaryFolder: String {
    FileManager.default.temporaryDirectory.path(percentEncoded: false)
  }

  /// Once in a process is enough.
  private static let cleared: Void = clearAbandoned(in: temporaryFolder)

  /// Removes the folders of this user's ended processes. Links, other users' folders and those of running processes stay.
  static func clearAbandoned(in place: String) {
    for name in FileSystem.names(in: place) where isName(name) {
      let path = place + "/" + name
      guard isPrivate(path) else { continue }
      let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
      guard let folder = try? FileDescriptor.open(path, .readOnly, options: options) else { continue }
      // The lock is kept until the folder is gone, so that two processes do not clear at once.
      if (try? SystemCall.lock(folder, waits: false)) != nil { FileSystem.removeAll(path) }
      try? folder.close()
    }
  }

  /// Whether a folder (not a link) belongs to this user and is closed to all others.
  private static func isPrivate(_ path: String) -> Bool {
    guard let status = try? Stat(path, followTargetSymlink: false) else { return false }
    return status.type == .directory && status.userID.rawValue == geteuid()
      && status.permissions == .ownerReadWriteExecute
  }

  /// `richpush-`, a process identifier, and six characters.
  private static func isName(_ name: String) -> Bool {
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return name.hasPrefix(prefix) && parts.count == 2 && parts[1].count == 6 && Int32(parts[0]) != nil
  }
}

extension FileSystemError {
  static func noTemporaryFiles(
    in place: String, _ code: Errno, operation: String = "make a folder or a file for temporary data there"
  ) -> FileSystemError {
    FileSystemError(
      operation,
      place.withoutTrailingSlash, code,
      remedy: code == .tooManyOpenFiles
        ? "raise the limit of open files (`ulimit -n`) to 256 or more"
        : "name a folder in TMPDIR that is there, has room and can be written, and run again")
  }
}

/// This process's files in the system's temporary folder.
public enum TemporaryFiles {
  /// Removes them. Call it before the process ends early: no private folder can be made afterwards.
  public static func removeAll() {
    let paths = PrivateFolder.all.withLock { paths in
      defer { paths = nil }
      return paths ?? []
    }
    for path in paths { remove(path) }
  }

  /// Other code may still write into it during removal, so removal is repeated.
  private static func remove(_ path: String) {
    for _ in 0..<50 {
      FileSystem.removeAll(path)
      if !FileSystem.exists(path) { return }
    }
  }
}

/// Bytes that are too many for memory, in the system's temporary folder. The file has no name, so it disappears with the last reference,
/// whatever happens.
final class TemporaryFile: Sendable {
  private let file: FileDescriptor
  private let place: String
  private let length = Mutex(0)

  init() throws(FileSystemError) {
    place = PrivateFolder.temporaryFolder
    file = try Self.open(in: place)
  }

  deinit { try? file.close() }

  private static func open(in place: String) throws(FileSystemError) -> FileDescriptor {
    let name = "richpush-" + String.randomName
    let path = place + "/" + name
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    } catch { throw .noTemporaryFiles(in: place, error as? Errno ?? .ioError) }
    FileSystem.remove(path)
    return file
  }

  /// Adds bytes at the end, and returns their range.
  func append(_ bytes: [UInt8]) throws(FileSystemError) -> Range<Int> {
    try length.withLock { length throws(FileSystemError) in
      let start = length
      do { _ = try file.writeAll(toAbsoluteOffset: Int64(start), bytes) } catch {
        throw .noTemporaryFiles(in: place, error as? Errno ?? .ioError, operation: "write a temporary file there")
      }
      length += bytes.count
      return start..<length
    }
  }

  func bytes(in range: Range<Int>) -> [UInt8] {
    guard let bytes = try? FileReading.bytes(of: file, range), bytes.count == range.count else {
      // Only this process has the file, and continuing without its contents would report wrong results.
      fatalError("a temporary file of this program's own cannot be read any more")
    }
    return bytes
  }
}
