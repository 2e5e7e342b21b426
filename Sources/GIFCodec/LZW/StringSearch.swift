/// Finds the string of the table that serves the coming pixels best.
struct StringSearch: ~Copyable {
  /// A string that begins at the current pixel.
  struct Match {
    var code: Int
    var length: Int
    /// The summed harm of its pixels.
    var harm: Float
  }

  /// No search goes more ways to their ends, so that time stays in bounds on pictures of few colours. Measured: 100 save 1 %.
  private static let mostEnds = 40

  /// Strings still to be looked at. Each is put here at most once a search, since a string has one way to it.
  private let waiting: UnsafeMutablePointer<Match>

  init() { waiting = .allocate(capacity: StringTable.capacity) }

  deinit { waiting.deallocate() }

  /// The string with the least (harm + price of a code) per pixel among those looked at.
  @inline(__always) func bestMatch(
    in table: borrowing StringTable, for choices: FrameChoices, at start: Int, codeWidth: Int
  ) -> Match {
    let price = choices.pricePerBit > 0 ? choices.pricePerBit * Float(codeWidth) : 1
    var best = Match(code: Int(choices.pixels[start].best), length: 1, harm: 0)
    var count = putRoots(for: choices, at: start, price: price)
    var ends = 0
    while count > 0, ends < Self.mostEnds {
      count &-= 1
      let match = waiting[count]
      if (match.harm + price) * Float(best.length) < (best.harm + price) * Float(match.length) { best = match }
      let position = start &+ match.length
      guard position < choices.count else {
        ends &+= 1
        continue
      }
      // Harm alone, without any code's price, must stay below what the best string costs per pixel.
      let mostHarm = (best.harm + price) * Float(match.length &+ 1) / Float(best.length) - match.harm
      let bound = min(mostHarm, price)
      var least = (harm: Float.infinity, place: count)
      var child = table.firstChild[match.code]
      while child != StringTable.none {
        let code = Int(child)
        let harm = choices.harm(of: Int(table.symbol[code]), at: position)
        if harm <= bound {
          waiting[count] = Match(code: code, length: match.length &+ 1, harm: match.harm + harm)
          if harm < least.harm { least = (harm, count) }
          count &+= 1
        }
        child = table.nextSibling[code]
      }
      // The way of least harm is gone first, so that a search cut short has been there.
      if least.place < count {
        let first = waiting[least.place]
        waiting[least.place] = waiting[count &- 1]
        waiting[count &- 1] = first
      } else {
        ends &+= 1
      }
    }
    return best
  }

  /// Puts the single symbols that may begin the string, the best last, so that it is looked at first.
  @inline(__always) private func putRoots(for choices: FrameChoices, at start: Int, price: Float) -> Int {
    let pixel = choices.pixels[start]
    var count = 0
    func put(_ symbol: Int) {
      let harm = choices.harm(of: symbol, at: start)
      guard harm <= price, symbol != Int(pixel.best) else { return }
      waiting[count] = Match(code: symbol, length: 1, harm: harm)
      count &+= 1
    }
    if choices.pricePerBit > 0 {
      let first = Int(pixel.nearestColor) &* choices.neighborCount
      for offset in 0..<choices.neighborCount { put(Int(choices.neighbors[first &+ offset])) }
      put(Int(pixel.nearestColor))
    }
    if choices.transparent >= 0 { put(choices.transparent) }
    waiting[count] = Match(code: Int(pixel.best), length: 1, harm: 0)
    return count &+ 1
  }
}
