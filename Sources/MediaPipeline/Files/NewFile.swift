import Cryptography
import MediaFacts
import SystemPackage

/// A new file that is written piece by piece, with a digest of its bytes. It is closed with the last reference.
final class NewFile {
  let path: String
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var hash = SHA256()
  private(set) var byteCount = 0

  private static let bufferSize = 1 << 18

  /// Readable for all users.
  static let readable = FilePermissions(rawValue: 0o644)
  /// Executable for all users.
  static let runnable = FilePermissions(rawValue: 0o755)

  /// - Parameter permissions: the maximum, since the process's mask may remove some.
  /// - Throws: `FileSystemError`, also if the file exists.
  convenience init(_ path: String, permissions: FilePermissions = readable) throws(FileSystemError) {
    self.init(path, try Self.create(path, permissions: permissions))
  }

  /// - Parameter file: a new one, open for writing; closed with the last reference to this.
  init(_ path: String, _ file: FileDescriptor) { (self.path, self.file) = (path, file) }

  deinit { try? file.close() }

  /// Creates a new file and opens it for writing.
  ///
  /// - Throws: `FileSystemError`.
  static func create(
    _ path: String, permissions: FilePermissions = readable
  ) throws(FileSystemError) -> FileDescriptor {
    try FileSystemError.naming("create", path) {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
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
