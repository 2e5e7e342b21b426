/// LZW codes as GIF packs them: of growing width, lowest bit first, in sub-blocks.
struct CodeStream {
  /// Bits of the next code.
  private(set) var width: Int
  private let symbolBits: Int
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits: UInt32 = 0

  /// Begins with the code that clears the table.
  ///
  /// - Parameter symbolBits: GIF's LZW code size, 2 to 8.
  init(symbolBits: Int) {
    self.symbolBits = symbolBits
    width = symbolBits + 1
    append(1 << symbolBits)
  }

  /// Writes a code; `tableCount` is how many codes a decoder knows when it has read it, which sets the width of the next.
  @inline(__always) mutating func write(_ code: Int, tableCount: Int) {
    append(code)
    if tableCount == 1 << width, width < 12 { width += 1 }
  }

  mutating func writeClear() {
    append(1 << symbolBits)
    width = symbolBits + 1
  }

  /// Ends the data; gives it in sub-blocks of up to 255 bytes, with the empty one at the end.
  mutating func finish() -> [UInt8] {
    append((1 << symbolBits) + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    var blocks: [UInt8] = []
    blocks.reserveCapacity(bytes.count + bytes.count / 255 + 2)
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<Swift.min(start + 255, bytes.count)]
      blocks.append(UInt8(truncatingIfNeeded: block.count))
      blocks += block
    }
    return blocks + [0]
  }

  @inline(__always) private mutating func append(_ code: Int) {
    pending |= UInt32(truncatingIfNeeded: code) << pendingBits
    pendingBits &+= UInt32(truncatingIfNeeded: width)
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits &-= 8
    }
  }
}
