/// SSIM (Wang et al., "Image quality assessment: from error visibility to structural similarity", 2004) of brightness, in
/// windows of 8 x 8 pixels every 4 pixels, as ffmpeg's filter measures it.
enum StructuralSimilarity {
  private static let c1: Float = 0.01 * 255 * 0.01 * 255
  private static let c2: Float = 0.03 * 255 * 0.03 * 255

  /// Sums over a block of 4 x 4 pixels: both pictures, their squares together, their product.
  private typealias Sums = SIMD4<Float>

  /// 1 when both are the same, less the less alike they are. Pictures of less than a window count as one block.
  static func mean(_ first: LumaPlane, _ second: LumaPlane) -> Double {
    let columns = max(1, first.width / 4)
    let rows = max(1, first.height / 4)
    var above = [Sums](repeating: .zero, count: columns)
    var total = 0.0
    for row in 0..<rows {
      let here = blocks(first, second, row: row, columns: columns)
      if row > 0 || rows == 1 {
        for column in 0..<max(1, columns - 1) {
          let right = min(column + 1, columns - 1)
          total += Double(similarity((above[column] + above[right] + here[column] + here[right])))
        }
      }
      above = here
    }
    return total / Double(max(1, columns - 1) * max(1, rows - 1))
  }

  private static func blocks(_ first: LumaPlane, _ second: LumaPlane, row: Int, columns: Int) -> [Sums] {
    var sums = [Sums](repeating: .zero, count: columns)
    first.values.withUnsafeBufferPointer { first4 in
      second.values.withUnsafeBufferPointer { second4 in
        for line in row * 4..<min(row * 4 + 4, first.height) {
          for column in 0..<min(columns * 4, first.width) {
            let x = first4[line &* first.width &+ column]
            let y = second4[line &* first.width &+ column]
            sums[column >> 2] += Sums(x, y, x * x + y * y, x * y)
          }
        }
      }
    }
    return sums
  }

  private static func similarity(_ sums: Sums) -> Float {
    let mean = sums / 64
    let product = mean.x * mean.y
    let squares = mean.x * mean.x + mean.y * mean.y
    let covariance = mean.w - product
    let variances = mean.z - squares
    return (2 * product + c1) * (2 * covariance + c2) / ((squares + c1) * (variances + c2))
  }
}
