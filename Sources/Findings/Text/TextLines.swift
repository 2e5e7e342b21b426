/// A place in a text file.
public struct TextPlace: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  /// In Unicode scalars, counted from 1.
  public var column: Int
  /// The way there through keys and indices: `message.apns.payload`.
  public var keyPath: String?

  public init(line: Int, column: Int, keyPath: String? = nil) {
    self.line = line
    self.column = column
    self.keyPath = keyPath
  }
}

/// Turns offsets in a text into lines and columns.
package struct TextLines: Sendable {
  package let bytes: [UInt8]
  /// Where each line begins.
  private let starts: [Int]
  /// How many scalars begin before each block of bytes: a request of megabytes may stand in one line, whose columns are not
  /// to be counted from its start each time.
  private let scalarCounts: [Int]

  private static let blockSize = 256

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var (starts, scalarCounts, scalarCount) = ([0], [Int](), 0)
    for (offset, byte) in bytes.enumerated() {
      if offset.isMultiple(of: Self.blockSize) { scalarCounts.append(scalarCount) }
      if beginsScalar(byte) { scalarCount += 1 }
      if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    self.starts = starts
    self.scalarCounts = scalarCounts + [scalarCount]
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
    return TextPlace(line: low + 1, column: column, keyPath: keyPath)
  }

  private func scalarCount(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return scalarCounts[block] + bytes[(block * Self.blockSize)..<offset].count(where: beginsScalar)
  }
}

/// Every byte but those that go on with a scalar begins one (RFC 3629).
private func beginsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
