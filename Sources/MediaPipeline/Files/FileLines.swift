import SystemPackage

/// The lines of a file, one after the other, in the room of one of them, however many there are.
final class FileLines {
  private let path: String
  private let file: FileDescriptor
  private let longestLine: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  private static let pieceSize = 1 << 18

  /// - Parameter longestLine: in bytes; a longer one gives `fileTooLarge`.
  /// - Throws: `FileSystemError`; for what is no regular file, `invalidArgument` (a pipe would block for ever).
  init(of path: String, longestLine: Int) throws(FileSystemError) {
    self.path = path
    self.longestLine = longestLine
    file = try FileSystemError.naming("open", path) {
      try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }
    try FileSystemError.naming("read", path) {
      guard try Stat(file).type == .regular else { throw Errno.invalidArgument }
    }
  }

  deinit { try? file.close() }

  /// The next line with the line break that ends it, if one does; nil after the last.
  ///
  /// - Throws: `FileSystemError`.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return buffer[start...end]
      }
      guard !isAtEnd else { break }
      searched = buffer.count - start
      try readMore()
    }
    guard start < buffer.count else { return nil }
    defer { start = buffer.count }
    return buffer[start...]
  }

  private func readMore() throws(FileSystemError) {
    buffer.removeFirst(start)
    start = 0
    try FileSystemError.naming("read", path) {
      guard buffer.count <= longestLine else { throw Errno.fileTooLarge }
      let filled = buffer.count
      buffer.append(contentsOf: repeatElement(0, count: Self.pieceSize))
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: .init(rebasing: $0[filled...])) }
      buffer.removeLast(Self.pieceSize - count)
      isAtEnd = count == 0
    }
  }
}
