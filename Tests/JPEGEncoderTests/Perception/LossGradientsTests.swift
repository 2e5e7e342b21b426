import JPEGEncoder
import TestSupport
import Testing

/// Derivatives against differences of the losses, computed plainly.
///
/// They are exact where no window that a pixel is in goes beyond the picture: there the nearest pixels count more.
@Suite struct LossGradientsTests {
  @Test(arguments: [(mean: 1, fourthNorm: 0), (mean: 0, fourthNorm: 1), (mean: 225, fourthNorm: 60)])
  func dissimilarityChangesWithEachPixelAsItsGradientSays(mean: Float, fourthNorm: Float) {
    var generator = SeededGenerator(seed: 1)
    let (first, second) = Self.planes(&generator)
    let gradient = DissimilarityGradient(first.plane, decoded: second.plane)
      .plane(mean: mean, fourthNorm: fourthNorm)
    check(gradient, second, &generator) { changed in
      let dissimilarity = Self.dissimilarity(first, changed)
      return Double(mean) * dissimilarity.mean + Double(fourthNorm) * dissimilarity.fourthNorm
    }
  }

  @Test func newEdgesChangeWithEachPixelAsTheirGradientSays() {
    var generator = SeededGenerator(seed: 2)
    let (first, second) = Self.planes(&generator)
    let gradient = EdgeGradient(first.plane, decoded: second.plane).plane(fourthNorm: 171)
    check(gradient, second, &generator) { 171 * Self.newEdges(first, $0).fourthNorm }
  }

  @Test func equalPicturesHaveNoGradientOfNewEdges() {
    var generator = SeededGenerator(seed: 3)
    let plane = Self.planes(&generator).first.plane
    let gradient = EdgeGradient(plane, decoded: plane).plane(fourthNorm: 171)
    for y in 0..<plane.height {
      for x in 0..<plane.width { #expect(gradient.samples[y * gradient.stride + x] == 0) }
    }
  }

  /// A picture and one with errors, brighter by so much that this counts too.
  private static func planes(_ generator: inout SeededGenerator) -> (first: Numbers, second: Numbers) {
    let (width, height) = (24, 20)
    let first = (0..<width * height).map { place in
      Double(Float(0.4 + 0.2 * Double(place % 7 / 4) + 0.05 * generator.normal()))
    }
    let second = first.map { Double(Float($0 + 0.3 + 0.06 * generator.normal())) }
    return (Numbers(width, height, first), Numbers(width, height, second))
  }

  /// Compares a gradient, which is of the loss times the number of pixels, with differences at some pixels.
  private func check(
    _ gradient: Plane, _ decoded: Numbers, _ generator: inout SeededGenerator, loss: (Numbers) -> Double
  ) {
    let largest = Double(gradient.samples.map(abs).max() ?? 0)
    #expect(largest > 0)
    for _ in 0..<12 {
      let x = Int.random(in: 5..<decoded.width - 5, using: &generator)
      let y = Int.random(in: 5..<decoded.height - 5, using: &generator)
      let change = 1e-4
      let rise = loss(decoded.changed(x, y, by: change)) - loss(decoded.changed(x, y, by: -change))
      let expected = rise / (2 * change) * Double(decoded.values.count)
      #expect(abs(Double(gradient.samples[y * gradient.stride + x]) - expected) < 1e-3 * largest)
    }
  }

  /// Of structure, without contrast's own factor (J. Sneyers, "SSIMULACRA 2", 2022).
  private static func dissimilarity(_ first: Numbers, _ second: Numbers) -> Numbers {
    let (mean1, mean2) = (first.blurred, second.blurred)
    let (square1, square2) = (first.times(first).blurred, second.times(second).blurred)
    let product = first.times(second).blurred
    let values = first.values.indices.map { place -> Double in
      let (m1, m2) = (mean1.values[place], mean2.values[place])
      let variances = square1.values[place] - m1 * m1 + square2.values[place] - m2 * m2
      let covariance = product.values[place] - m1 * m2
      return 1 - (1 - (m1 - m2) * (m1 - m2)) * (2 * covariance + 0.0009) / (variances + 0.0009)
    }
    return Numbers(first.width, first.height, values)
  }

  private static func newEdges(_ first: Numbers, _ second: Numbers) -> Numbers {
    let (mean1, mean2) = (first.blurred, second.blurred)
    let values = first.values.indices.map { place -> Double in
      let edge1 = abs(first.values[place] - mean1.values[place])
      let edge2 = abs(second.values[place] - mean2.values[place])
      return max((1 + edge2) / (1 + edge1) - 1, 0)
    }
    return Numbers(first.width, first.height, values)
  }
}

/// A picture of numbers with enough digits for differences.
private struct Numbers {
  let width: Int
  let height: Int
  let values: [Double]

  init(_ width: Int, _ height: Int, _ values: [Double]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  var plane: Plane {
    Plane(width: width, height: height) { y, row in
      row.update(repeating: 0)
      for x in 0..<width { row[x] = Float(values[y * width + x]) }
    }
  }

  var mean: Double { values.reduce(0, +) / Double(values.count) }

  var fourthNorm: Double {
    (values.reduce(0) { $0 + $1 * $1 * $1 * $1 } / Double(values.count)).squareRoot().squareRoot()
  }

  func changed(_ x: Int, _ y: Int, by change: Double) -> Numbers {
    var values = values
    values[y * width + x] += change
    return Numbers(width, height, values)
  }

  func times(_ other: Numbers) -> Numbers { Numbers(width, height, zip(values, other.values).map { $0 * $1 }) }

  var blurred: Numbers {
    let rows = Numbers(width, height, values.indices.map { window($0 % width, width, from: $0 - $0 % width, step: 1) })
    return Numbers(
      width, height, values.indices.map { rows.window($0 / width, height, from: $0 % width, step: width) })
  }

  /// The mean around a place of a line, with the nearest number for those beyond its ends.
  private func window(_ center: Int, _ count: Int, from first: Int, step: Int) -> Double {
    (-5...5).reduce(0) { sum, offset in
      let place = min(max(center + offset, 0), count - 1)
      return sum + Double(GaussianBlur.window[abs(offset)]) * values[first + place * step]
    }
  }
}
