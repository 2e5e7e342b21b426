/// The lengths of an optimal code, by the procedures of ITU-T T.81, K.2: figures K.1 to K.4.
struct HuffmanCodeSizes {
  /// How many codes there are of each length, 1 to 16.
  let lengthCounts: [UInt8]
  /// The symbols from the most to the least frequent.
  let symbols: [UInt8]

  /// - Parameter frequencies: how often each of 256 symbols occurs.
  init(frequencies: some Collection<Int32>) {
    let used = zip(0..., frequencies).filter { $0.1 > 0 }
    // One more symbol of the lowest frequency, so that no real one gets the code of ones alone.
    let sizes = Self.sizes(used.map { Int($0.1) } + [1])
    lengthCounts = Self.limited(sizes)
    // The standard sorts by lengths before they are limited; frequencies are as good where nothing is, and better where it is.
    symbols = used.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { UInt8($0.0) }
  }

  /// Joins the two least frequent trees until one is left, of equal ones those that come last (figures K.1 and K.2).
  private static func sizes(_ frequencies: [Int]) -> [Int] {
    var sizes = [Int](repeating: 0, count: frequencies.count)
    var trees = frequencies.enumerated().map { (frequency: $1, members: [$0]) }
    while trees.count > 1 {
      let least = leastIndex(trees)
      let tree = trees[least]
      // Out of the way for a moment.
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

  /// Counts of lengths with those beyond 16 made shorter (figure K.3), and the additional symbol's code removed.
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
