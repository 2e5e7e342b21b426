/// One Huffman table of a JPEG (ITU-T T.81, annex C). A class, so that passing it on counts one reference instead of all its
/// parts': it is used for each code of a picture.
final class JPEGHuffmanTable: Sendable {
  /// For each length of 1 to 16 bits the largest code; -1 where there is none.
  private let largest: [Int]
  /// Added to a code of each length to get its index in the values.
  private let offset: [Int]
  private let values: [UInt8]
  /// For all possible next bits, the length of their first code, times 256, plus its value; 0 for longer codes.
  private let short: [UInt16]

  /// The longest codes in `short`: nine of ten codes fit, and it is quickly made.
  private static let shortLength = 9

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

  /// The value of the first code in 16 bits, and its length; nil where they begin no code.
  func match(_ bits: Int) -> (value: Int, length: Int)? {
    let entry = short[bits >> (16 - Self.shortLength)]
    return entry == 0 ? longMatch(bits) : (Int(entry & 0xFF), Int(entry >> 8))
  }

  private func longMatch(_ bits: Int) -> (value: Int, length: Int)? {
    for length in 1...16 {
      let code = bits >> (16 - length)
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
  /// The DC quantizer, by the number of its table.
  private var quantizers: [Int: Int] = [:]

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

  func quantizer(_ number: Int) -> Int { quantizers[number] ?? 1 }

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

  /// Reads the tables of a `DQT` segment, of which only the first number matters here.
  mutating func readQuantizers(_ payload: ByteView) {
    var position = 0
    while let kind = payload[position] {
      let width = kind >> 4 == 0 ? 1 : 2
      guard let first = payload.unsigned(at: position + 1, width: width) else { return }
      quantizers[Int(kind & 15)] = first
      position += 1 + 64 * width
    }
  }
}
