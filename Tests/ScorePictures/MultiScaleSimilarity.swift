import Foundation

/// How similar the structure of two pictures' luma is at five scales: MS-SSIM (Z. Wang, E. P. Simoncelli and A. C. Bovik,
/// "Multi-scale structural similarity for image quality assessment", Asilomar Conference on Signals, Systems and Computers, 2003).
enum MultiScaleSimilarity {
  /// What each scale counts, from the finest (the paper's table of beta and gamma).
  private static let exponents = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
  private static let (luminanceConstant, contrastConstant): (Float, Float) = (
    0.01 * 0.01 * 255 * 255, 0.03 * 0.03 * 255 * 255
  )
  /// A Gaussian with a standard deviation of 1.5, over eleven samples.
  private static let window: [Float] = {
    let weights = (-5...5).map { exp(-Float($0 * $0) / 4.5) }
    return weights.map { $0 / weights.reduce(0, +) }
  }()

  /// -10 log10 (1 - MS-SSIM), at most 90 decibels; nil where a side is shorter than 176, and the
  /// smallest scale has no room for the window.
  static func inDecibels(_ reference: LumaPlane, _ candidate: LumaPlane) -> Double? {
    guard min(reference.width, reference.height) >= 11 << (exponents.count - 1) else { return nil }
    var (reference, candidate, similarity) = (reference, candidate, 1.0)
    for (scale, exponent) in exponents.enumerated() {
      let isLast = scale == exponents.count - 1
      similarity *= pow(max(mean(reference, candidate, withLuminance: isLast), 1e-6), exponent)
      (reference, candidate) = (reference.halved, candidate.halved)
    }
    return decibels(missing: 1 - similarity)
  }

  /// The mean over all whole windows of contrast and structure, and of luminance where asked for.
  private static func mean(_ first: LumaPlane, _ second: LumaPlane, withLuminance: Bool) -> Double {
    let (firstMeans, secondMeans) = (blurred(first), blurred(second))
    let squares = blurred(first.zipped(second) { $0 * $0 + $1 * $1 }).samples
    let products = blurred(first.zipped(second) { $0 * $1 }).samples
    var sum = 0.0
    for index in squares.indices {
      let (x, y) = (firstMeans.samples[index], secondMeans.samples[index])
      let (variances, covariance) = (squares[index] - x * x - y * y, products[index] - x * y)
      var value = (2 * covariance + contrastConstant) / (variances + contrastConstant)
      if withLuminance { value *= (2 * x * y + luminanceConstant) / (x * x + y * y + luminanceConstant) }
      sum += Double(value)
    }
    return sum / Double(squares.count)
  }

  /// The means in all windows that lie within the plane.
  private static func blurred(_ plane: LumaPlane) -> LumaPlane {
    let across = filtered(plane.samples, width: plane.width - 10, height: plane.height, row: plane.width, step: 1)
    let (width, height) = (plane.width - 10, plane.height - 10)
    return LumaPlane(
      width: width, height: height,
      samples: filtered(across, width: width, height: height, row: width, step: width))
  }

  /// The window's sums of samples that are `step` apart; input rows are `row` apart.
  private static func filtered(_ samples: [Float], width: Int, height: Int, row: Int, step: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: width * height) { output, count in
      samples.withUnsafeBufferPointer { input in
        for y in 0..<height {
          for x in 0..<width {
            var sum: Float = 0
            for tap in 0..<11 { sum += window[tap] * input[y * row + x + tap * step] }
            output[y * width + x] = sum
          }
        }
      }
      count = width * height
    }
  }
}

/// What is missing of a whole, in decibels: -10 log10, and 90 for less than a billionth.
func decibels(missing part: Double) -> Double { -10 * log10(max(part, 1e-9)) }
