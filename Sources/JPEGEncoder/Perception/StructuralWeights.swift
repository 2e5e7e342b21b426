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
    inverse = Plane(width: luma.width, height: luma.height) { output, outputStride in
      blur.run { y, picture, row in
        luma.forEachVector(y) { x, value in store8(picture == 0 ? value : value * value, to: row + x) }
      } take: { y, rows, stride in
        let row = output + y * outputStride
        for x in Swift.stride(from: 0, to: luma.width, by: 8) {
          let mean = load8(rows + x)
          let variance = (load8(rows + stride + x) - mean * mean).limited(0, 16)
          store8(1 / (variance + variance + Self.constant), to: row + x)
        }
      }
    }
    dissimilarity = nil
  }

  /// - Parameter decoded: of the same size.
  init(_ luma: Plane, decoded: Plane) {
    var dissimilarity: (map: Plane, norm: Float)?
    inverse = Plane(width: luma.width, height: luma.height) { inverse, stride in
      var powers = 0.0
      let map = Plane(width: luma.width, height: luma.height) { map, _ in
        Self.forEachWindow(luma, decoded) { y, x, window in
          let values = window.values
          store8(values.inverse, to: inverse + y * stride + x)
          store8(values.dissimilarity, to: map + y * stride + x)
        }
        powers = Self.fourthPowers(map, luma.width, luma.height, stride)
      }
      let mean = powers / Double(luma.width * luma.height)
      dissimilarity = (map, Float(mean.squareRoot().squareRoot()))
    }
    self.dissimilarity = dissimilarity
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

    /// - Parameter rows: of the blurred pictures, their blurred squares together and their blurred product.
    @inline(__always) init(_ rows: UnsafeMutablePointer<Float>, _ stride: Int) {
      (first, second) = (load8(rows), load8(rows + stride))
      let variances = load8(rows + 2 * stride) - (first * first + second * second)
      let covariance = load8(rows + 3 * stride) - first * second
      inverse = 1 / (variances.limited(0, 16) + constant)
      luminance = 1 - (first - second) * (first - second)
      structure = (covariance + covariance + constant) * inverse
    }

    var values: (inverse: SIMD8<Float>, dissimilarity: SIMD8<Float>) {
      @inline(__always) get { (inverse, (1 - luminance * structure).limited(0, 4)) }
    }
  }

  /// Calls `body` with the windows around each vector of pixels.
  @inline(__always) static func forEachWindow(
    _ luma: Plane, _ decoded: Plane, _ body: (_ y: Int, _ x: Int, _ window: Window) -> Void
  ) {
    GaussianBlur(width: luma.width, height: luma.height, count: 4).run { y, picture, row in
      luma.forEachVector(y) { x, first in
        let second = decoded.samples.withPointer { load8($0 + y * decoded.stride + x) }
        let value =
          switch picture {
          case 0: first
          case 1: second
          case 2: first * first + second * second
          default: first * second
          }
        store8(value, to: row + x)
      }
    } take: { y, rows, stride in
      for x in Swift.stride(from: 0, to: luma.width, by: 8) { body(y, x, Window(rows + x, stride)) }
    }
  }

  /// The sum over all pixels of a map whose rows are `stride` apart.
  static func fourthPowers(
    _ map: UnsafePointer<Float>, _ width: Int, _ height: Int, _ stride: Int
  ) -> Double {
    var total = 0.0
    for y in 0..<height {
      let row = map + y * stride
      var sum = SIMD8<Float>(repeating: 0)
      for x in Swift.stride(from: 0, to: width, by: 8) {
        let value = width - x < 8 ? load8(row + x).first(width - x) : load8(row + x)
        sum += (value * value) * (value * value)
      }
      total += Double(sum.total)
    }
    return total
  }

  /// The mean over each block of the weights, seen through the same window once more.
  ///
  /// - Parameters:
  ///   - mean: what the mean of dissimilarities counts.
  ///   - fourthNorm: what their 4-norm counts.
  func blockMeans(_ grid: BlockGrid, mean: Float, fourthNorm: Float) -> [Float] {
    var means = BlockMeans(grid, width: inverse.width, height: inverse.height)
    let scale = dissimilarity.map { $0.norm > 0 ? 1 / $0.norm : 0 }
    GaussianBlur(width: inverse.width, height: inverse.height, count: 1).run { y, _, row in
      inverse.forEachVector(y) { x, inverse in
        var weight = SIMD8<Float>(repeating: mean + fourthNorm)
        if let scale, let map = dissimilarity?.map {
          let relative = map.samples.withPointer { load8($0 + y * map.stride + x) } * scale
          weight = mean + fourthNorm * (relative * relative * relative)
        }
        store8(weight * inverse, to: row + x)
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
