import PushDelivery

/// A table of many rows, divided by the number of its bytes alone: whoever divides the same table comes to the same blocks.
struct TableBlocks {
  /// What a block has at least, except the last: some hundred thousand messages, whose requests are a file that can be handled.
  static let byteCount = 16 << 20

  private let byteCount: Int
  /// Each ends where the next begins.
  private(set) var ranges: [TableRange] = []

  init(of byteCount: Int) { self.byteCount = byteCount }

  /// Adds the records that follow.
  mutating func add(_ records: TableRange) {
    guard let last = ranges.last, last.bytes.count < byteCount else { return ranges.append(records) }
    ranges[ranges.count - 1].bytes = last.bytes.lowerBound..<records.bytes.upperBound
  }
}
