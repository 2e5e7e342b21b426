/// One Huffman table of a JPEG (ITU-T T.81, annex C). A class, so that passing it on counts one reference, not one for
/// each of its parts: it is used for each code of a picture.
final class JPEGHuffmanTable: Sendable {
  /// For each length of 1 to 16 bits the largest code; -1 for lengths without codes.
  private let largest: [Int]
  /// Added to a code of each length to get its index in the values.
  private let offset: [Int]
  private let values: [UInt8]
  /// For all possible next bits, the length of their first code, times 256, plus its value; 0 for longer codes.
  private let short: [UInt16]

  /// The longest codes in `short`: almost all codes fit, and it is quickly made.
  private static let shortLength = 10

  /// - Parameters:
  ///   - counts: the number of codes of each length, 16 of them.
  ///   - values: their values, the shortest code first.
  init(counts: [Int], values: [UInt8]) {
    var largest = [Int](repeating: -1, count: 17)
    var offset = [Int](repeating: 0, count: 17)
    var short = [UInt16](repeating: 0, count: 1 << Self.shortLength)
    var (code, index) = (0, 0)
    for length in 1...16 {
      let count = counts[length - 1]
      offset[length] = index - code
      if count > 0 { largest[length] = code + count - 1 }
      for place in 0..<count where length <= Self.shortLength && values.indices.contains(index + place) {
        let first = (code + place) << (Self.shortLength - length)
        let entry = UInt16(length) << 8 | UInt16(values[index + place])
        // Where counts exceed the codes of a length, some are beyond the table, and the first of the others counts.
        for bits in first..<first + 1 << (Self.shortLength - length) where bits < short.count && short[bits] == 0 {
          short[bits] = entry
        }
      }
      index += count
      code = (code + count) << 1
    }
    (self.largest, self.offset, self.short, self.values) = (largest, offset, short, values)
  }

  /// The value of the first code in bits, the highest first, and its length; nil where they begin no code.
  @inline(__always)
  func match(_ bits: UInt64) -> (value: Int, length: Int)? {
    let entry = short[Int(truncatingIfNeeded: bits &>> UInt64(64 - Self.shortLength))]
    return entry == 0 ? longMatch(Int(bits >> 48)) : (Int(entry & 0xFF), Int(entry >> 8))
  }

  /// Inline, since a call would move to memory what callers keep in registers.
  @inline(__always)
  private func longMatch(_ bits: Int) -> (value: Int, length: Int)? {
    for length in 1...16 {
      let code = bits &>> (16 &- length)
      guard code <= largest[length] else { continue }
      let index = code + offset[length]
      return values.indices.contains(index) ? (Int(values[index]), length) : nil
    }
    return nil
  }
}

/// The tables that are valid at one place of a JPEG stream.
struct JPEGTables: Sendable {
  private var huffman: [UInt8: JPEGHuffmanTable] = [:]
  private var quantizers: [Int: JPEGQuantizer] = [:]

  /// The table of constants (DC) of this number.
  func constants(_ number: Int) -> JPEGHuffmanTable? { huffman[UInt8(number & 15)] }

  /// The table of frequencies (AC) of this number.
  func frequencies(_ number: Int) -> JPEGHuffmanTable? { huffman[UInt8(0x10 | number & 15)] }

  /// Whether all tables of a scan exist.
  func has(all scan: JPEGScanHeader) -> Bool {
    scan.tables.allSatisfy { numbers in
      (scan.coefficients.lowerBound > 0 || scan.refines || constants(numbers.constants) != nil)
        && (scan.coefficients.upperBound == 0 || frequencies(numbers.frequencies) != nil)
    }
  }

  func quantizer(_ number: Int) -> JPEGQuantizer { quantizers[number] ?? .unknown }

  /// Reads the tables of a `DHT` segment.
  mutating func readHuffman(_ payload: ByteView) {
    var position = 0
    while let kind = payload[position], let counts = payload.part(at: position + 1, length: 16) {
      let numbers = counts.bytes.map(Int.init)
      let values = payload.clamped(at: position + 17, length: numbers.reduce(0, +))
      huffman[kind] = JPEGHuffmanTable(counts: numbers, values: Array(values.bytes))
      position += 17 + values.count
    }
  }

  /// Reads the tables of a `DQT` segment.
  mutating func readQuantizers(_ payload: ByteView) {
    var position = 0
    while let kind = payload[position] {
      let width = kind >> 4 == 0 ? 1 : 2
      let numbers = (0..<64).map { payload.unsigned(at: position + 1 + $0 * width, width: width) ?? 1 }
      guard position + 1 + width <= payload.count else { return }
      quantizers[Int(kind & 15)] = JPEGQuantizer(numbers)
      position += 1 + 64 * width
    }
  }
}

/// A quantization table, as far as it says what blocks look like.
struct JPEGQuantizer: Sendable {
  /// The number of the DC coefficient.
  let constant: Int
  /// For each coefficient, how much one of its units adds to the means of some pixels of the block (ITU-T T.81, A.3.3): of its first row,
  /// its last row, and its four quarters, row by row.
  let weights: [SIMD8<Float>]

  static let unknown = JPEGQuantizer([Int](repeating: 1, count: 64))

  /// The horizontal and vertical frequency of each coefficient, in zigzag order.
  private static let frequencies = (0..<64).map { (across: $0 % 8, down: $0 / 8) }.sorted { first, second in
    let (one, other) = (first.across + first.down, second.across + second.down)
    guard one == other else { return one < other }
    return one % 2 == 0 ? first.across < second.across : first.down < second.down
  }
  /// cos(v π / 16) / (4 √2), and 1/8 for the DC. To the last row of pixels, those of odd frequency add the opposite.
  private static let edges: [Float] = [0.125, 0.17338, 0.16332, 0.14698, 0.125, 0.09821, 0.06765, 0.03449]
  /// The means of half of eight pixels. To the second half, those of odd frequency add the opposite.
  private static let halves: [Float] = [0.353553, 0.320364, 0, -0.112493, 0, 0.075166, 0, -0.063725]

  /// - Parameter numbers: 64, in zigzag order.
  init(_ numbers: [Int]) {
    constant = numbers[0]
    weights = zip(Self.frequencies, numbers).map { frequency, number in
      let (across, down) = (1 - 2 * Float(frequency.across % 2), 1 - 2 * Float(frequency.down % 2))
      let edge = frequency.across == 0 ? Self.edges[frequency.down] : 0
      let quarter = Self.halves[frequency.across] * Self.halves[frequency.down]
      return SIMD8(edge, edge * down, quarter, quarter * across, quarter * down, quarter * across * down, 0, 0)
        * Float(number)
    }
  }
}
