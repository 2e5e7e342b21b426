/// How much an error counts in each place of a picture. Where it is busy, errors are seen less: the weight falls with the
/// local variance of luma, as in SSIM (Wang et al., 2004), whose window this follows: cells of 2 x 2 pixels smoothed by
/// 1-2-1 both ways have its standard deviation of 1.5 pixels.
struct ActivityMap {
  /// The variance at which an error counts half.
  static let halfVariance: Float = 60

  let columns: Int
  private(set) var weights: [Float]

  /// - Parameters:
  ///   - pixels: rows of `width`.
  ///   - scale: what a squared distance counts where the picture is flat.
  init(_ pixels: [Pixel], width: Int, height: Int, scale: Float) {
    columns = (width + 1) / 2
    let rows = (height + 1) / 2
    var sums = [SIMD2<Float>](repeating: .zero, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        sums[row * columns + column] = Self.cell(pixels, width, height, column * 2, row * 2)
      }
    }
    Self.smooth(&sums, count: columns, step: 1, lines: rows, lineStep: columns)
    Self.smooth(&sums, count: rows, step: columns, lines: columns, lineStep: 1)
    weights = sums.map { sum in
      let variance = max(0, sum.y - sum.x * sum.x)
      return scale * Self.halfVariance / (Self.halfVariance + variance)
    }
  }

  /// The weight at a pixel.
  @inline(__always) func weight(column: Int, row: Int) -> Float { weights[(row >> 1) &* columns &+ column >> 1] }

  /// Mean luma and mean square of it.
  private static func cell(_ pixels: [Pixel], _ width: Int, _ height: Int, _ left: Int, _ top: Int) -> SIMD2<Float> {
    let right = min(left + 1, width - 1)
    let bottom = min(top + 1, height - 1)
    var sum = SIMD2<Float>.zero
    for index in [top * width + left, top * width + right, bottom * width + left, bottom * width + right] {
      let luma = Float(ColorCoordinates(pixels[index]).y) / 2
      sum += [luma, luma * luma]
    }
    return sum / 4
  }

  /// Smooths lines of cells by 1-2-1; the cells at the ends stand for those beyond.
  private static func smooth(_ cells: inout [SIMD2<Float>], count: Int, step: Int, lines: Int, lineStep: Int) {
    for line in 0..<lines {
      var index = line * lineStep
      var before = cells[index]
      for place in 0..<count {
        let here = cells[index]
        let after = place + 1 < count ? cells[index + step] : here
        cells[index] = (before + here * 2 + after) / 4
        before = here
        index += step
      }
    }
  }
}
