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
