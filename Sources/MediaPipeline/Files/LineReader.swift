import SystemPackage

/// The lines of a file, one after the other, of which one piece at a time is in memory.
final class LineReader {
  private let file: FileDescriptor
  private var piece: [UInt8] = []
  /// How much of the piece has been read.
  private var start = 0
  private var isAtEnd = false

  private static let pieceSize = 1 << 18
  /// No line of a file of ours is longer.
  private static let longestLine = 1 << 24

  /// - Throws: `FileSystemError`.
  init(_ path: String) throws(FileSystemError) {
    file = try FileSystemError.naming("open", path) {
      try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }
  }

  deinit { try? file.close() }

  /// The next line without its break; nil at the end, and where nothing more can be read.
  func next() -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = piece[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return piece[start..<end]
      }
      let length = piece.count - start
      guard !isAtEnd, length < Self.longestLine, fill() else {
        defer { start = piece.count }
        return start < piece.count ? piece[start...] : nil
      }
      searched = start + length
    }
  }

  /// Puts another piece behind what is left.
  private func fill() -> Bool {
    piece = Array(piece[start...])
    start = 0
    let length = piece.count
    piece += [UInt8](repeating: 0, count: Self.pieceSize)
    let count = (try? piece.withUnsafeMutableBytes { try file.read(into: .init(rebasing: $0[length...])) }) ?? 0
    piece.removeLast(Self.pieceSize - count)
    isAtEnd = count == 0
    return !isAtEnd
  }
}
