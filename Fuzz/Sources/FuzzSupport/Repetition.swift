/// A piece of an input many times, one behind the other: by this are found what lies so deep in itself that a reader runs out of stack,
/// and what takes a reader the square of its length. libFuzzer's own ways repeat a piece once.
enum Repetition {
  /// One input of so many is made in this way: long ones take long.
  private static let rarity = 256
  /// Brackets and words that open something are this short.
  private static let longestPiece = 24

  /// Whether it is an input's turn.
  static func isDue(_ random: inout SplitMix) -> Bool { random.below(rarity) == 0 }

  /// The input up to some place, a piece from there on as often as there is room, and the rest as far as there is.
  static func of(_ input: [UInt8], most: Int, _ random: inout SplitMix) -> [UInt8]? {
    guard !input.isEmpty, most > input.count else { return nil }
    let start = random.below(input.count)
    let piece = input[start..<min(input.count, start + 1 + random.below(longestPiece))]
    let room = most - start
    let count = 1 + random.below(max(1, room / piece.count))
    let all = input[..<start] + Array(repeatElement(piece, count: count).joined()) + input[piece.endIndex...]
    return Array(all.prefix(most))
  }
}
