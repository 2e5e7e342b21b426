/// A place in a text file.
public struct TextPlace: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  /// In Unicode scalars, counted from 1.
  public var column: Int
  /// The way there through keys and indices: `message.apns.payload`.
  public var keyPath: String?

  public init(line: Int, column: Int, keyPath: String? = nil) {
    (self.line, self.column, self.keyPath) = (line, column, keyPath)
  }
}

/// Turns offsets in a text into lines and columns.
package struct TextLines: Sendable {
  package let bytes: [UInt8]
  /// The number of the line that the first byte is in.
  private let firstLine: Int
  /// The start of each line.
  private let starts: [Int]
  /// How many scalars begin before each block of bytes. A request of megabytes may be one line; its columns must not be counted from its
  /// start each time.
  private let scalarCounts: [Int]

  private static let blockSize = 256

  /// - Parameter firstLine: the number of the first line, if the bytes are part of a longer text.
  package init(_ bytes: [UInt8], firstLine: Int = 1) {
    self.bytes = bytes
    self.firstLine = firstLine
    starts = Self.lineStarts(in: bytes)
    scalarCounts = Self.scalarCounts(in: bytes)
  }

  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    return starts
  }

  private static func scalarCounts(in bytes: [UInt8]) -> [Int] {
    var (counts, count) = ([0], 0)
    counts.reserveCapacity(bytes.count / blockSize + 2)
    bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: blockSize) {
        count += begunScalars(in: bytes[start..<min(start + blockSize, bytes.count)])
        counts.append(count)
      }
    }
    return counts
  }

  /// The line, and the column in Unicode scalars, both counted from 1. An offset past the end means the end.
  package func place(at offset: Int, keyPath: String? = nil) -> TextPlace {
    let end = min(max(offset, 0), bytes.count)
    // The last line that begins at or before the offset.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= end { low = middle } else { high = middle }
    }
    let column = scalarCount(before: end) - scalarCount(before: starts[low]) + 1
    return TextPlace(line: firstLine + low, column: column, keyPath: keyPath)
  }

  private func scalarCount(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return bytes.withUnsafeBufferPointer { bytes in
      scalarCounts[block] + begunScalars(in: bytes[(block * Self.blockSize)..<offset])
    }
  }
}

/// Every byte begins a scalar, except continuation bytes (RFC 3629).
private func begunScalars(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
  var count = 0
  for byte in UnsafeBufferPointer(rebasing: bytes) { count &+= byte & 0xC0 != 0x80 ? 1 : 0 }
  return count
}
