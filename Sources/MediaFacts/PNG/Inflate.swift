/// Unpacks small blocks that were packed with DEFLATE (RFC 1951): colour profiles and texts. Pixels are left to
/// the decoder.
enum Inflate {
  /// The content of a zlib stream (RFC 1950), without its checksum being looked at; nil when it is damaged, cut off
  /// or longer than `limit` bytes.
  static func zlib(_ view: ByteView, limit: Int) -> [UInt8]? {
    guard let method = view[0], let flags = view[1], method & 15 == 8, flags & 0x20 == 0 else { return nil }
    guard (Int(method) << 8 | Int(flags)) % 31 == 0 else { return nil }
    var unpacking = Unpacking(view.clamped(at: 2), limit: limit)
    return unpacking.run() ? unpacking.output : nil
  }
}

/// One run through a DEFLATE stream. Every step reads at least one bit or writes at least one byte, so it ends.
private struct Unpacking {
  private var input: LowBitReader
  private let limit: Int
  private(set) var output: [UInt8] = []

  init(_ view: ByteView, limit: Int) {
    input = LowBitReader(view)
    self.limit = limit
  }

  /// Whether the stream was sound.
  mutating func run() -> Bool {
    while true {
      guard let isLast = input.bits(1), let kind = input.bits(2), block(kind) else { return false }
      if isLast == 1 { return true }
    }
  }

  private mutating func block(_ kind: Int) -> Bool {
    switch kind {
    case 0: return stored()
    case 1: return coded(HuffmanCode.fixedLengths, HuffmanCode.fixedDistances)
    case 2:
      guard let (lengths, distances) = codes() else { return false }
      return coded(lengths, distances)
    default: return false
    }
  }

  private mutating func stored() -> Bool {
    input.skipToByte()
    guard let length = input.bits(16), let check = input.bits(16), length == ~check & 0xFFFF else { return false }
    for _ in 0..<length {
      guard let byte = input.bits(8), append(UInt8(byte)) else { return false }
    }
    return true
  }

  private mutating func append(_ byte: UInt8) -> Bool {
    guard output.count < limit else { return false }
    output.append(byte)
    return true
  }

  private mutating func coded(_ lengths: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while let symbol = lengths.symbol(&input) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard append(UInt8(symbol)) else { return false }
      } else {
        guard copy(symbol - 257, distances) else { return false }
      }
    }
    return false
  }

  private mutating func copy(_ lengthSymbol: Int, _ distances: HuffmanCode) -> Bool {
    guard lengthSymbol < 29, let lengthExtra = input.bits(lengthExtraBits[lengthSymbol]) else { return false }
    guard let symbol = distances.symbol(&input), symbol < 30 else { return false }
    guard let distanceExtra = input.bits(distanceExtraBits[symbol]) else { return false }
    let distance = distanceBases[symbol] + distanceExtra
    guard distance <= output.count else { return false }
    for _ in 0..<(lengthBases[lengthSymbol] + lengthExtra) {
      guard append(output[output.count - distance]) else { return false }
    }
    return true
  }

  /// The codes of a dynamic block, which are themselves coded (RFC 1951, 3.2.7).
  private mutating func codes() -> (HuffmanCode, HuffmanCode)? {
    guard let literals = input.bits(5), let distances = input.bits(5), let count = input.bits(4) else { return nil }
    var order = [Int](repeating: 0, count: 19)
    for place in codeLengthOrder.prefix(count + 4) {
      guard let length = input.bits(3) else { return nil }
      order[place] = length
    }
    let total = literals + 257 + distances + 1
    guard let lengths = HuffmanCode(lengths: order).flatMap({ codeLengths($0, total) }) else { return nil }
    guard let literalCode = HuffmanCode(lengths: Array(lengths.prefix(literals + 257))) else { return nil }
    guard let distanceCode = HuffmanCode(lengths: Array(lengths.dropFirst(literals + 257))) else { return nil }
    return (literalCode, distanceCode)
  }

  private mutating func codeLengths(_ code: HuffmanCode, _ total: Int) -> [Int]? {
    var lengths: [Int] = []
    while lengths.count < total {
      guard let symbol = code.symbol(&input) else { return nil }
      switch symbol {
      case 16:
        guard let last = lengths.last, let extra = input.bits(2) else { return nil }
        lengths += repeatElement(last, count: 3 + extra)
      case 17, 18:
        guard let extra = input.bits(symbol == 17 ? 3 : 7) else { return nil }
        lengths += repeatElement(0, count: (symbol == 17 ? 3 : 11) + extra)
      default: lengths.append(symbol)
      }
    }
    return lengths.count == total ? lengths : nil
  }
}

private let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
private let lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
private let lengthExtraBits = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]
private let distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12_289, 16_385, 24_577,
]
private let distanceExtraBits = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
