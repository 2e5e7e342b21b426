/// Four rows or columns of four samples.
struct Tile {
  let first: Lanes
  let second: Lanes
  let third: Lanes
  let fourth: Lanes

  private init(_ first: Lanes, _ second: Lanes, _ third: Lanes, _ fourth: Lanes) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  @inline(__always)
  init(_ lanes: (_ index: Int) -> Lanes) { self.init(lanes(0), lanes(1), lanes(2), lanes(3)) }

  /// Columns in place of rows, or rows in place of columns.
  @inline(__always)
  var transposed: Tile {
    let left = SIMD8(
      lowHalf: Lanes(lowHalf: first.lowHalf, highHalf: second.lowHalf),
      highHalf: Lanes(lowHalf: third.lowHalf, highHalf: fourth.lowHalf))
    let right = SIMD8(
      lowHalf: Lanes(lowHalf: first.highHalf, highHalf: second.highHalf),
      highHalf: Lanes(lowHalf: third.highHalf, highHalf: fourth.highHalf))
    return Tile(left.evenHalf, left.oddHalf, right.evenHalf, right.oddHalf)
  }
}
