import Cryptography
import MediaFacts
import SystemPackage

/// A file that is being written for the first time, piece by piece, with a digest of its bytes. It is closed with the last
/// reference.
final class NewFile {
  let path: String
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var hash = SHA256()
  private(set) var byteCount = 0

  private static let bufferSize = 1 << 18

  /// - Parameter isExecutable: whether people may run it.
  /// - Throws: `FileSystemError`, also when there is a file of this name.
  init(_ path: String, isExecutable: Bool = false) throws(FileSystemError) {
    self.path = path
    file = try Self.create(path, isExecutable: isExecutable)
  }

  deinit { try? file.close() }

  /// Opens a file that is not there yet for writing.
  ///
  /// - Throws: `FileSystemError`.
  static func create(_ path: String, isExecutable: Bool = false) throws(FileSystemError) -> FileDescriptor {
    try FileSystemError.naming("create", path) {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: isExecutable ? 0o755 : 0o644))
    }
  }

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
    _ = try FileSystemError.naming("write", path) { try file.writeAll(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}
