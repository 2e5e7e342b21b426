/// Luma as SSIMULACRA2 sees it: Y of XYB, from which its weights and ours derive (J. Sneyers, "SSIMULACRA 2", 2022; the
/// absorbances and the bias are those of JPEG XL, ISO/IEC 18181-1).
enum PerceptualLuma {
  /// The parts of linear red, green and blue that the two longer-waved receptors absorb.
  static let long: (red: Float, green: Float, blue: Float) = (0.3, 0.622, 0.078)
  static let medium: (red: Float, green: Float, blue: Float) = (0.23, 0.692, 0.078)
  static let bias: Float = 0.003_793_073_3
  /// The cube root of the bias.
  private static let darkness: Float = 0.155_954_2

  /// The light that each 8-bit sample stands for, 0 to 1 (IEC 61966-2-1).
  static let light: [Float] = (0..<256).map { code in
    let value = Double(code) / 255
    return Float(value <= 0.040_45 ? value / 12.92 : Elementary.pow((value + 0.055) / 1.055, 2.4))
  }

  /// How far luma rises from one gray to the next.
  static let slope: [Float] = {
    let luma = light.map { cubeRoot(SIMD8(repeating: $0 + bias))[0] }
    return (0..<256).map { code in
      let (low, high) = (max(code - 1, 0), min(code + 1, 255))
      return (luma[high] - luma[low]) / Float(high - low)
    }
  }()

  /// Luma, 0 to about 0.85, of linear light.
  @inline(__always) static func luma(
    _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>
  ) -> SIMD8<Float> {
    let roots = receptorRoots(red, green, blue)
    return (roots.long + roots.medium) * 0.5 - darkness
  }

  /// The cube roots of what the receptors absorb.
  @inline(__always) static func receptorRoots(
    _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>
  ) -> (long: SIMD8<Float>, medium: SIMD8<Float>) {
    let longLight = (red * long.red + green * long.green) + (blue * long.blue + bias)
    let mediumLight = (red * medium.red + green * medium.green) + (blue * medium.blue + bias)
    return (cubeRoot(longLight), cubeRoot(mediumLight))
  }
}
