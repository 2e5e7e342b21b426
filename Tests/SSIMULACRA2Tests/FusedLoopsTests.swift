import Cssimulacra2
import Testing

/// The inner loops with the processor's fused multiplication and addition, and without.
struct FusedLoopsTests {
  typealias Lanes = SIMD4<Float>

  private static let slow = cssimulacra2_cosine(
    gain: 0.055, feedback: 1.902, next_gain: 0.105, second_gain: 0.145, third_gain: 0.17, second_feedback: 2.618,
    third_feedback: 3.078, fourth_feedback: 3.236)
  private static let middle = cssimulacra2_cosine(
    gain: -0.059, feedback: 1.176, next_gain: -0.069, second_gain: -0.022, third_gain: 0.043, second_feedback: 0.382,
    third_feedback: -0.727, fourth_feedback: -1.236)
  private static let cosines = cssimulacra2_column_cosines(
    slow_gain: 0.055, slow_feedback: 1.902, middle_gain: -0.059, middle_feedback: 1.176, fast_gain: 0.013)

  /// Sums in the middle between two floats are rounded as exact arithmetic rounds them, wherever the product lost something on its way.
  @Test func emulatesRoundingOnce() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      // A product whose last bits lie far below those of the sum, and an addend that ends in the middle between two floats.
      let factor = Float.random(in: 1..<2, using: &generator)
      let sample = Float(sign: .plus, exponent: -30, significand: Float.random(in: 1..<2, using: &generator))
      let half = Float(sign: .plus, exponent: -24, significand: 1)
      let bias = [half, -half, 1, 1 + 2 * half, Float.random(in: 0..<1, using: &generator)].randomElement() ?? 0
      let green = Float.random(in: 0..<1, using: &generator)
      let mixed = Self.mix((sample, green, half), (factor, 1, 1), bias: bias, fused: false)
      let dark = bias.addingProduct(half, 1)
      #expect(mixed == dark.addingProduct(green, 1).addingProduct(sample, factor))
    }
  }

  @Test(.enabled(if: cssimulacra2_has_fused(), "this processor has no such instruction"), arguments: 0..<40)
  func givesTheSameWithAndWithoutTheInstruction(_ seed: Int) {
    let width = 1 + seed * 13
    let (samples, others) = (Self.samples(width, seed), Self.samples(width, seed + 1000))
    #expect(Self.rows(samples, fused: true) == Self.rows(samples, fused: false))
    #expect(Self.columns(samples, others, fused: true) == Self.columns(samples, others, fused: false))
    #expect(Self.roots(samples, fused: true) == Self.roots(samples, fused: false))
  }

  /// Numbers such as pictures have: steps of 1/255 and flat areas, where sums are in the middle more often, and noise.
  private static func samples(_ count: Int, _ seed: Int) -> [Lanes] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 24)
    }
    return (0..<count).map { column in
      let flat = Float((column / 16 * 37) % 256) / 255
      return column % 48 < 16 ? Lanes(repeating: flat) : Lanes(next(), (next() * 256).rounded() / 256, flat, next())
    }
  }

  private static func mix(
    _ light: (Float, Float, Float), _ factors: (Float, Float, Float), bias: Float, fused: Bool
  ) -> Float {
    let lights = [light.0, light.1, light.2].map { Lanes(repeating: $0) }
    var mixed = Lanes.zero
    cssimulacra2_mix([lights[0]], [lights[1]], [lights[2]], &mixed, 1, factors.0, factors.1, factors.2, bias, fused)
    return mixed[0]
  }

  private static func rows(_ samples: [Lanes], fused: Bool) -> [Lanes] {
    var blurred = samples
    cssimulacra2_blur_rows(samples, &blurred, samples.count, slow, middle, cosines.fast_gain, fused)
    return blurred
  }

  private static func columns(_ samples: [Lanes], _ others: [Lanes], fused: Bool) -> [Lanes] {
    let last = samples + others + samples
    var (beforeLast, sums) = (others + samples + others, samples)
    cssimulacra2_blur_columns(samples, others, last, &beforeLast, &sums, samples.count, cosines, fused)
    return sums + beforeLast
  }

  private static func roots(_ samples: [Lanes], fused: Bool) -> [Lanes] {
    var roots = samples.map { $0 + 0.004 }
    cssimulacra2_cube_roots(&roots, roots.count, 0.156, fused)
    return roots
  }
}
