import SystemPackage

/// A regular file that is read a piece at a time.
struct FilePieces: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  private let pieceSize: Int

  /// - Parameter pieceSize: the most bytes of a piece.
  /// - Throws: `FileSystemError`; if it is not a regular file, `invalidArgument` (a pipe would block for ever).
  init(of path: String, pieceSize: Int) throws(FileSystemError) {
    let file = try FileReading.open(path)
    do throws(FileSystemError) {
      try FileSystemError.naming("read", path) {
        guard try Stat(file).type == .regular else { throw Errno.invalidArgument }
      }
    } catch {
      try? file.close()
      throw error
    }
    self.file = file
    self.path = path
    self.pieceSize = pieceSize
  }

  deinit { try? file.close() }

  /// The next bytes; nil at the end.
  ///
  /// - Throws: `FileSystemError`.
  func next() throws(FileSystemError) -> [UInt8]? {
    let piece = try FileSystemError.naming("read", path) {
      try [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
    return piece.isEmpty ? nil : piece
  }
}
