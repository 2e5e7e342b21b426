import JPEGEncoder
import TestSupport
import Testing

@Suite struct HuffmanTableTests {
  @Test func bitsAreThoseOfTheStandardsProcedure() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let frequencies = frequencies(&generator)
      let table = HuffmanTable(frequencies: frequencies)
      let reference = AnnexK.lengthCounts(frequencies)
      #expect(table.lengthCounts == reference)
      #expect(table.bits(for: frequencies) == AnnexK.bits(reference, frequencies))
    }
  }

  @Test func codesAreAPrefixCodeWithoutTheOneOfOnes() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let frequencies = frequencies(&generator)
      let table = HuffmanTable(frequencies: frequencies)
      let used = frequencies.indices.filter { frequencies[$0] > 0 }
      #expect(table.symbols.map { Int($0) }.sorted() == used)
      #expect(table.lengthCounts.count == 16)
      // Codes of one length follow each other, so that none is another's beginning if the sum is below 1.
      let sum = zip(1..., table.lengthCounts).reduce(0) { $0 + Int($1.1) << (16 - $1.0) }
      #expect(sum < 1 << 16)
      for symbol in used {
        let (length, code) = (table.codes[symbol] >> 16, table.codes[symbol] & 0xFFFF)
        #expect((1...16).contains(length) && code < 1 << length - 1)
      }
    }
  }

  @Test func verySkewedFrequenciesTakeNoMoreThanSixteenBits() {
    // Fibonacci numbers make the longest codes.
    var fibonacci: [Int32] = [1, 1]
    while fibonacci.count < 40 { fibonacci.append(fibonacci[fibonacci.count - 1] + fibonacci[fibonacci.count - 2]) }
    let table = HuffmanTable(frequencies: fibonacci + [Int32](repeating: 0, count: 216))
    #expect(table.symbols.count == 40)
    #expect(table.lengthCounts == AnnexK.lengthCounts(fibonacci + [Int32](repeating: 0, count: 216)))
  }

  @Test func oneSymbolTakesOneBit() {
    var frequencies = [Int32](repeating: 0, count: 256)
    frequencies[7] = 1000
    let table = HuffmanTable(frequencies: frequencies)
    #expect(table.symbols == [7])
    #expect(table.codes[7] == 1 << 16)
  }

  private func frequencies(_ generator: inout SeededGenerator) -> [Int32] {
    var frequencies = [Int32](repeating: 0, count: 256)
    for _ in 0..<generator.logarithmic(1...256) {
      frequencies[Int.random(in: 0..<256, using: &generator)] = Int32(generator.logarithmic(1...1_000_000))
    }
    return frequencies
  }
}

/// The flow charts of ITU-T T.81, figures K.1 to K.3, word for word.
enum AnnexK {
  /// How many codes there are of each length, 1 to 16.
  static func lengthCounts(_ frequencies: [Int32]) -> [UInt8] {
    var bits = [Int](repeating: 0, count: 300)
    for size in codeSizes(frequencies) where size > 0 { bits[size] += 1 }
    for length in stride(from: 299, to: 16, by: -1) {
      while bits[length] > 0 {
        var shorter = length - 2
        while bits[shorter] == 0 { shorter -= 1 }
        bits[length] -= 2
        bits[length - 1] += 1
        bits[shorter + 1] += 2
        bits[shorter] -= 1
      }
    }
    if let longest = (1...16).last(where: { bits[$0] > 0 }) { bits[longest] -= 1 }
    return bits[1...16].map { UInt8($0) }
  }

  /// The bits of all symbols if the most frequent have the shortest codes.
  static func bits(_ lengthCounts: [UInt8], _ frequencies: [Int32]) -> Int {
    let lengths = zip(1..., lengthCounts).flatMap { [Int](repeating: $0, count: Int($1)) }
    return zip(lengths, frequencies.filter { $0 > 0 }.sorted(by: >)).reduce(0) { $0 + $1.0 * Int($1.1) }
  }

  private static func codeSizes(_ frequencies: [Int32]) -> [Int] {
    var frequency = frequencies.map { Int($0) } + [1]
    var (size, others) = ([Int](repeating: 0, count: 257), [Int](repeating: -1, count: 257))
    while let (first, second) = leastTwo(frequency) {
      frequency[first] += frequency[second]
      frequency[second] = 0
      let last = lengthen(first, &size, others)
      others[last] = second
      _ = lengthen(second, &size, others)
    }
    return size
  }

  /// Adds a bit to all symbols of a chain; gives its end.
  private static func lengthen(_ first: Int, _ size: inout [Int], _ others: [Int]) -> Int {
    var symbol = first
    size[symbol] += 1
    while others[symbol] >= 0 {
      symbol = others[symbol]
      size[symbol] += 1
    }
    return symbol
  }

  /// The least of all frequencies above zero and the next, of equal ones the last.
  private static func leastTwo(_ frequency: [Int]) -> (Int, Int)? {
    let used = frequency.indices.filter { frequency[$0] > 0 }.sorted { (frequency[$0], -$0) < (frequency[$1], -$1) }
    return used.count > 1 ? (used[0], used[1]) : nil
  }
}
