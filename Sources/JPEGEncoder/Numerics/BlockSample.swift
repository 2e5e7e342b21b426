/// Some blocks of a plane, spread evenly: what is a mean, or a count, over all of them is nearly the same over these.
struct BlockSample {
  /// As many blocks as this are enough.
  private static let enough = 8192

  /// For how many blocks each one stands; odd, so that those of most planes are in all columns.
  let distance: Int
  let places: StrideTo<Int>
  let count: Int

  /// - Parameter count: of all blocks.
  init(of count: Int) {
    distance = count / Self.enough | 1
    places = stride(from: 0, to: count, by: distance)
    self.count = (count + distance - 1) / distance
  }
}
