import Foundation
import Synchronization

/// A folder that nobody else can read, in the system's place for temporary files. It is removed with everything in it when
/// the last reference goes.
final class PrivateFolder: Sendable {
  /// Its absolute path, without a slash at its end.
  let path: String

  /// The paths of those that are there.
  fileprivate static let all = Mutex<Set<String>>([])

  /// - Throws: `FileSystemError`.
  init() throws(FileSystemError) {
    let place = FileManager.default.temporaryDirectory.appending(path: "richpush-XXXXXX").path(percentEncoded: false)
    let path = try FileSystemError.naming("create", place) { try SystemCall.makeTemporaryFolder(place) }
    self.path = path
    Self.all.withLock { _ = $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    Self.all.withLock { _ = $0.remove(path) }
  }
}

/// What this process keeps in the system's place for temporary files.
public enum TemporaryFiles {
  /// Removes it. For the moment before the process ends early.
  public static func removeAll() {
    for path in PrivateFolder.all.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }
}
