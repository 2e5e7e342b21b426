import Libraries
public import MediaFacts
package import SystemPackage

/// Reads files into memory, with a limit.
package enum FileReading {
  /// The bytes of a regular file.
  /// - Parameter limit: the most bytes to read; a file that has more gives `fileTooLarge`.
  /// - Throws: `FileSystemError`; if it is not a regular file, `invalidArgument` (a pipe would block for ever).
  package static func bytes(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    var pieces = try FilePieces(of: path, limit: limit)
    return try pieces.rest()
  }

  /// The first bytes of a file, or all of a shorter one.
  package static func start(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      try filled(count) { room, _ in try file.read(into: room) }
    }
  }

  /// The last bytes of a file, or all of a shorter one.
  static func end(of path: String, count: Int) throws(FileSystemError) -> [UInt8] {
    let file = try open(path)
    defer { try? file.close() }
    return try FileSystemError.naming("read", path) {
      let size = Int(try Stat(file).size)
      return try bytes(of: file, max(0, size - count)..<size)
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
  /// - Parameter limit: the most bytes to read; more bytes give `fileTooLarge`, and only one of them is read.
  package static func rest(of file: FileDescriptor, limit: Int, named name: String) throws(FileSystemError) -> [UInt8] {
    let copy = try FileSystemError.naming("read", name) { try file.duplicate() }
    var pieces = FilePieces(copy, named: name, limit: limit, pieceSize: 1 << 16)
    return try pieces.rest()
  }

  /// A pipe without a writer must not block a look at its type.
  static func open(_ path: String) throws(FileSystemError) -> FileDescriptor {
    try FileSystemError.naming("open", path) {
      try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }
  }

  /// Opens a regular file of at most so many bytes, and asks for its size.
  static func open(_ path: String, limit: Int) throws(FileSystemError) -> (file: FileDescriptor, size: Int) {
    let file = try open(path)
    do throws(FileSystemError) {
      let status = try FileSystemError.naming("read", path) { try Stat(file) }
      guard status.type == .regular else { throw FileSystemError("read", path, .invalidArgument) }
      guard status.size <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
      return (file, Int(status.size))
    } catch {
      try? file.close()
      throw error
    }
  }
}

/// A file that is read a piece at a time.
struct FilePieces: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  private let limit: Int
  private let pieceSize: Int
  private var total = 0

  /// A regular file, as `FileReading.bytes(of:limit:)` reads it.
  /// - Parameter pieceSize: the most bytes of a piece; nil: all of a short file.
  init(of path: String, limit: Int = .max, pieceSize: Int? = nil) throws(FileSystemError) {
    let (file, size) = try FileReading.open(path, limit: limit)
    // One byte more than expected, so that the end is seen with the same piece.
    self.init(file, named: path, limit: limit, pieceSize: pieceSize ?? min(max(size + 1, 1 << 12), 1 << 18))
  }

  /// - Parameter file: closed with this.
  init(_ file: FileDescriptor, named path: String, limit: Int, pieceSize: Int) {
    (self.file, self.path, self.limit, self.pieceSize) = (file, path, limit, pieceSize)
  }

  deinit { try? file.close() }

  /// The next bytes; nil at the end.
  mutating func next() throws(FileSystemError) -> [UInt8]? {
    let (file, rest) = (file, limit - total)
    // One byte beyond the limit shows that there is more.
    let room = rest < pieceSize ? rest + 1 : pieceSize
    let piece = try FileSystemError.naming("read", path) {
      let piece = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      // A file may grow while it is read.
      guard piece.count <= rest else { throw Errno.fileTooLarge }
      return piece
    }
    total += piece.count
    return piece.isEmpty ? nil : piece
  }

  mutating func rest() throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    return bytes
  }
}

/// The lines of a regular file, one at a time, in the memory of one line.
final class FileLines {
  private let path: String
  private var pieces: FilePieces
  private let longestLine: Int
  private var buffer: [UInt8] = []
  /// How much of the buffer has been returned.
  private var start = 0
  private var isAtEnd = false

  private static let pieceSize = 1 << 18

  /// - Parameter longestLine: in bytes; a longer one gives `fileTooLarge`. Lines of our files are shorter than the default.
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

extension ContentDigest {
  /// The SHA-256 digest of bytes.
  public init(of bytes: [UInt8]) { self.init(digest: SHA256.digest(of: bytes)) }

  /// The same, of a part of bytes.
  init(of bytes: ArraySlice<UInt8>) {
    var hash = SHA256()
    hash.update(bytes.span.bytes)
    self.init(digest: hash.digest())
  }

  /// The digest of a file's bytes and their count. Reads a piece at a time, so that memory does not grow with the file.
  static func read(_ path: String, limit: Int) throws(FileSystemError) -> (digest: ContentDigest, byteCount: Int) {
    var hash = SHA256()
    var count = 0
    var pieces = try FilePieces(of: path, limit: limit)
    while let piece = try pieces.next() {
      hash.update(piece.span.bytes)
      count += piece.count
    }
    return (ContentDigest(digest: hash.digest()), count)
  }
}
