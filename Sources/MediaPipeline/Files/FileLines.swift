import SystemPackage

/// The lines of a regular file, one at a time, in the memory of one line.
final class FileLines {
  private let path: String
  private let pieces: FilePieces
  private let longestLine: Int
  private var buffer: [UInt8] = []
  /// How much of the buffer has been returned.
  private var start = 0
  private var isAtEnd = false

  private static let pieceSize = 1 << 18

  /// - Parameter longestLine: in bytes; a longer one gives `fileTooLarge`. Lines of our files are shorter than the default.
  /// - Throws: `FileSystemError`; if it is not a regular file, `invalidArgument` (a pipe would block for ever).
  init(of path: String, longestLine: Int = 1 << 24) throws(FileSystemError) {
    self.path = path
    self.longestLine = longestLine
    pieces = try FilePieces(of: path, pieceSize: Self.pieceSize)
  }

  /// The next line with the line break that ends it, if one does; nil after the last.
  ///
  /// - Throws: `FileSystemError`.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: Self.newline) {
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

  private static let newline = UInt8(ascii: "\n")

  private func readMore() throws(FileSystemError) {
    buffer.removeFirst(start)
    start = 0
    guard buffer.count <= longestLine else { throw FileSystemError("read", path, .fileTooLarge) }
    guard let piece = try pieces.next() else {
      isAtEnd = true
      return
    }
    buffer += piece
  }
}
