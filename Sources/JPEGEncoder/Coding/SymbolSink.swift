/// Takes the symbols of a scan, to count or write them.
protocol SymbolSink: ~Copyable {
  /// - Parameter table: the symbol's Huffman table in the scan, 0 to 3.
  mutating func put(symbol: Int, table: Int)
  /// The lowest `count` bits of `bits`, at most 16.
  mutating func put(bits: Int, count: Int)
  /// A bit in each byte.
  mutating func put(corrections: Span<UInt8>)
}

/// How often each symbol of a scan occurs.
struct SymbolCounts: Sendable {
  /// 256 for each table.
  let counts: [Int32]
  /// The uncoded bits that go with symbols.
  let extraBits: Int

  /// Counts what `code` writes.
  init(tables: Int, code: (inout SymbolCounter) -> Void) {
    var counter = SymbolCounter()
    code(&counter)
    (counts, extraBits) = (counter.counts(tables: tables), counter.extraBits)
  }

  /// The counts of one table.
  func table(_ index: Int) -> ArraySlice<Int32> { counts[256 * index..<256 * (index + 1)] }
}

/// Counts symbols.
struct SymbolCounter: SymbolSink, ~Copyable {
  /// 256 for each of four tables.
  private let counts = WrappingBuffer<Int32, Capacity1024>(repeating: 0)
  private(set) var extraBits = 0

  /// Those of the first tables.
  fileprivate func counts(tables: Int) -> [Int32] { (0..<256 * tables).map { counts[$0] } }

  @inline(__always) mutating func put(symbol: Int, table: Int) { counts[table &<< 8 | symbol] &+= 1 }
  @inline(__always) mutating func put(bits: Int, count: Int) { extraBits &+= count }
  @inline(__always) mutating func put(corrections: Span<UInt8>) { extraBits &+= corrections.count }
}

/// Writes symbols by their codes.
struct SymbolWriter: SymbolSink, ~Copyable {
  private let codes: WrappingBuffer<UInt32, Capacity1024>
  private var stream: BitStream

  /// - Parameters:
  ///   - codes: 256 for each table.
  ///   - bits: how many will be written, about.
  init(codes: [UInt32], bits: Int) {
    self.codes = WrappingBuffer(codes, then: 0)
    stream = BitStream(bits: bits)
  }

  @inline(__always) mutating func put(symbol: Int, table: Int) {
    let code = codes[table &<< 8 | symbol]
    stream.append(code & 0xFFFF, count: code >> 16)
  }

  @inline(__always) mutating func put(bits: Int, count: Int) {
    let count = UInt32(truncatingIfNeeded: count)
    stream.append(UInt32(truncatingIfNeeded: bits) & (1 &<< count &- 1), count: count)
  }

  @inline(__always) mutating func put(corrections: Span<UInt8>) {
    for start in stride(from: 0, to: corrections.count, by: 16) {
      let end = min(start &+ 16, corrections.count)
      var bits: UInt32 = 0
      for index in start..<end { bits = bits &<< 1 | UInt32(corrections[index]) }
      stream.append(bits, count: UInt32(truncatingIfNeeded: end &- start))
    }
  }

  /// All bytes, the last one filled up.
  consuming func finished() -> [UInt8] { stream.finished() }
}

/// Entropy-coded bits, highest first, with a zero byte after each byte of ones (ITU-T T.81, F.1.2.3).
package struct BitStream: ~Copyable {
  /// The written bytes, and room for more.
  private var bytes: [UInt8]
  private var count = 0
  /// Fewer than 32 bits that wait until a word of four bytes is full.
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0

  /// - Parameter bits: how many will be written, about.
  package init(bits: Int) { bytes = [UInt8](repeating: 0, count: bits / 8 + bits / 512 + 64) }

  /// - Parameter bits: a number below 2 to the power of `count`, which is at most 16.
  @inline(__always) package mutating func append(_ bits: UInt32, count: UInt32) {
    pending = pending &<< UInt64(count) | UInt64(bits)
    pendingBits &+= UInt64(count)
    if pendingBits >= 32 { writeWord() }
  }

  private mutating func writeWord() {
    pendingBits &-= 32
    let word = UInt32(truncatingIfNeeded: pending &>> pendingBits)
    if bytes.count - count < 8 { bytes.append(contentsOf: repeatElement(0, count: bytes.count / 4)) }
    // Without a byte of ones: no inverted byte is zero (H. S. Warren, "Hacker's Delight", section 6-1).
    if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
      bytes.withSpan { [count] in $0.store(word, at: count) }
      count &+= 4
    } else {
      for shift in [24, 16, 8, 0] as [UInt32] { write(UInt8(truncatingIfNeeded: word &>> shift)) }
    }
  }

  private mutating func write(_ byte: UInt8) {
    bytes[count] = byte
    // The byte after a byte of ones is already zero.
    count &+= byte == 0xFF ? 2 : 1
  }

  /// All bytes, the last filled with ones.
  package consuming func finished() -> [UInt8] {
    if !pendingBits.isMultiple(of: 8) { append(0x7F, count: 7) }
    while pendingBits >= 8 {
      pendingBits &-= 8
      if bytes.count - count < 2 { bytes.append(contentsOf: [0, 0]) }
      write(UInt8(truncatingIfNeeded: pending &>> pendingBits))
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

/// JPEG's code of a difference or coefficient: the number of its bits is a symbol, the bits follow (ITU-T T.81, F.1.2.1).
enum Magnitude {
  /// The bits of a number that is not negative.
  @inline(__always) static func size(_ magnitude: Int) -> Int { Int.bitWidth - magnitude.leadingZeroBitCount }

  /// The bits that distinguish a number from others of its size: for a negative one, its predecessor's.
  @inline(__always) static func bits(_ value: Int) -> Int { value < 0 ? value - 1 : value }
}
