import Essentials
package import Findings
import SystemPackage

/// A file that the command line names, of any type: a pipe from a shell is read like a file.
package enum GivenFile {
  /// How long the writer of a pipe may take to open it.
  package static let patience = Duration.seconds(3)
  /// How long the writer may pause.
  private static let longestPause = Duration.seconds(60)

  /// All bytes of a file or a pipe.
  /// - Parameter limit: the most bytes to read, apart from one to detect more.
  /// - Throws: `FileSystemError`, `fileTooLarge` if it has more, or `SilentPipe`.
  package static func bytes(of path: String, limit: Int) throws -> [UInt8] {
    if case .file(let count) = FileSystem.kind(of: path), count > limit {
      throw FileSystemError("read", path, .fileTooLarge)
    }
    let bytes = try start(of: path, count: limit + 1)
    guard bytes.count <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
    return bytes
  }

  /// Its first bytes, or all of a shorter one.
  /// - Throws: `FileSystemError` or `SilentPipe`.
  package static func start(of path: String, count: Int) throws -> [UInt8] {
    let file = try FileReading.open(path)
    defer { try? file.close() }
    var bytes: [UInt8] = []
    // A pipe also looks ended until a writer has opened it.
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

  /// - Returns: empty at the end, nil if there is nothing yet.
  private static func piece(
    of file: FileDescriptor, _ path: String, atMost count: Int
  ) throws(FileSystemError) -> [UInt8]? {
    try FileSystemError.naming("read", path) {
      var bytes = [UInt8](repeating: 0, count: count)
      do {
        let read = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
        return Array(bytes[..<read])
      } catch Errno.resourceTemporarilyUnavailable { return nil }
    }
  }

  /// Whether bytes or the end arrive within some time.
  private static func waits(for file: FileDescriptor, _ time: Duration) -> Bool {
    var request = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(time.components.seconds * 1000)) > 0
  }
}

/// A pipe that delivered nothing.
package struct SilentPipe: Error, CustomStringConvertible {
  /// Whether a writer has opened it.
  let hasWriter: Bool

  package var description: String {
    hasWriter
      ? "it is a pipe, and who writes to it has sent nothing for a minute"
      : "it is a pipe without a writer: start the program that writes to it first, or name a file"
  }
}

extension PathBase {
  /// Paths in a folder, relative to this process's working directory.
  package static func workingDirectory(folder: String = ".") -> PathBase {
    let manager = FileManager.default
    let directory = manager.currentDirectoryPath
    // The shell's name for the working directory, perhaps through links: `check "$PWD/file"` names the same file.
    let alias = ProcessInfo.processInfo.environment["PWD"].flatMap { path in
      path.hasPrefix("/") && URL(filePath: path).resolvingSymlinksInPath() == URL(filePath: directory) ? path : nil
    }
    return PathBase(folder: folder.isEmpty ? "." : folder, workingDirectory: directory, alias: alias)
  }

  /// A path as you would write it in the working directory, if it is in there.
  package static func here(_ path: String) -> String {
    guard path.hasPrefix("/") || path.hasPrefix("./") else { return path }
    let shown = working.relative(path)
    return shown == ".." || shown.hasPrefix("../") ? path : shown
  }

  private static let working = workingDirectory()
}
