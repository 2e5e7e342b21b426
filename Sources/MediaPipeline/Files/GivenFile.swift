import Essentials
import SystemPackage

/// A file that the command line names, whatever it is: a pipe that a shell has made of a command's output is read as a file is.
package enum GivenFile {
  /// How long whoever writes to a pipe may take to open it.
  package static let patience = Duration.seconds(3)
  /// How long one who has opened it may write nothing.
  private static let longestPause = Duration.seconds(60)

  /// All of its bytes, a pipe's as they come.
  ///
  /// - Parameter limit: the most bytes to read; no more than one beyond them is.
  /// - Throws: `FileSystemError`, `fileTooLarge` where it has more, or `SilentPipe`.
  package static func bytes(of path: String, limit: Int) throws -> [UInt8] {
    if case .file(let count) = FileSystem.kind(of: path), count > limit {
      throw FileSystemError("read", path, .fileTooLarge)
    }
    let bytes = try start(of: path, count: limit + 1)
    guard bytes.count <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
    return bytes
  }

  /// Its first bytes, or all of a shorter one.
  ///
  /// - Throws: `FileSystemError` or `SilentPipe`.
  package static func start(of path: String, count: Int) throws -> [UInt8] {
    let file = try FileReading.open(path)
    defer { try? file.close() }
    var bytes: [UInt8] = []
    // A pipe looks ended, too, while nobody has opened it for writing.
    var mayBegin = try FileSystemError.naming("read", path) { try Stat(file).type == .fifo }
    var isSilent = false
    while bytes.count < count {
      guard let piece = try piece(of: file, path, atMost: min(count - bytes.count, 1 << 16)) else {
        guard waits(for: file, longestPause) else { throw SilentPipe(hasWriter: true) }
        continue
      }
      bytes += piece
      guard piece.isEmpty else { continue }
      guard bytes.isEmpty, mayBegin else { break }
      (mayBegin, isSilent) = (false, !waits(for: file, patience))
    }
    if bytes.isEmpty, isSilent, count > 0 { throw SilentPipe(hasWriter: false) }
    return bytes
  }

  /// - Returns: nothing at the end, and nil where there is nothing yet.
  private static func piece(
    of file: FileDescriptor, _ path: String, atMost count: Int
  ) throws(FileSystemError) -> [UInt8]? {
    try FileSystemError.naming("read", path) {
      var bytes = [UInt8](repeating: 0, count: count)
      do {
        let read = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
        return Array(bytes[..<read])
      } catch Errno.resourceTemporarilyUnavailable {
        return nil
      }
    }
  }

  /// Whether something comes of it, be it the end, within some time.
  private static func waits(for file: FileDescriptor, _ time: Duration) -> Bool {
    var request = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(time.components.seconds * 1000)) > 0
  }
}

/// A pipe from which nothing came.
package struct SilentPipe: Error, CustomStringConvertible {
  /// Whether somebody has opened it for writing.
  let hasWriter: Bool

  package var description: String {
    hasWriter
      ? "it is a pipe, and who writes to it has sent nothing for a minute"
      : "it is a pipe that nobody writes to: start what writes to it first, or name a file"
  }
}
