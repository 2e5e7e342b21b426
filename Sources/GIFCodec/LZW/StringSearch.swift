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
  /// search cut short. False if all are beyond the bound.
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

/// The allowed indices of one pixel, and the distortion of each: weighted squared distance (see `YUVColor`) beyond that of the
/// best choice.
struct PixelChoice {
  /// The pixel's target; `unreachable` when only the transparent index will do.
  var target: YUVColor
  /// The best index: the nearest colour, or the transparent index where the shown pixel is as near.
  var best: UInt8
  /// The nearest colour's index.
  var nearestColor: UInt8
  /// The weight of a squared distance here.
  var weight: Float
  /// The distortion of the best choice, from which all others are measured.
  var leastDistortion: Float
  /// The distortion of keeping the pixel minus that of painting: below 0 where keeping is better, infinite where it is
  /// impossible.
  var distortionOfKeeping: Float
}

/// All choices for a frame, and what a bit is worth.
struct FrameChoices {
  /// In the order of the rows.
  let pixels: [PixelChoice]
  let indices: PaletteIndices
  /// The distortion accepted to save a bit; 0 for lossless.
  let lambda: Float

  /// In units of `lambda`. Measured: without it animations become larger by a tenth and more.
  private static let habit: Float = 0.01

  /// The distortion that an index adds at a pixel. For lossless, infinite unless it adds none.
  ///
  /// Equally good choices still cost a little: strings then vary less and recur more often.
  @inline(__always) func distortion(of index: UInt8, at pixel: PixelChoice) -> Float {
    if index == pixel.best { return 0 }
    let isTransparent = Int(index) == indices.transparentIndex
    if lambda > 0 {
      let added =
        isTransparent
        ? pixel.distortionOfKeeping
        : Float(indices.coordinates(of: index).distance(to: pixel.target)) * pixel.weight - pixel.leastDistortion
      return max(Self.habit * lambda, added)
    }
    let isAsGood = (isTransparent || index == pixel.nearestColor) && pixel.distortionOfKeeping == 0
    return isAsGood ? Self.habit : .infinity
  }
}

/// LZW's strings as a tree: each code is a node, and its string is its parent's plus one index.
struct StringTable {
  typealias Code = UInt16

  /// The most codes: those of 12 bits.
  static let capacity = 4096
  /// No node: 0 is a root and so never a child.
  static let none: Code = 0

  /// A code. Small, since this is the innermost loop's data.
  struct Node {
    var firstChild = StringTable.none
    var nextSibling = StringTable.none
    var parent = StringTable.none
    /// The last index of the string.
    var index: UInt8 = 0
    /// The first index of the string.
    var head: UInt8 = 0
  }

  private var nodes = [Node](repeating: Node(), count: StringTable.capacity)
  /// How many codes a decoder knows.
  private(set) var count = 0
  private var expectedIsLinked = false

  @inline(__always) subscript(code: Code) -> Node { nodes[Int(code)] }

  var isFull: Bool { count == Self.capacity }

  /// Forgets all strings but those of one index.
  ///
  /// - Parameter codeSize: 2 to 8; the two codes after the indices are GIF's clear and end.
  mutating func reset(codeSize: Int) {
    for index in 0..<(1 << codeSize) {
      nodes[index].firstChild = Self.none
      nodes[index].index = UInt8(truncatingIfNeeded: index)
      nodes[index].head = UInt8(truncatingIfNeeded: index)
    }
    count = (1 << codeSize) + 2
  }

  /// With the next code a decoder learns the string "the previous one, and the first index of the next". The next may be
  /// that very string; then its last index is its first. So that string is added before the next is searched.
  @inline(__always) mutating func addExpected(after previous: Code) {
    let head = self[previous].head
    expectedIsLinked = child(of: previous, adding: head) == Self.none
    if expectedIsLinked { link(head, to: previous) } else { count += 1 }
  }

  /// The next string is chosen: the expected string becomes what a decoder learns. A duplicate string keeps its first code;
  /// the second is wasted.
  @inline(__always) mutating func settleExpected(after previous: Code, next: Code) {
    let head = self[next].head
    if expectedIsLinked, head == self[previous].head { return }
    count -= 1
    if expectedIsLinked { nodes[Int(previous)].firstChild = nodes[count].nextSibling }
    if child(of: previous, adding: head) == Self.none { link(head, to: previous) } else { count += 1 }
  }

  @inline(__always) private func child(of code: Code, adding index: UInt8) -> Code {
    var child = self[code].firstChild
    while child != Self.none, self[child].index != index { child = self[child].nextSibling }
    return child
  }

  @inline(__always) private mutating func link(_ index: UInt8, to parent: Code) {
    let node = self[parent]
    nodes[count] = Node(nextSibling: node.firstChild, parent: parent, index: index, head: node.head)
    nodes[Int(parent)].firstChild = Code(truncatingIfNeeded: count)
    count += 1
  }

  /// Writes a string's indices from where it begins.
  @inline(__always) func spell(_ code: Code, length: Int, into indices: inout MutableSpan<UInt8>, at position: Int) {
    var node = self[code]
    for place in stride(from: position + length - 1, through: position, by: -1) {
      indices[place] = node.index
      node = self[node.parent]
    }
  }
}
