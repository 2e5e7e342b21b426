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

/// A quantization table, as far as damage is looked for.
struct JPEGQuantizer: Sendable {
  /// The number of the DC coefficient.
  let constant: Int
  /// For each coefficient, how much one of its units adds to the means of the block's first and last row of pixels: the DC, and those
  /// that change only from row to row (ITU-T T.81, A.3.3). 0 for all others.
  let rowWeights: [SIMD2<Float>]

  static let unknown = JPEGQuantizer([Int](repeating: 1, count: 64))

  /// The places of the coefficients that change only from row to row, in zigzag order. To the last row of pixels, those of odd
  /// frequency add the opposite.
  private static let rowPlaces = [0, 2, 3, 9, 10, 20, 21, 35]
  static let isOfRows: UInt64 = rowPlaces.reduce(0) { $0 | 1 << UInt64($1) }
  /// cos(v π / 16) / (4 √2), and 1/8 for the DC.
  private static let weights: [Float] = [0.125, 0.17338, 0.16332, 0.14698, 0.125, 0.09821, 0.06765, 0.03449]

  /// - Parameter numbers: 64, in zigzag order.
  init(_ numbers: [Int]) {
    constant = numbers[0]
    var rowWeights = [SIMD2<Float>](repeating: .zero, count: 64)
    for (frequency, place) in Self.rowPlaces.enumerated() {
      let weight = Self.weights[frequency] * Float(numbers[place])
      rowWeights[place] = SIMD2(weight, frequency % 2 == 0 ? weight : -weight)
    }
    self.rowWeights = rowWeights
  }
}
