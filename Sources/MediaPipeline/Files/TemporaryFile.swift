import Essentials
import Synchronization
import SystemPackage

/// Bytes that are too many for memory, in the system's temporary folder. The file has no name, so it disappears with the last reference,
/// whatever happens.
final class TemporaryFile: Sendable {
  private let file: FileDescriptor
  /// The folder that it is in.
  private let place: String
  private let length = Mutex(0)

  /// - Throws: `FileSystemError`.
  init() throws(FileSystemError) {
    place = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    file = try Self.open(in: place)
  }

  deinit { try? file.close() }

  private static func open(in place: String) throws(FileSystemError) -> FileDescriptor {
    let name = "richpush-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let path = place + "/" + name
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    } catch {
      throw .noTemporaryFiles(in: place, error as? Errno ?? .ioError)
    }
    FileSystem.remove(path)
    return file
  }

  /// Adds bytes at the end.
  ///
  /// - Returns: their range.
  /// - Throws: `FileSystemError`.
  func append(_ bytes: [UInt8]) throws(FileSystemError) -> Range<Int> {
    try length.withLock { length throws(FileSystemError) in
      let start = length
      do { _ = try file.writeAll(toAbsoluteOffset: Int64(start), bytes) } catch {
        throw .noTemporaryFiles(in: place, error as? Errno ?? .ioError, operation: "write a temporary file there")
      }
      length += bytes.count
      return start..<length
    }
  }

  /// Bytes that `append` has added.
  func bytes(in range: Range<Int>) -> [UInt8] {
    guard let bytes = try? FileReading.bytes(of: file, range), bytes.count == range.count else {
      // Only this process has the file, and continuing without its contents would report wrong results.
      fatalError("a temporary file of this program's own cannot be read any more")
    }
    return bytes
  }
}

/// Keeps bytes: few in memory, many in a file.
struct Spool: Sendable {
  private var byteCount = 0
  private var file: TemporaryFile?

  /// The size of ten thousand messages.
  private static let mostInMemory = 1 << 20

  /// - Returns: a function that returns the bytes.
  /// - Throws: `FileSystemError` if they are too many for memory and the disk has no room.
  mutating func keep(_ bytes: [UInt8]) throws(FileSystemError) -> @Sendable () -> [UInt8] {
    guard byteCount >= Self.mostInMemory else {
      byteCount += bytes.count
      return { bytes }
    }
    let file = if let file { file } else { try TemporaryFile() }
    self.file = file
    let range = try file.append(bytes)
    return { file.bytes(in: range) }
  }
}
