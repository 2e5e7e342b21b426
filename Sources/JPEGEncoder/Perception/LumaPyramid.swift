/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  package static let scaleCount = 5

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
    return Plane(width: pixels.width, height: pixels.height) { output, outputStride in
      withScratch(of: Float.self, count: rows.rowCount) { buffer in
        let light = buffer
        for y in 0..<pixels.height {
          Self.light.withPointer { rows.read(y, as: $0, into: light) }
          row(light, stride: rows.paddedWidth, width: pixels.width, into: output + y * outputStride)
        }
      }
    }
  }

  /// The luma of a row of linear red, green and blue, `stride` numbers after each other.
  static func row(
    _ light: UnsafePointer<Float>, stride: Int, width: Int, into output: UnsafeMutablePointer<Float>
  ) {
    for x in Swift.stride(from: 0, to: width, by: 8) {
      store8(luma(load8(light + x), load8(light + stride + x), load8(light + 2 * stride + x)), to: output + x)
    }
  }
}

/// A picture of one number for each pixel.
package struct Plane: Sendable {
  package let width: Int
  package let height: Int
  /// Numbers in a row: whole vectors of eight, of which those beyond the width mean nothing.
  package let stride: Int
  package let samples: [Float]

  /// - Parameter fill: writes all rows, and is told their stride.
  package init(width: Int, height: Int, fill: (_ rows: UnsafeMutablePointer<Float>, _ stride: Int) -> Void) {
    let stride = (width + 7) / 8 * 8
    (self.width, self.height, self.stride) = (width, height, stride)
    samples = [Float](count: stride * height) { buffer in
      fill(buffer, stride)
    }
  }

  /// Calls `body` with each vector of a row and its place.
  @inline(__always) func forEachVector(_ y: Int, _ body: (_ x: Int, SIMD8<Float>) -> Void) {
    samples.withPointer { samples in
      let row = samples + y * stride
      for x in Swift.stride(from: 0, to: width, by: 8) { body(x, load8(row + x)) }
    }
  }
}
