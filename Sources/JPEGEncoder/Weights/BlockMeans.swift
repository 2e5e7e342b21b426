/// The blocks of a component as they lie in one scale of a pyramid.
struct BlockGrid: Hashable, Sendable {
  let blocksWide: Int
  let blocksHigh: Int
  /// How often the picture has been halved.
  let scale: Int

  /// Pixels along the side of a block; at the last scale a block is a quarter of one pixel.
  var side: Int { max(8 >> scale, 1) }
  /// Blocks along the side of a pixel.
  var blocksPerPixel: Int { max((1 << scale) / 8, 1) }
}

/// Adds up rows of pixels into means over blocks.
struct BlockMeans {
  private let grid: BlockGrid
  private let width: Int
  private let height: Int
  private var sums: [Float]

  init(_ grid: BlockGrid, width: Int, height: Int) {
    self.grid = grid
    self.width = width
    self.height = height
    sums = [Float](repeating: 0, count: grid.blocksWide * grid.blocksHigh)
  }

  /// Adds row `y` of the pixels.
  mutating func add(_ row: UnsafePointer<Float>, _ y: Int) {
    let first = y * grid.blocksPerPixel / grid.side
    for blockRow in first..<min(first + grid.blocksPerPixel, grid.blocksHigh) {
      for column in 0..<grid.blocksWide {
        let start = column * grid.side / grid.blocksPerPixel
        for x in start..<min(start + grid.side, width) { sums[blockRow * grid.blocksWide + column] += row[x] }
      }
    }
  }

  /// The means of the pixels that there are.
  var values: [Float] {
    sums.enumerated().map { index, sum in
      let (row, column) = index.quotientAndRemainder(dividingBy: grid.blocksWide)
      return sum / Float(extent(row, height) * extent(column, width))
    }
  }

  /// How many pixels of a block lie within so many.
  private func extent(_ block: Int, _ size: Int) -> Int {
    let start = block * grid.side / grid.blocksPerPixel
    return max(min(grid.side, size - start), 1)
  }
}
