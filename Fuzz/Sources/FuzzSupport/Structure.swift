/// How files of a format are built: of parts that begin with their kind and their length, which may have others in them. An input is taken
/// apart, changed and put together again with right lengths and sums, so that what comes behind them is reached.
public struct Structure: Sendable {
  /// Nil for what is not built so.
  let parts: @Sendable ([UInt8]) -> [Part]?
  let bytes: @Sendable ([Part]) -> [UInt8]
  /// Kinds that readers know.
  let kinds: [[UInt8]]

  public struct Part: Hashable, Sendable {
    var kind: [UInt8]
    /// What stands before the others that are in it; all of it where there are none.
    var content: [UInt8]
    var parts: [Part] = []
  }
}

extension Structure {
  /// Another input made of one; nil for one that is not built so.
  func mutated(_ input: [UInt8], most: Int, _ random: inout SplitMix, _ mutate: ([UInt8]) -> [UInt8]) -> [UInt8]? {
    guard var all = parts(input), !all.isEmpty else { return nil }
    change(&all, &random, mutate)
    let output = bytes(all)
    return output.count <= most ? output : nil
  }

  /// Goes down to some part, and changes it or what is beside it.
  private func change(_ all: inout [Part], _ random: inout SplitMix, _ mutate: ([UInt8]) -> [UInt8]) {
    guard !all.isEmpty else { return }
    let place = random.below(all.count)
    if !all[place].parts.isEmpty, random.below(4) > 0 { return change(&all[place].parts, &random, mutate) }
    switch random.below(10) {
    case 0: all.insert(all[random.below(all.count)], at: place)
    case 1: all.remove(at: place)
    case 2: all.swapAt(place, random.below(all.count))
    case 3: all[place].kind = kinds[random.below(kinds.count)]
    case 4: all.insert(Part(kind: kinds[random.below(kinds.count)], content: mutate([])), at: place)
    default: all[place].content = mutate(all[place].content)
    }
  }
}

/// Numbers by chance, which are the same for the same seed (G. Steele and others, "Fast splittable pseudorandom number generators", 2014).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) }

  /// Less than a bound, which is 1 or more.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}

/// Numbers in the order of most formats, the highest byte first.
func bigEndian(_ value: Int, width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
}

func bigEndian(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
