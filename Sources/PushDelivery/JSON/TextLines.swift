/// Turns offsets in a text into lines and columns.
package struct TextLines: Sendable {
  private let bytes: [UInt8]
  /// Where each line begins.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    self.starts = starts
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
    // Every byte but those that go on with a scalar begins one (RFC 3629).
    let column = bytes[starts[low]..<end].count { $0 & 0xC0 != 0x80 } + 1
    return TextPlace(line: low + 1, column: column, keyPath: keyPath)
  }
}
