import Libraries
import MediaFacts
package import PushDelivery
import SystemPackage

/// A file of values that is only used if it is exactly as written: its digest comes before all else. It is written and read some values at a
/// time, so that memory does not grow with it.
package enum SealedFile {
  /// - Parameters:
  ///   - beginning: bytes that identify the format.
  ///   - limit: the most bytes; there is no file with more.
  ///   - body: writes the values by a function that takes some of them as bytes.
  package static func write(
    to path: String, beginning: [UInt8], limit: Int, _ body: (([UInt8]) throws -> Void) throws -> Void
  ) throws(FileSystemError) {
    try DurableFile.write(to: path, isDurable: false) { file in
      let parts = PartsWriter(file)
      try parts.write(beginning)
      try body { values in if parts.byteCount <= limit { try parts.add(values) } }
      try parts.finish()
      return parts.byteCount <= limit
    }
  }

  /// The parts of a file, each some of the values that were written; nil for any other file.
  package static func parts(of path: String, beginning: [UInt8], limit: Int) -> StoredValues<[UInt8]>? {
    guard let file = try? PartsFile(path, limit: limit), let ranges = try? file.ranges(after: beginning) else {
      return nil
    }
    // If it is shortened meanwhile, its parts are damaged.
    return StoredValues(count: ranges.count) { (try? file.bytes(in: ranges[$0])) ?? [] }
  }
}

/// Writes a file of parts, each with its length before it.
private final class PartsWriter {
  private let file: FileDescriptor
  private var hash = SHA256()
  private var part: [UInt8] = []
  private(set) var byteCount = 32

  init(_ file: FileDescriptor) { self.file = file }

  func add(_ values: [UInt8]) throws {
    part += values
    if part.count >= 1 << 15 { try flush() }
  }

  func write(_ bytes: [UInt8]) throws {
    hash.update(bytes.span.bytes)
    byteCount += try file.writeAll(toAbsoluteOffset: Int64(byteCount), bytes)
  }

  func finish() throws {
    try flush()
    _ = try file.writeAll(toAbsoluteOffset: 0, hash.digest())
  }

  private func flush() throws {
    guard !part.isEmpty else { return }
    try write((0..<8).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) })
    try write(part)
    part = []
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
