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
    var light = [Float](repeating: 0, count: rows.rowCount)
    var slopes = light
    // Upsampling writes one more than the width, and vectors go beyond it.
    var cb = [UInt8](repeating: 128, count: rows.paddedWidth + 8)
    var cr = cb
    return transform.luma(shape) { y, codes, luma in
      light.withSpan { rows.read(y, as: PerceptualLuma.light, into: &$0) }
      slopes.withSpan { rows.read(y, as: Self.lightSlope, into: &$0) }
      cb.withSpan { chroma.row(y, 0, into: &$0) }
      cr.withSpan { chroma.row(y, 1, into: &$0) }
      adjust(&luma, codes: codes, light: light.span, slopes: slopes.span, cb: cb.span, cr: cr.span)
    }
  }

  /// - Parameters:
  ///   - codes: red, green and blue of a row of pixels.
  ///   - light: that of the same.
  ///   - slopes: how far that rises from one sample to the next.
  private func adjust(
    _ luma: inout MutableSpan<Float>, codes: Span<Float>, light: Span<Float>, slopes: Span<Float>, cb: Span<UInt8>,
    cr: Span<UInt8>
  ) {
    for x in stride(from: 0, to: rows.pixels.width, by: 8) {
      let codes = colors(codes, x)
      let original = ColorConversion.chroma(codes.red, codes.green, codes.blue)
      let (cbError, crError) = (Self.numbers(cb, x) - original.cb, Self.numbers(cr, x) - original.cr)
      let change = influence(colors(light, x), colors(slopes, x), cbError, crError).limited(-most, most)
      luma.store((luma.vector(at: x) - change).limited(-128, 127), at: x)
    }
  }

  private typealias Colors = (red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>)

  @inline(__always) private func colors(_ row: Span<Float>, _ x: Int) -> Colors {
    (row.vector(at: x), row.vector(at: x + rows.paddedWidth), row.vector(at: x + 2 * rows.paddedWidth))
  }

  @inline(__always) private static func numbers(_ codes: Span<UInt8>, _ x: Int) -> SIMD8<Float> {
    SIMD8<Float>(codes.vector(at: x)) - 128
  }

  /// By how much coded luma would have to rise to look like these errors of chroma.
  @inline(__always) private func influence(
    _ light: Colors, _ slopes: Colors, _ cbError: SIMD8<Float>, _ crError: SIMD8<Float>
  ) -> SIMD8<Float> {
    let roots = PerceptualLuma.receptorRoots(light.red, light.green, light.blue)
    // Of the cube root the derivative, but for a factor of three that cancels.
    let (long, medium) = (1 / (roots.long * roots.long), 1 / (roots.medium * roots.medium))
    let red = slopes.red * (long * PerceptualLuma.long.red + medium * PerceptualLuma.medium.red)
    let green = slopes.green * (long * PerceptualLuma.long.green + medium * PerceptualLuma.medium.green)
    let blue = slopes.blue * (long * PerceptualLuma.long.blue + medium * PerceptualLuma.medium.blue)
    // From chroma to red, green and blue as JFIF defines it.
    let change = cbError * (blue * 1.772 - green * 0.344_136) + crError * (red * 1.402 - green * 0.714_136)
    return change / (red + green + blue)
  }
}
