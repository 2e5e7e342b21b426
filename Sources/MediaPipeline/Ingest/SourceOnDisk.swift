import MediaFacts
import PushDelivery

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A source whose digest is known, and the state of its file when that was taken.
///
/// Decoders open the file again by its path. What they make belongs to the digest only if the file is still the same.
struct SourceOnDisk: Sendable {
  /// The file's absolute path.
  let path: String
  let file: SourceFile
  let state: FileState

  /// - Throws: `MediaProblem.unreadable` when the file was changed or replaced since its digest was taken.
  func checkUnchanged() throws(MediaProblem) {
    guard FileState(path) == state else { throw .unreadable(detail: "it changed while it was worked on") }
  }
}

/// What changes when a file is written to or replaced.
struct FileState: Hashable, Sendable {
  private let inode: UInt64
  let byteCount: Int
  /// When it was last changed, in seconds since 1970.
  let seconds: Int
  private let nanoseconds: Int

  /// nil when nothing is there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }
}
