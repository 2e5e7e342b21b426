/// Reduces colours to few: variance-based splitting (after Wu, "Efficient statistical computations for optimal color
/// quantization", Graphics Gems II, 1991) refined by k-means, in the coordinates of `YUVColor`.
struct PaletteQuantizer {
  /// A range of the colours that will become one.
  private struct Cell {
    var range: Range<Int>
    /// The summed squared distance from the mean, and the axis with most of it.
    var error: Float
    var axis: Int
  }

  private static let refinements = 4
  private var colors: [WeightedColor]

  init(_ colors: [WeightedColor]) { self.colors = colors }

  /// At most `count` distinct colours, in a fixed order.
  mutating func palette(count: Int) -> [Pixel] {
    var cells = colors.isEmpty ? [] : [cell(colors.indices)]
    while cells.count < count, let worst = cells.indices.max(by: { cells[$0].error < cells[$1].error }) {
      guard let halves = split(cells[worst]) else { break }
      cells[worst] = halves.0
      cells.append(halves.1)
    }
    var centers = cells.map { mean(colors[$0.range]) }
    for _ in 0..<Self.refinements { refine(&centers) }
    var set = ColorSet()
    for center in centers { set.insert(Self.pixel(center)) }
    return set.colors
  }

  private func cell(_ range: Range<Int>) -> Cell {
    let center = mean(colors[range])
    var spread = SIMD4<Float>.zero
    for color in colors[range] {
      let offset = color.position - center
      spread += offset * offset * color.weight
    }
    let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
    return Cell(range: range, error: range.count > 1 ? spread.sum() : 0, axis: axis)
  }

  private func mean(_ colors: ArraySlice<WeightedColor>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var weight: Float = 0
    for color in colors {
      sum += color.position * color.weight
      weight += color.weight
    }
    return sum / max(weight, .leastNormalMagnitude)
  }

  /// Cuts a cell in two along its longest axis where the halves vary least; nil when nothing is left to cut.
  private mutating func split(_ cell: Cell) -> (Cell, Cell)? {
    guard cell.error > 0, cell.range.count > 1 else { return nil }
    colors[cell.range].sort { $0.position[cell.axis] < $1.position[cell.axis] }
    let cut = bestCut(cell)
    return (self.cell(cell.range.lowerBound..<cut), self.cell(cut..<cell.range.upperBound))
  }

  /// Least summed variance equals most sum(left)^2 / weight(left) + sum(right)^2 / weight(right).
  private func bestCut(_ cell: Cell) -> Int {
    let total = mean(colors[cell.range])
    let weight = colors[cell.range].reduce(0) { $0 + $1.weight }
    var left = SIMD4<Float>.zero
    var leftWeight: Float = 0
    var best = (cut: cell.range.lowerBound + 1, gain: -Float.infinity)
    for index in cell.range.dropLast() {
      // Offsets from the mean, so that the right half's sum is the negative of the left half's.
      left += (colors[index].position - total) * colors[index].weight
      leftWeight += colors[index].weight
      let rightWeight = max(weight - leftWeight, .leastNormalMagnitude)
      let gain = (left * left).sum() * (1 / leftWeight + 1 / rightWeight)
      if gain > best.gain { best = (index + 1, gain) }
    }
    return best.cut
  }

  /// One step of k-means: every colour goes to its nearest centre, every centre to the mean of its colours.
  private func refine(_ centers: inout [SIMD4<Float>]) {
    var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
    for color in colors {
      let nearest = Self.nearest(color.position, centers)
      var weighted = color.position
      weighted.w = 1
      sums[nearest] += weighted * color.weight
    }
    for index in centers.indices where sums[index].w > 0 {
      centers[index] = sums[index] / sums[index].w
      centers[index].w = 0
    }
  }

  private static func nearest(_ position: SIMD4<Float>, _ centers: [SIMD4<Float>]) -> Int {
    var best = (index: 0, distance: Float.infinity)
    for index in centers.indices {
      let offset = centers[index] - position
      let distance = (offset * offset).sum()
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  private static func pixel(_ position: SIMD4<Float>) -> Pixel {
    let luma = position.x / 2
    let red = luma + position.y
    let blue = luma + position.z
    let green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    let bytes = [red, green, blue].map { Int(min(max($0.rounded(), 0), 255)) }
    return Pixel(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

/// A colour as floating-point numbers, and how much of it there is.
struct WeightedColor {
  /// y, u and v of `YUVColor`, and 0.
  var position: SIMD4<Float>
  var weight: Float

  init(red: Float, green: Float, blue: Float, weight: Float) {
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    position = [2 * luma, red - luma, blue - luma, 0]
    self.weight = weight
  }
}
