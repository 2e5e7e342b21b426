/// Some evenly spread blocks of a plane: means and counts over all blocks are nearly the same over these.
struct BlockSample {
  /// This many blocks are enough.
  private static let enough = 8192

  /// How many blocks each one represents; odd, so that most planes are sampled in all columns.
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
