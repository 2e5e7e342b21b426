/// Finds the table's best string for the coming pixels.
struct StringSearch {
  /// A string that begins at the current pixel. Small, since many are stored.
  struct Match {
    var code: StringTable.Code
    /// Below `StringTable.capacity`, since each prefix of a string has a code.
    var length: UInt16 = 1
    /// The summed distortion of its pixels.
    var distortion: Float = 0
  }

  /// A search follows at most so many ways to their ends, to bound the time for few colours. Measured: 100 save 1 %.
  private static let mostEnds = 40

  /// Strings still to be examined. Each is here at most once per search, since only one way leads to it.
  private var waiting = [Match](repeating: Match(code: 0), count: StringTable.capacity)

  /// The string with the least (distortion + price of a code's bits) per pixel among those examined.
  @inline(__always) mutating func bestMatch(
    in table: borrowing StringTable, for choices: borrowing FrameChoices, at start: Int, codeWidth: Int
  ) -> Match {
    let price = choices.lambda > 0 ? choices.lambda * Float(codeWidth) : 1
    var best = Match(code: StringTable.Code(choices.pixels[start].best))
    var waiting = waiting.mutableSpan
    var count = Self.putRoots(into: &waiting, for: choices, at: start, price: price)
    var ends = 0
    while count > 0, ends < Self.mostEnds {
      count &-= 1
      let match = waiting[count]
      if (match.distortion + price) * Float(best.length) < (best.distortion + price) * Float(match.length) {
        best = match
      }
      // Distortion, without any code's price, must stay below the best string's cost per pixel.
      let most = (best.distortion + price) * Float(match.length &+ 1) / Float(best.length) - match.distortion
      if !Self.putChildren(
        of: match, in: table, into: &waiting, &count, for: choices, at: start &+ Int(match.length),
        upTo: min(most, price))
      {
        ends &+= 1
      }
    }
    return best
  }

  /// Pushes the strings that are one index longer. The least distortion comes last, so that it is examined first, even in a
  /// search cut short; false when there is none.
  @inline(__always) private static func putChildren(
    of match: Match, in table: borrowing StringTable, into waiting: inout MutableSpan<Match>, _ count: inout Int,
    for choices: borrowing FrameChoices, at position: Int, upTo bound: Float
  ) -> Bool {
    guard position < choices.pixels.count else { return false }
    let pixel = choices.pixels[position]
    var least = (distortion: Float.infinity, place: count)
    var child = table[match.code].firstChild
    while child != StringTable.none {
      let node = table[child]
      let distortion = choices.distortion(of: node.index, at: pixel)
      if distortion <= bound {
        waiting[count] = Match(code: child, length: match.length &+ 1, distortion: match.distortion + distortion)
        if distortion < least.distortion { least = (distortion, count) }
        count &+= 1
      }
      child = node.nextSibling
    }
    guard least.place < count else { return false }
    waiting.swapAt(least.place, count &- 1)
    return true
  }

  /// Pushes the single indices that may begin the string, the best last, so that it comes first; returns how many.
  @inline(__always) private static func putRoots(
    into waiting: inout MutableSpan<Match>, for choices: borrowing FrameChoices, at start: Int, price: Float
  ) -> Int {
    let pixel = choices.pixels[start]
    var count = 0
    if choices.lambda > 0 {
      for place in 0..<choices.indices.neighborCount {
        let neighbor = choices.indices.neighbor(place, of: pixel.nearestColor)
        putRoot(neighbor, into: &waiting, &count, for: choices, at: pixel, upTo: price)
      }
      putRoot(pixel.nearestColor, into: &waiting, &count, for: choices, at: pixel, upTo: price)
    }
    if let transparent = UInt8(exactly: choices.indices.transparentIndex) {
      putRoot(transparent, into: &waiting, &count, for: choices, at: pixel, upTo: price)
    }
    waiting[count] = Match(code: StringTable.Code(pixel.best))
    return count &+ 1
  }

  @inline(__always) private static func putRoot(
    _ index: UInt8, into waiting: inout MutableSpan<Match>, _ count: inout Int, for choices: borrowing FrameChoices,
    at pixel: PixelChoice, upTo bound: Float
  ) {
    let distortion = choices.distortion(of: index, at: pixel)
    guard distortion <= bound, index != pixel.best else { return }
    waiting[count] = Match(code: StringTable.Code(index), distortion: distortion)
    count &+= 1
  }
}
