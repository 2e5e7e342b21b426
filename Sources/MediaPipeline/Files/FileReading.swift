package import SystemPackage

/// Reads files into memory, with a limit.
package enum FileReading {
  /// The bytes of a regular file.
  ///
  /// - Parameter limit: the most bytes to read; a file that has more gives `fileTooLarge`.
  /// - Throws: `FileSystemError`; if it is not a regular file, `invalidArgument` (a pipe would block for ever).
  package static func bytes(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
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
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      let status = try Stat(file)
      guard status.type == .regular else { throw Errno.invalidArgument }
      guard status.size <= limit else { throw Errno.fileTooLarge }
      // One byte more than expected, so that the end is seen with the same piece.
      let pieceSize = min(max(Int(status.size) + 1, 1 << 12), 1 << 18)
      return try readPieces(file, limit: limit, pieceSize: pieceSize, body)
    }
  }

  /// The first bytes of a file, or all of a shorter one.
  ///
  /// - Throws: `FileSystemError`.
  package static func start(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let read = try bytes.withUnsafeMutableBytes { try file.read(into: .init(rebasing: $0[filled...])) }
        if read == 0 { break }
        filled += read
      }
      return Array(bytes[..<filled])
    }
  }

  /// The last bytes of a regular file, or all of a shorter one.
  ///
  /// - Throws: `FileSystemError`.
  static func end(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      let status = try Stat(file)
      guard status.type == .regular else { throw Errno.invalidArgument }
      let start = max(0, Int(status.size) - count)
      return try bytes(of: file, start..<Int(status.size))
    }
  }

  /// Some bytes of an open file; fewer if it ends before.
  static func bytes(of file: FileDescriptor, _ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < range.count {
      let read = try bytes.withUnsafeMutableBytes {
        try file.read(fromAbsoluteOffset: Int64(range.lowerBound + filled), into: .init(rebasing: $0[filled...]))
      }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(range.count - filled)
    return bytes
  }

  /// All remaining bytes of an open file, a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - limit: the most bytes to read; more bytes give `fileTooLarge`, and only one of them is read.
  ///   - name: the file's name in errors.
  /// - Throws: `FileSystemError`.
  package static func rest(of file: FileDescriptor, limit: Int, named name: String) throws(FileSystemError) -> [UInt8] {
    try FileSystemError.naming("read", name) {
      var bytes: [UInt8] = []
      _ = try readPieces(file, limit: limit, pieceSize: 1 << 16) { bytes.append(contentsOf: $0) }
      return bytes
    }
  }

  /// A pipe without a writer must not block a look at its type.
  static func open(_ path: String) throws(FileSystemError) -> FileDescriptor {
    try FileSystemError.naming("open", path) {
      try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }
  }

  private static func readPieces(
    _ file: FileDescriptor, limit: Int, pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      // One byte beyond the limit shows that there is more.
      let room = limit - total < pieceSize ? limit - total + 1 : pieceSize
      let count = try file.read(into: .init(rebasing: buffer[..<room]))
      if count == 0 { return total }
      total += count
      // A file may grow while it is read.
      guard total <= limit else { throw Errno.fileTooLarge }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
