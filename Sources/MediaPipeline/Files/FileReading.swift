import Findings

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file system refused something.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb phrase: `write`, `rename`.
  public let operation: String
  public let path: String
  /// The errno value.
  public let code: Int32

  /// Takes errno, so it must be made right after the call that failed.
  package init(_ operation: String, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// True when the disk or the user's quota is full.
  public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// The code for what stands where a folder should be.
  static let notAFolder = ENOTDIR

  /// True when nothing has this path.
  var isMissing: Bool { code == ENOENT }

  /// True when nothing can have this path: a file where a folder should be, a name that is too long, links in a ring.
  var isAboutThePath: Bool { [ENOTDIR, ENAMETOOLONG, ELOOP].contains(code) }

  /// The system's words for the code.
  public var reason: String { String(cString: strerror(code)) }

  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystemError {
  /// The same with words, where it keeps a file from being written.
  ///
  /// - Parameter remedy: what helps unless the disk is full; nil: the incident's own.
  func diagnostic(of path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    let subject = Diagnostic.Subject(.file, path)
    return isOutOfSpace
      ? .diskFull(subject, message) : Diagnostic(.machineWriteFailed, subject, message, remedy: remedy)
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whole files read into memory, with a limit.
enum FileReading {
  /// The bytes of a regular file.
  ///
  /// - Parameter limit: the most bytes to read; a file that has more gives `EFBIG`.
  /// - Throws: `FileSystemError`; for what is no regular file, `EINVAL` (a pipe would block for ever).
  static func bytes(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try pieces(of: path, limit: limit) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The bytes of a regular file, a piece at a time.
  ///
  /// - Returns: how many there were.
  /// - Throws: as `bytes(of:limit:)`.
  @discardableResult
  static func pieces(
    of path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileSystemError) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileSystemError("open", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileSystemError("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileSystemError("read", path, code: EINVAL) }
    guard Int(status.st_size) <= limit else { throw FileSystemError("read", path, code: EFBIG) }
    // One byte more than there should be, so that the end is seen with the same piece.
    let pieceSize = min(max(Int(status.st_size) + 1, 1 << 12), 1 << 18)
    return try readPieces(descriptor, path: path, limit: limit, pieceSize: pieceSize, body)
  }

  /// The first bytes of a regular file, or all of a shorter one.
  ///
  /// - Throws: as `bytes(of:limit:)`.
  static func start(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileSystemError("open", path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { readSome(descriptor, $0, from: filled) }
      if read == 0 { break }
      if read < 0 {
        if errno == EINTR { continue }
        throw FileSystemError("read", path)
      }
      filled += read
    }
    return Array(bytes[..<filled])
  }

  private static func readPieces(
    _ descriptor: Int32, path: String, limit: Int, pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileSystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count == 0 { return total }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileSystemError("read", path)
      }
      total += count
      // A file may grow while it is read.
      guard total <= limit else { throw FileSystemError("read", path, code: EFBIG) }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
  guard let base = buffer.baseAddress else { return 0 }
  return read(descriptor, base + start, buffer.count - start)
}
