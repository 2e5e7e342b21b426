import Foundation
import Synchronization
import SystemPackage

/// A folder that nobody else can read, in the system's place for temporary files. It is removed with everything in it when
/// the last reference goes.
final class PrivateFolder: Sendable {
  /// Its absolute path, without a slash at its end.
  let path: String

  /// The paths of those that are there; nil once all have been removed and there are to be no more.
  fileprivate static let all = Mutex<Set<String>?>([])

  /// - Throws: `FileSystemError`.
  init() throws(FileSystemError) {
    let place = FileManager.default.temporaryDirectory.appending(path: "richpush-XXXXXX").path(percentEncoded: false)
    // Under the lock, so that none is made that whoever removes them all does not know.
    path = try Self.all.withLock { paths throws(FileSystemError) in
      guard paths != nil else { throw FileSystemError("create", place, .canceled) }
      let path = try FileSystemError.naming("create", place) { try SystemCall.makeTemporaryFolder(place) }
      paths?.insert(path)
      return path
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    Self.all.withLock { _ = $0?.remove(path) }
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
      try? FileManager.default.removeItem(atPath: path)
      if !FileSystem.exists(path) { return }
    }
  }
}
