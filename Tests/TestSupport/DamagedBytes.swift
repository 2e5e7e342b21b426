/// Damage for readers that must survive any bytes. It is the same in every run.
extension [UInt8] {
  /// It, cut off at every place.
  public var beginnings: some Sequence<[UInt8]> { indices.lazy.map { Array(prefix($0)) } }

  /// Copies with up to six other bytes each. Lengths and counts with all bits set reach further than random ones.
  public func changed(copies: Int) -> some Sequence<[UInt8]> {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<copies).lazy.map { _ in
      var changed = self
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: indices, using: &random)] = .interesting(using: &random)
      }
      return changed
    }
  }

  /// Copies with a field of the largest number at every place: `first`, and then 0xFF.
  public func withLargeFields(of width: Int, first: UInt8 = 0xFF) -> some Sequence<[UInt8]> {
    indices.dropLast(width).lazy.map { start in
      var changed = self
      for index in start..<(start + width) { changed[index] = index == start ? first : 0xFF }
      return changed
    }
  }

  /// Random bytes, of every length up to 600.
  public static var noises: some Sequence<[UInt8]> {
    var random = SeededGenerator(seed: 1)
    return (0..<600).lazy.map { length in (0..<length).map { _ in .random(in: 0...255, using: &random) } }
  }
}

extension UInt8 {
  /// Often one of those at which signs and lengths change their meaning.
  public static func interesting(using random: inout SeededGenerator) -> UInt8 {
    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
  }
}
