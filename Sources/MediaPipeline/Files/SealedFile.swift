import Libraries
import MediaFacts
package import PushDelivery
import SystemPackage

/// A file in parts that is only used if it is exactly as written: its digest comes before all else. A part is made, and read, when it is asked
/// for, so that memory does not grow with the file.
package enum SealedFile {
  /// - Parameters:
  ///   - beginning: bytes that identify the format.
  ///   - limit: the most bytes; there is no file with more.
  package static func write(
    _ parts: some Sequence<[UInt8]>, beginning: [UInt8], to path: String, limit: Int
  ) throws(FileSystemError) {
    try DurableFile.write(to: path, isDurable: false) { file in
      var hash = SHA256()
      var byteCount = try file.writeAll([UInt8](repeating: 0, count: 32))
      var (rest, next) = (parts.makeIterator(), beginning as [UInt8]?)
      while let bytes = next, byteCount <= limit {
        hash.update(bytes.span.bytes)
        byteCount += try file.writeAll(bytes)
        next = rest.next().map { part in
          (0..<8).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) } + part
        }
      }
      _ = try file.writeAll(toAbsoluteOffset: 0, hash.digest())
      return byteCount <= limit
    }
  }

  /// The parts of a file; nil for any other file.
  package static func parts(of path: String, beginning: [UInt8], limit: Int) -> StoredValues<[UInt8]>? {
    guard let file = try? PartsFile(path, limit: limit), let ranges = try? file.ranges(after: beginning) else {
      return nil
    }
    // If it is shortened meanwhile, its parts are damaged.
    return StoredValues(count: ranges.count) { (try? file.bytes(in: ranges[$0])) ?? [] }
  }
}

/// An open file of parts.
private final class PartsFile: Sendable {
  private let file: FileDescriptor
  private let size: Int

  init(_ path: String, limit: Int) throws(FileSystemError) { (file, size) = try FileReading.open(path, limit: limit) }

  deinit { try? file.close() }

  func bytes(in range: Range<Int>) throws -> [UInt8] { try FileReading.bytes(of: file, range) }

  /// More have no use.
  private static let mostParts = 1 << 16

  /// Where each part is; nil if the file is not exactly as written.
  func ranges(after beginning: [UInt8]) throws -> [Range<Int>]? {
    var (place, ranges) = (32 + beginning.count, [Range<Int>]())
    guard place <= size, try bytes(in: 32..<place) == beginning else { return nil }
    var hash = SHA256()
    hash.update(beginning.span.bytes)
    while place < size {
      guard ranges.count < Self.mostParts, place <= size - 8 else { return nil }
      let length = try bytes(in: place..<place + 8)
      let count = length.reversed().reduce(0) { $0 << 8 | Int($1) }
      place += 8
      guard count >= 0, count <= size - place else { return nil }
      let part = try bytes(in: place..<place + count)
      hash.update(length.span.bytes)
      hash.update(part.span.bytes)
      ranges.append(place..<place + count)
      place += count
    }
    return try bytes(in: 0..<32) == hash.digest() ? ranges : nil
  }
}
