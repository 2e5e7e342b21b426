import Cryptography
public import MediaFacts
public import PushDelivery

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

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads a campaign's file once and gives it its identity.
public struct SourceReader: Sendable {
  /// The campaign folder.
  public let folder: String
  public let limits: SourceLimits

  public init(folder: String, limits: SourceLimits) {
    self.folder = folder
    self.limits = limits
  }

  /// The file's length and digest.
  ///
  /// - Parameter path: relative to the campaign folder.
  /// - Throws: `MediaProblem` when it is empty, too large or unreadable.
  func read(_ path: String) throws(MediaProblem) -> SourceOnDisk {
    let absolute = folder + "/" + path
    do {
      // Taken before the first byte is read, so that any later change shows.
      guard let state = FileState(absolute) else { throw FileSystemError("read", absolute) }
      let (digest, byteCount) = try ContentDigest.read(absolute, limit: limits.maximumBytes)
      guard byteCount > 0 else { throw MediaProblem.empty }
      let file = SourceFile(path: path, byteCount: byteCount, digest: digest)
      return SourceOnDisk(path: absolute, file: file, state: state)
    } catch {
      throw Self.problem(error, path: absolute, limit: limits.maximumBytes)
    }
  }

  /// The digest of a file wherever it lies.
  ///
  /// - Throws: `MediaProblem` when it is empty, too large or unreadable.
  static func digest(of path: String, limit: Int) throws(MediaProblem) -> ContentDigest {
    do {
      let (digest, byteCount) = try ContentDigest.read(path, limit: limit)
      guard byteCount > 0 else { throw MediaProblem.empty }
      return digest
    } catch {
      throw problem(error, path: path, limit: limit)
    }
  }

  /// A file's bytes, with what can go wrong in a reader's words.
  static func bytes(of path: String, limit: Int) throws(MediaProblem) -> [UInt8] {
    do {
      let bytes = try FileReading.bytes(of: path, limit: limit)
      guard !bytes.isEmpty else { throw MediaProblem.empty }
      return bytes
    } catch {
      throw problem(error, path: path, limit: limit)
    }
  }

  private static func problem(_ error: any Error, path: String, limit: Int) -> MediaProblem {
    switch error {
    case let problem as MediaProblem: problem
    case let error as FileSystemError where error.code == EFBIG:
      .tooManyBytes(count: size(of: path) ?? limit, limit: limit)
    // The path is the report's subject already, and it is the campaign's and not this machine's.
    case let error as FileSystemError: .unreadable(detail: String(cString: strerror(error.code)))
    default: .unreadable(detail: "\(error)")
    }
  }

  private static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

extension ContentDigest {
  /// The SHA-256 digest of bytes.
  public init(of bytes: [UInt8]) { self.init(digest: SHA256.digest(of: bytes)) }

  /// The digest of a file's bytes and their count. They are read a piece at a time, so that memory does not grow with the files.
  ///
  /// - Throws: as `FileReading.bytes(of:limit:)`.
  static func read(_ path: String, limit: Int) throws(FileSystemError) -> (digest: ContentDigest, byteCount: Int) {
    var hash = SHA256()
    let count = try FileReading.pieces(of: path, limit: limit) { hash.update($0.bytes) }
    return (ContentDigest(digest: hash.digest()), count)
  }
}
