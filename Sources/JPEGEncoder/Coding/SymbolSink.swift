/// What becomes of the symbols of a scan: they are counted, or written.
protocol SymbolSink {
  /// - Parameter table: which of a scan's Huffman tables the symbol belongs to, 0 to 3.
  mutating func put(symbol: Int, table: Int)
  /// The lowest `count` bits of `bits`, at most 16.
  mutating func put(bits: Int, count: Int)
  /// A bit in each byte.
  mutating func put(corrections: UnsafeBufferPointer<UInt8>)
}

/// How often each symbol of a scan occurs.
struct SymbolCounts: Sendable {
  /// 256 for each table.
  var counts: [Int32]
  /// The bits that go with symbols and are not coded.
  var extraBits = 0

  init(tables: Int) { counts = [Int32](repeating: 0, count: 256 * tables) }

  /// Counts what `code` puts.
  init(tables: Int, code: (inout SymbolCounter) -> Void) {
    self.init(tables: tables)
    extraBits = counts.withMutablePointer { counts in
      var counter = SymbolCounter(counts: counts)
      code(&counter)
      return counter.extraBits
    }
  }

  /// The counts of one table.
  func table(_ index: Int) -> ArraySlice<Int32> { counts[256 * index..<256 * (index + 1)] }
}

/// Counts symbols.
struct SymbolCounter: SymbolSink {
  fileprivate let counts: UnsafeMutablePointer<Int32>
  fileprivate(set) var extraBits = 0

  fileprivate init(counts: UnsafeMutablePointer<Int32>) { self.counts = counts }

  @inline(__always) mutating func put(symbol: Int, table: Int) { counts[table &<< 8 | symbol] &+= 1 }
  @inline(__always) mutating func put(bits: Int, count: Int) { extraBits &+= count }
  @inline(__always) mutating func put(corrections: UnsafeBufferPointer<UInt8>) { extraBits &+= corrections.count }
}

/// Writes symbols by their codes.
struct SymbolWriter: SymbolSink {
  private let codes: UnsafePointer<UInt32>
  private var stream: BitStream

  /// - Parameter codes: 256 for each table.
  init(codes: UnsafePointer<UInt32>, stream: BitStream) {
    self.codes = codes
    self.stream = stream
  }

  @inline(__always) mutating func put(symbol: Int, table: Int) {
    let code = codes[table &<< 8 | symbol]
    stream.append(code & 0xFFFF, count: code >> 16)
  }

  @inline(__always) mutating func put(bits: Int, count: Int) {
    let count = UInt32(truncatingIfNeeded: count)
    stream.append(UInt32(truncatingIfNeeded: bits) & (1 &<< count &- 1), count: count)
  }

  @inline(__always) mutating func put(corrections: UnsafeBufferPointer<UInt8>) {
    for index in 0..<corrections.count { stream.append(UInt32(corrections[index]), count: 1) }
  }

  /// Ends the data.
  ///
  /// - Returns: how many bytes there are.
  mutating func finish() -> Int { stream.finish() }
}

/// Entropy-coded bits, highest first, with a zero byte after each byte of ones (ITU-T T.81, F.1.2.3).
package struct BitStream {
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0

  /// Bytes that so many bits take at most.
  package static func capacity(bits: Int) -> Int { 2 * (bits / 8 + 1) }

  /// - Parameter bytes: where they are written; there must be the capacity that they may take.
  package init(bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// - Parameter bits: a number below 2 to the power of `count`, which is at most 16.
  @inline(__always) package mutating func append(_ bits: UInt32, count: UInt32) {
    pending = pending &<< UInt64(count) | UInt64(bits)
    pendingBits &+= UInt64(count)
    while pendingBits >= 8 {
      pendingBits &-= 8
      let byte = UInt8(truncatingIfNeeded: pending &>> pendingBits)
      bytes[self.count] = byte
      self.count &+= 1
      if byte == 0xFF {
        bytes[self.count] = 0
        self.count &+= 1
      }
    }
  }

  /// Fills the last byte with ones.
  ///
  /// - Returns: how many bytes there are.
  package mutating func finish() -> Int {
    if pendingBits > 0 { append(0x7F, count: 7) }
    (pending, pendingBits) = (0, 0)
    return count
  }
}

/// How JPEG codes a difference or coefficient: the number of its bits is a symbol, the bits follow (ITU-T T.81, F.1.2.1).
enum Magnitude {
  /// The bits of a number that is not negative.
  @inline(__always) static func size(_ magnitude: Int) -> Int { Int.bitWidth - magnitude.leadingZeroBitCount }

  /// The bits that tell a number from others of its size: of a negative one those of its predecessor.
  @inline(__always) static func bits(_ value: Int) -> Int { value < 0 ? value - 1 : value }
}
