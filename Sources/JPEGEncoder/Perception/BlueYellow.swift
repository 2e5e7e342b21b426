extension LightPlanes {
  /// The parts of linear red, green and blue that the short-waved receptor absorbs (ISO/IEC 18181-1).
  private static let short: SIMD3<Float> = [0.243_422_69, 0.204_767_44, 0.551_809_87]
  private static let long = SIMD3(PerceptualLuma.long.red, PerceptualLuma.long.green, PerceptualLuma.long.blue)
  private static let medium = SIMD3(
    PerceptualLuma.medium.red, PerceptualLuma.medium.green, PerceptualLuma.medium.blue)

  /// What the short-waved receptor sees more than luma: B - Y of XYB.
  package var blueYellow: Plane {
    Plane(width: width, height: height) { output, stride in
      for y in 0..<height {
        for x in 0..<width {
          let roots = Self.roots(pixel(x, y))
          output[y * stride + x] = roots.z - (roots.x + roots.y) / 2
        }
      }
    }
  }

  /// How far that rises with each step of coded Cb and Cr; rows are as those of `blueYellow`.
  package var blueYellowSlopes: (cb: [Float], cr: [Float]) {
    let stride = (width + 7) / 8 * 8
    var (cb, cr) = (
      [Float](repeating: 0, count: stride * height), [Float](repeating: 0, count: stride * height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let slopes = Self.slopes(pixel(x, y))
        // From chroma to red, green and blue as JFIF defines it.
        cb[y * stride + x] = slopes.z * 1.772 - slopes.y * 0.344_136
        cr[y * stride + x] = slopes.x * 1.402 - slopes.y * 0.714_136
      }
    }
    return (cb, cr)
  }

  private static func roots(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let (red, green, blue) = (light.x, light.y, light.z)
    func absorbed(_ parts: SIMD3<Float>) -> Float {
      (red * parts.x + green * parts.y) + (blue * parts.z + PerceptualLuma.bias)
    }
    let roots = cubeRoot(SIMD8(absorbed(long), absorbed(medium), absorbed(short), 1, 1, 1, 1, 1))
    return SIMD3(roots[0], roots[1], roots[2])
  }

  /// By coded red, green and blue.
  private static func slopes(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let roots = roots(light)
    let inverse = 1 / (3 * roots * roots)
    let byLight = short * inverse.z - (long * inverse.x + medium * inverse.y) / 2
    return byLight * SIMD3(curve(light.x), curve(light.y), curve(light.z))
  }

  /// The rise of light with 8-bit samples at this light (IEC 61966-2-1): of the power alone, which is near enough.
  private static func curve(_ light: Float) -> Float {
    let power = Elementary.pow(Double(max(light, 0.000_5)), 1 - 1 / 2.4)
    return Float(2.4 / (1.055 * 255) * power)
  }
}
