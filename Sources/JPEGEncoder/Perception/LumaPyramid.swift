/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  static let scaleCount = 5

  private let finest: Plane
  package let coarse: CoarseScales

  package init(_ pixels: JPEGPixels) {
    finest = PerceptualLuma.plane(pixels)
    coarse = CoarseScales(pixels)
  }

  /// From the finest on.
  package var scales: [Plane] { [finest] + coarse.luma }
}

/// All of a pyramid but the finest scale, which takes most of the time.
package struct CoarseScales: Sendable {
  /// At 1:2 to 1:16.
  let luma: [Plane]
  /// Light at 1:16.
  package let coarsest: LightPlanes

  package init(_ pixels: JPEGPixels) {
    var light = LightPlanes(halving: pixels)
    var luma = [light.luma]
    while luma.count < LumaPyramid.scaleCount - 1 {
      light = light.halved
      luma.append(light.luma)
    }
    (self.luma, coarsest) = (luma, light)
  }
}

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

extension PerceptualLuma {
  /// The luma of 8-bit pixels.
  static func plane(_ pixels: JPEGPixels) -> Plane {
    let rows = PixelRows(pixels)
    var line = [Float](repeating: 0, count: rows.rowCount)
    return Plane(width: pixels.width, height: pixels.height) { y, luma in
      line.withSpan { rows.read(y, as: Self.light, into: &$0) }
      row(line.span, into: &luma)
    }
  }

  /// The luma of a row of linear red, green and blue, each a third of the numbers.
  static func row(_ light: Span<Float>, into luma: inout MutableSpan<Float>) {
    let stride = light.count / 3
    mapVectors(
      light.extracting(0..<stride), light.extracting(stride..<2 * stride), light.extracting(2 * stride..<3 * stride),
      into: &luma
    ) { Self.luma($0, $1, $2) }
  }
}

/// A picture of one number for each pixel.
package struct Plane: Sendable {
  package let width: Int
  package let height: Int
  /// Numbers in a row: whole vectors of eight, of which those beyond the width mean nothing.
  package let stride: Int
  package let samples: [Float]

  /// - Parameter fill: writes the rows, one after another.
  package init(width: Int, height: Int, fill: (_ y: Int, _ row: inout MutableSpan<Float>) -> Void) {
    self.init(width: width, height: height) { rows in
      for y in 0..<height { rows.withRange(Self.range(ofRow: y, width: width)) { fill(y, &$0) } }
    }
  }

  /// - Parameter fill: writes all rows, in any order.
  init(width: Int, height: Int, fill: (_ rows: inout MutableSpan<Float>) -> Void) {
    (self.width, self.height, stride) = (width, height, Self.range(ofRow: 0, width: width).count)
    samples = [Float](count: stride * height, fill: fill)
  }

  /// The places of a row of pictures of some width.
  static func range(ofRow y: Int, width: Int) -> Range<Int> {
    let stride = (width + 7) / 8 * 8
    return y * stride..<(y + 1) * stride
  }

  /// The places of a row.
  func range(ofRow y: Int) -> Range<Int> { y * stride..<(y + 1) * stride }
}
