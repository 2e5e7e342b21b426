/// One Huffman table of a JPEG (ITU-T T.81, annex C).
struct JPEGHuffmanTable: Sendable {
  /// For each length of 1 to 16 bits the largest code; -1 where there is none.
  private var largest = [Int](repeating: -1, count: 17)
  /// What is added to a code of each length for its place among the values.
  private var offset = [Int](repeating: 0, count: 17)
  private let values: [UInt8]

  /// - Parameters:
  ///   - counts: the number of codes of each length, 16 of them.
  ///   - values: what they stand for, the shortest first.
  init(counts: [Int], values: [UInt8]) {
    self.values = values
    var (code, index) = (0, 0)
    for length in 1...16 {
      let count = counts[length - 1]
      offset[length] = index - code
      if count > 0 { largest[length] = code + count - 1 }
      index += count
      code = (code + count) << 1
    }
  }

  /// What the first code of 16 bits stands for, and how many of them it has; nil where they begin no code.
  func match(_ bits: Int) -> (value: Int, length: Int)? {
    for length in 1...16 {
      let code = bits >> (16 - length)
      guard code <= largest[length] else { continue }
      let index = code + offset[length]
      return values.indices.contains(index) ? (Int(values[index]), length) : nil
    }
    return nil
  }
}

/// The tables that hold at one place of a JPEG stream.
struct JPEGTables: Sendable {
  private var huffman: [UInt8: JPEGHuffmanTable] = [:]
  /// The quantizer of the constant part of blocks, by the number of its table.
  private var quantizers: [Int: Int] = [:]

  /// The table of constants (DC) of this number.
  func constants(_ number: Int) -> JPEGHuffmanTable? { huffman[UInt8(number & 15)] }

  /// The table of frequencies (AC) of this number.
  func frequencies(_ number: Int) -> JPEGHuffmanTable? { huffman[UInt8(0x10 | number & 15)] }

  func quantizer(_ number: Int) -> Int { quantizers[number] ?? 1 }

  /// Takes the tables of a `DHT` segment.
  mutating func readHuffman(_ payload: ByteView) {
    var position = 0
    while let kind = payload[position], let counts = payload.part(at: position + 1, length: 16) {
      let numbers = counts.bytes.map(Int.init)
      let values = payload.clamped(at: position + 17, length: numbers.reduce(0, +))
      huffman[kind] = JPEGHuffmanTable(counts: numbers, values: Array(values.bytes))
      position += 17 + values.count
    }
  }

  /// Takes the tables of a `DQT` segment, of which only the first number counts here.
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
