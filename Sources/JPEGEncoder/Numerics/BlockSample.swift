/// Some evenly spread blocks of a plane: means and counts over all blocks are nearly the same over these.
struct BlockSample {
  /// How many blocks each one represents; odd, so that most planes are sampled in all columns.
  let distance: Int
  let places: StrideTo<Int>
  let count: Int

  /// - Parameters:
  ///   - count: of all blocks.
  ///   - enough: about so many of them.
  init(of count: Int, enough: Int = 8192) {
    distance = count / enough | 1
    places = stride(from: 0, to: count, by: distance)
    self.count = (count + distance - 1) / distance
  }
}
