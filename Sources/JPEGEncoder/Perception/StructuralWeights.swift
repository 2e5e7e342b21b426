/// The perceptual weight of each pixel at one scale: how strongly structural similarity answers to an error there.
///
/// An error of small energy e lowers the similarity by about e / (variance + variance + C2): most where the picture is smooth.
/// Where a decoded picture is known, so is how dissimilar it is at each pixel already, which a 4-norm punishes by its cube.
struct StructuralWeights {
  /// C2 of structural similarity as SSIMULACRA2 has it.
  private static let constant: Float = 0.0009

  /// For each pixel 1 / (sum of both pictures' local variances + C2).
  private let inverse: Plane
  /// The dissimilarity at each pixel, and its 4-norm.
  private let dissimilarity: (map: Plane, norm: Float)?

  /// Before anything is decoded: both pictures are alike.
  init(_ luma: Plane) {
    let blur = GaussianBlur(width: luma.width, height: luma.height, count: 2)
    inverse = Plane(width: luma.width, height: luma.height) { output in
      blur.run { y, picture, row in
        mapVectors(luma.samples.span.extracting(luma.range(ofRow: y)), into: &row) { picture == 0 ? $0 : $0 * $0 }
      } take: { y, rows, stride in
        let (means, squares) = (rows.extracting(0..<stride), rows.extracting(stride..<2 * stride))
        output.withRange(luma.range(ofRow: y)) { row in
          mapVectors(means, squares, into: &row) { mean, square in
            let variance = (square - mean * mean).limited(0, 16)
            return 1 / (variance + variance + Self.constant)
          }
        }
      }
    }
    dissimilarity = nil
  }

  /// - Parameter decoded: of the same size.
  init(_ luma: Plane, decoded: Plane) {
    var dissimilarity: Plane?
    inverse = Plane(width: luma.width, height: luma.height) { inverse in
      dissimilarity = Plane(width: luma.width, height: luma.height) { map in
        Self.forEachWindow(luma, decoded) { place, window in
          inverse.store(window.inverse, at: place)
          map.store(window.dissimilarity, at: place)
        }
      }
    }
    self.dissimilarity = dissimilarity.map { map in
      (map, Self.fourthNorm(map.samples.span, width: luma.width, height: luma.height))
    }
  }

  /// What there is in the windows around eight pixels of two pictures.
  struct Window {
    let first: SIMD8<Float>
    let second: SIMD8<Float>
    /// 1 / (both variances + C2).
    let inverse: SIMD8<Float>
    /// Both factors of structural similarity.
    let luminance: SIMD8<Float>
    let structure: SIMD8<Float>

    /// - Parameters:
    ///   - first: the blurred picture.
    ///   - second: the other.
    ///   - squares: the blurred sum of their squares.
    ///   - product: their blurred product.
    @inline(__always) fileprivate init(
      _ first: SIMD8<Float>, _ second: SIMD8<Float>, squares: SIMD8<Float>, product: SIMD8<Float>
    ) {
      (self.first, self.second) = (first, second)
      let variances = squares - (first * first + second * second)
      let covariance = product - first * second
      inverse = 1 / (variances.limited(0, 16) + constant)
      luminance = 1 - (first - second) * (first - second)
      structure = (covariance + covariance + constant) * inverse
    }

    @inline(__always) var dissimilarity: SIMD8<Float> { (1 - luminance * structure).limited(0, 4) }
  }

  /// Calls `body` with the windows around each vector of pixels and its place.
  @inline(__always) static func forEachWindow(
    _ luma: Plane, _ decoded: Plane, _ body: (_ place: Int, _ window: Window) -> Void
  ) {
    GaussianBlur(width: luma.width, height: luma.height, count: 4).run { y, picture, row in
      let first = luma.samples.span.extracting(luma.range(ofRow: y))
      let second = decoded.samples.span.extracting(decoded.range(ofRow: y))
      switch picture {
      case 0: row.copy(first)
      case 1: row.copy(second)
      case 2: mapVectors(first, second, into: &row) { $0 * $0 + $1 * $1 }
      default: mapVectors(first, second, into: &row) { $0 * $1 }
      }
    } take: { y, rows, stride in
      let (first, second) = (rows.extracting(0..<stride), rows.extracting(stride..<2 * stride))
      let (squares, product) = (rows.extracting(2 * stride..<3 * stride), rows.extracting(3 * stride..<4 * stride))
      let start = luma.range(ofRow: y).lowerBound
      forEachVector(first, second, squares, product) { x, first, second, squares, product in
        body(start + x, Window(first, second, squares: squares, product: product))
      }
    }
  }

  /// The 4-norm of a map of all pixels, whose rows are whole vectors.
  static func fourthNorm(_ map: Span<Float>, width: Int, height: Int) -> Float {
    var total = 0.0
    for y in 0..<height {
      var sum = SIMD8<Float>(repeating: 0)
      forEachVector(map.extracting(Plane.range(ofRow: y, width: width))) { x, vector in
        let value = width - x < 8 ? vector.first(width - x) : vector
        sum += (value * value) * (value * value)
      }
      total += Double(sum.total)
    }
    return Float((total / Double(width * height)).squareRoot().squareRoot())
  }

  /// The mean over each block of the weights, seen through the same window once more.
  ///
  /// - Parameters:
  ///   - mean: what the mean of dissimilarities counts.
  ///   - fourthNorm: what their 4-norm counts.
  func blockMeans(_ grid: BlockGrid, mean: Float, fourthNorm: Float) -> [Float] {
    var means = BlockMeans(grid, width: inverse.width, height: inverse.height)
    GaussianBlur(width: inverse.width, height: inverse.height, count: 1).run { y, _, row in
      let inverses = inverse.samples.span.extracting(inverse.range(ofRow: y))
      guard let (map, norm) = dissimilarity else {
        mapVectors(inverses, into: &row) { SIMD8(repeating: mean + fourthNorm) * $0 }
        return
      }
      let scale = norm > 0 ? 1 / norm : 0
      mapVectors(inverses, map.samples.span.extracting(map.range(ofRow: y)), into: &row) { inverse, dissimilarity in
        let relative = dissimilarity * scale
        return (mean + fourthNorm * (relative * relative * relative)) * inverse
      }
    } take: { y, rows, _ in
      means.add(rows, y)
    }
    return means.values
  }
}

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
  mutating func add(_ row: Span<Float>, _ y: Int) {
    precondition(row.count >= width, "the row has all pixels")
    let first = y * grid.blocksPerPixel / grid.side
    for blockRow in first..<min(first + grid.blocksPerPixel, grid.blocksHigh) {
      for column in 0..<grid.blocksWide {
        let start = column * grid.side / grid.blocksPerPixel
        var sum = sums[blockRow * grid.blocksWide + column]
        for x in start..<min(start + grid.side, width) { unsafe sum += row[unchecked: x] }
        sums[blockRow * grid.blocksWide + column] = sum
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
