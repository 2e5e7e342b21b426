/// A canonical Huffman code of DEFLATE, by the number of codes of each length (RFC 1951, 3.2.2).
struct HuffmanCode: Sendable {
  /// How many codes have each length, 0 to 15.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their codes.
  private var symbols: [Int] = []

  /// Nil when there are more codes than the lengths leave room for.
  init?(lengths: [Int]) {
    for length in lengths { counts[length & 15] += 1 }
    var room = 1
    for length in 1...15 {
      room = room * 2 - counts[length]
      if room < 0 { return nil }
    }
    for length in 1...15 where counts[length] > 0 {
      symbols += lengths.indices.filter { lengths[$0] == length }
    }
  }

  private init(unchecked lengths: [Int]) {
    self = HuffmanCode(lengths: lengths) ?? HuffmanCode()
  }

  private init() {}

  /// Reads one code; nil when the bits end or are no code.
  func symbol(_ input: inout LowBitReader) -> Int? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = input.bits(1) else { return nil }
      code |= bit
      if code - first < counts[length] { return symbols[index + code - first] }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    return nil
  }

  static let fixedLengths = HuffmanCode(
    unchecked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(unchecked: [Int](repeating: 5, count: 30))
}
