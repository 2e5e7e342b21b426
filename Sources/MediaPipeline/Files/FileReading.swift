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
  package static func start(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      try filled(count) { room, _ in try file.read(into: room) }
    }
  }

  /// The last bytes of a regular file, or all of a shorter one.
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

  /// The bytes that `read` gives, which receives the room for the next ones and how many there are; fewer if it gives none.
  private static func filled(_ count: Int, _ read: (UnsafeMutableRawBufferPointer, Int) throws -> Int) throws -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = try bytes.withUnsafeMutableBytes { try read(.init(rebasing: $0[filled...]), filled) }
      if more == 0 { break }
      filled += more
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Some bytes of an open file; fewer if it ends before.
  static func bytes(of file: FileDescriptor, _ range: Range<Int>) throws -> [UInt8] {
    try filled(range.count) { try file.read(fromAbsoluteOffset: Int64(range.lowerBound + $1), into: $0) }
  }

  /// All remaining bytes of an open file, a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - limit: the most bytes to read; more bytes give `fileTooLarge`, and only one of them is read.
  ///   - name: the file's name in errors.
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
    (self.file, self.path, self.pieceSize) = (file, path, pieceSize)
  }

  deinit { try? file.close() }

  /// The next bytes; nil at the end.
  func next() throws(FileSystemError) -> [UInt8]? {
    let piece = try FileSystemError.naming("read", path) {
      try [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
    return piece.isEmpty ? nil : piece
  }
}

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
    (self.path, self.longestLine) = (path, longestLine)
    pieces = try FilePieces(of: path, pieceSize: Self.pieceSize)
  }

  /// The next line with the line break that ends it, if one does; nil after the last.
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

extension BidirectionalCollection {
  /// Without the elements at its end that meet a condition.
  func dropLast(while condition: (Element) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, condition(self[index(before: end)]) { formIndex(before: &end) }
    return self[..<end]
  }
}
