/// An optimal code for symbols of known frequency, with at most 16 bits per code (ITU-T T.81, K.2).
package struct HuffmanTable: Hashable, Sendable {
  /// How many codes there are of each length, 1 to 16.
  package let lengthCounts: [UInt8]
  /// The symbols in order of length.
  package let symbols: [UInt8]
  /// For each of 256 symbols its code, and in the upper half its length; 0 where it has none.
  package let codes: [UInt32]

  /// - Parameter frequencies: how often each of 256 symbols occurs.
  package init(frequencies: some Collection<Int32>) {
    let sizes = HuffmanCodeSizes(frequencies: frequencies)
    lengthCounts = sizes.lengthCounts
    symbols = sizes.symbols
    codes = Self.codes(lengthCounts, symbols)
  }

  /// Bytes of the segment that defines this table, without the marker and length that it may share with others.
  var definitionBytes: Int { 17 + symbols.count }

  /// The bits that all symbols take together.
  package func bits(for frequencies: some Collection<Int32>) -> Int {
    zip(frequencies, codes).reduce(0) { $0 + Int($1.0) * Int($1.1 >> 16) }
  }

  private static func codes(_ lengthCounts: [UInt8], _ symbols: [UInt8]) -> [UInt32] {
    var codes = [UInt32](repeating: 0, count: 256)
    var (next, code) = (0, UInt32(0))
    for (length, count) in zip(1..., lengthCounts) {
      for symbol in symbols[next..<next + Int(count)] {
        codes[Int(symbol)] = UInt32(length) << 16 | code
        code += 1
      }
      next += Int(count)
      code <<= 1
    }
    return codes
  }
}

/// The lengths of an optimal code, by the procedures of ITU-T T.81, K.2: figures K.1 to K.4.
struct HuffmanCodeSizes {
  /// How many codes there are of each length, 1 to 16.
  let lengthCounts: [UInt8]
  /// The symbols from the most to the least frequent.
  let symbols: [UInt8]

  /// - Parameter frequencies: how often each of 256 symbols occurs.
  init(frequencies: some Collection<Int32>) {
    let used = zip(0..., frequencies).filter { $0.1 > 0 }
    // One more symbol of the lowest frequency, so that no real one gets a code with only ones.
    let sizes = Self.sizes(used.map { Int($0.1) } + [1])
    lengthCounts = Self.limited(sizes)
    // The standard sorts by lengths before they are limited. Frequencies are as good without limiting, and better with it.
    symbols = used.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { UInt8($0.0) }
  }

  /// Joins the two least frequent trees until one is left; of equal ones, the last (figures K.1 and K.2).
  private static func sizes(_ frequencies: [Int]) -> [Int] {
    var sizes = [Int](repeating: 0, count: frequencies.count)
    var trees = frequencies.enumerated().map { (frequency: $1, members: [$0]) }
    while trees.count > 1 {
      let least = leastIndex(trees)
      let tree = trees[least]
      // Excluded for a moment.
      trees[least].frequency = .max
      let second = leastIndex(trees)
      trees[least] = (tree.frequency + trees[second].frequency, tree.members + trees[second].members)
      for member in trees[least].members { sizes[member] += 1 }
      trees.remove(at: second)
    }
    return sizes
  }

  private static func leastIndex(_ trees: [(frequency: Int, members: [Int])]) -> Int {
    var least = 0
    for index in trees.indices where trees[index].frequency <= trees[least].frequency { least = index }
    return least
  }

  /// Counts of lengths, with those beyond 16 shortened (figure K.3) and the additional symbol's code removed.
  private static func limited(_ sizes: [Int]) -> [UInt8] {
    var counts = [Int](repeating: 0, count: max(sizes.max() ?? 0, 16) + 1)
    for size in sizes { counts[size] += 1 }
    for length in stride(from: counts.count - 1, to: 16, by: -1) {
      while counts[length] > 0 {
        let shorter = (1..<length - 1).last { counts[$0] > 0 } ?? 1
        counts[length] -= 2
        counts[length - 1] += 1
        counts[shorter + 1] += 2
        counts[shorter] -= 1
      }
    }
    if let longest = (1...16).last(where: { counts[$0] > 0 }) { counts[longest] -= 1 }
    return counts[1...16].map { UInt8($0) }
  }
}
