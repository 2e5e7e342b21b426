/// Corrects luma for what coarse chroma does to it.
///
/// Errors of Cb and Cr change the luma that is perceived, which is not the luma that is coded. What they change is
/// known as soon as chroma is quantized, and luma can take it back.
struct LumaCompensation {
  private let chroma: DecodedChroma
  private let rows: PixelRows

  /// Luma is changed by this at most.
  private let most: Float

  /// The rise of light from one 8-bit sample to the next.
  private static let lightSlope: [Float] = {
    let light = PerceptualLuma.light
    return (0..<256).map { code in
      let (low, high) = (max(code - 1, 0), min(code + 1, 255))
      return (light[high] - light[low]) / Float(high - low)
    }
  }()

  init(_ pixels: JPEGPixels, chroma: DecodedChroma, most: Double) {
    self.chroma = chroma
    rows = PixelRows(pixels)
    self.most = Float(most)
  }

  /// Luma of the picture, transformed anew.
  func luma(_ transform: PictureTransform, _ shape: ComponentShape) -> FrequencyPlane {
    withScratch(of: Float.self, count: 2 * rows.rowCount) { light in
      withScratch(of: UInt8.self, count: 2 * (rows.paddedWidth + 8)) { samples in
        samples.initialize(repeating: 128, count: 2 * (rows.paddedWidth + 8))
        return transform.luma(shape) { y, codes, luma in
          adjust(y, codes, luma, light, samples)
        }
      }
    }
  }

  private func adjust(
    _ y: Int, _ codes: UnsafeMutablePointer<Float>, _ luma: UnsafeMutablePointer<Float>,
    _ light: UnsafeMutablePointer<Float>, _ samples: UnsafeMutablePointer<UInt8>
  ) {
    let slopes = light + rows.rowCount
    PerceptualLuma.light.withPointer { rows.read(y, as: $0, into: light) }
    Self.lightSlope.withPointer { rows.read(y, as: $0, into: slopes) }
    let (cb, cr) = (samples, samples + rows.paddedWidth + 8)
    chroma.row(y, 0, into: cb)
    chroma.row(y, 1, into: cr)
    for x in stride(from: 0, to: rows.pixels.width, by: 8) {
      let original = ColorConversion.chroma(
        load8(codes + x), load8(codes + rows.paddedWidth + x), load8(codes + 2 * rows.paddedWidth + x))
      let (cbError, crError) = (numbers(cb + x) - original.cb, numbers(cr + x) - original.cr)
      let change = influence(light + x, slopes + x, cbError, crError).limited(-most, most)
      store8((load8(luma + x) - change).limited(-128, 127), to: luma + x)
    }
  }

  private func numbers(_ codes: UnsafeMutablePointer<UInt8>) -> SIMD8<Float> {
    SIMD8<Float>(UnsafeRawPointer(codes).loadUnaligned(as: SIMD8<UInt8>.self)) - 128
  }

  /// By how much coded luma would have to rise to look like these errors of chroma.
  @inline(__always) private func influence(
    _ light: UnsafeMutablePointer<Float>, _ slopes: UnsafeMutablePointer<Float>, _ cbError: SIMD8<Float>,
    _ crError: SIMD8<Float>
  ) -> SIMD8<Float> {
    let width = rows.paddedWidth
    let roots = PerceptualLuma.receptorRoots(load8(light), load8(light + width), load8(light + 2 * width))
    // Of the cube root the derivative, but for a factor of three that cancels.
    let (long, medium) = (1 / (roots.long * roots.long), 1 / (roots.medium * roots.medium))
    let red = load8(slopes) * (long * PerceptualLuma.long.red + medium * PerceptualLuma.medium.red)
    let green = load8(slopes + width) * (long * PerceptualLuma.long.green + medium * PerceptualLuma.medium.green)
    let blue = load8(slopes + 2 * width) * (long * PerceptualLuma.long.blue + medium * PerceptualLuma.medium.blue)
    // From chroma to red, green and blue as JFIF defines it.
    let change = cbError * (blue * 1.772 - green * 0.344_136) + crError * (red * 1.402 - green * 0.714_136)
    return change / (red + green + blue)
  }
}
