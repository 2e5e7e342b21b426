import Foundation
import JPEGEncoder
import TestSupport
import Testing

@Suite struct BlockTransformTests {
  @Test func coefficientsAreThoseOfTheDefinition() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let samples = (0..<64).map { _ in Float.random(in: -128...127, using: &generator) }
      let coefficients = transformed(samples) { BlockTransform().forward($0) }
      for v in 0..<8 {
        for u in 0..<8 { #expect(abs(Double(coefficients[8 * v + u]) - definition(samples, u, v)) < 1e-3) }
      }
    }
  }

  @Test func theInverseGivesTheSamplesBack() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<50 {
      let samples = (0..<64).map { _ in Float.random(in: -128...127, using: &generator) }
      let back = transformed(transformed(samples) { BlockTransform().forward($0) }) { BlockTransform().inverse($0) }
      for (sample, other) in zip(samples, back) { #expect(abs(sample - other) < 1e-3) }
    }
  }

  @Test func theOrderIsThatOfTheStandard() {
    #expect(ZigZag.rowOrder.prefix(12) == [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25])
    #expect(ZigZag.rowOrder.suffix(4) == [47, 55, 62, 63])
    #expect(ZigZag.rowOrder.sorted() == Array(0..<64))
  }

  private func transformed(_ numbers: [Float], _ transform: (BlockRows) -> BlockRows) -> [Float] {
    transform(BlockRows(numbers)).numbers
  }

  /// ITU-T T.81, A.3.3.
  private func definition(_ samples: [Float], _ u: Int, _ v: Int) -> Double {
    func scale(_ frequency: Int) -> Double { frequency == 0 ? 0.5.squareRoot() : 1 }
    func wave(_ x: Int, _ frequency: Int) -> Double { cos(Double((2 * x + 1) * frequency) * .pi / 16) }
    let sum = (0..<64).reduce(0.0) { $0 + Double(samples[$1]) * wave($1 % 8, u) * wave($1 / 8, v) }
    return scale(u) * scale(v) / 4 * sum
  }
}
