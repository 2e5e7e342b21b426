import Cryptography
import MediaFacts
import PushDelivery

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is being written for the first time, piece by piece, with a digest of its bytes. It is closed with the last
/// reference.
final class NewFile {
  let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var hash = SHA256()
  private(set) var byteCount = 0

  private static let bufferSize = 1 << 18

  /// - Parameter isExecutable: whether people may run it.
  /// - Throws: `FileSystemError`, also when there is a file of this name.
  init(_ path: String, isExecutable: Bool = false) throws(FileSystemError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isExecutable ? 0o755 : 0o644)
    guard descriptor >= 0 else { throw FileSystemError("create", path) }
  }

  deinit { close(descriptor) }

  /// Adds bytes, which may stay in memory until `finish`.
  ///
  /// - Throws: `FileSystemError`.
  func append(_ bytes: [UInt8]) throws(FileSystemError) {
    hash.update(bytes.span.bytes)
    byteCount += bytes.count
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is in memory.
  ///
  /// - Returns: the digest of all bytes.
  /// - Throws: `FileSystemError`.
  func finish() throws(FileSystemError) -> ContentDigest {
    try flush()
    return ContentDigest(digest: hash.digest())
  }

  private func flush() throws(FileSystemError) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw FileSystemError("write", path)
      }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
