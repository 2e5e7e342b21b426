import Foundation
import JPEGEncoder
import TestSupport
import Testing

@Suite struct ElementaryTests {
  @Test func logarithmsAreThoseOfTheSystem() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let value = exp2(Double.random(in: -300...300, using: &generator))
      #expect(abs(Elementary.log2(value) - log2(value)) <= 1e-13 * max(1, abs(log2(value))))
    }
    #expect(Elementary.log2(1) == 0)
    #expect(Elementary.log2(1024) == 10)
  }

  @Test func powersAreThoseOfTheSystem() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let exponent = Double.random(in: -300...300, using: &generator)
      #expect(abs(Elementary.exp2(exponent) / exp2(exponent) - 1) < 1e-13)
      let base = Double.random(in: 0.001...1000, using: &generator)
      #expect(abs(Elementary.pow(base, exponent / 100) / pow(base, exponent / 100) - 1) < 1e-12)
    }
    #expect(Elementary.exp2(0) == 1)
    #expect(Elementary.exp2(.infinity) == exp2(1000))
  }

  @Test func cubeRootsAreNearThoseOfTheSystem() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let values = SIMD8<Float>((0..<8).map { _ in Float.random(in: 0.003...1.1, using: &generator) })
      let roots = cubeRoot(values)
      for lane in 0..<8 { #expect(abs(Double(roots[lane]) / cbrt(Double(values[lane])) - 1) < 2e-6) }
    }
  }
}
