/// Reads pixels as rows of numbers, going on with the nearest pixel beyond the picture's edges.
struct PixelRows {
  let pixels: JPEGPixels
  /// Numbers in each row: a multiple of sixteen.
  let paddedWidth: Int

  init(_ pixels: JPEGPixels) {
    self.pixels = pixels
    paddedWidth = (pixels.width + 15) / 16 * 16
  }

  /// How many numbers the red, green and blue of a row are.
  var rowCount: Int { 3 * paddedWidth }

  /// Writes a row's red samples, then the green, then the blue, each `paddedWidth`, as numbers of `table`.
  func read(_ y: Int, as table: UnsafePointer<Float>, into row: UnsafeMutablePointer<Float>) {
    let (red, green, blue) = (row, row + paddedWidth, row + 2 * paddedWidth)
    let channels = pixels.layout.rawValue
    let (toGreen, toBlue) = channels == 3 ? (1, 2) : (0, 0)
    pixels.samples.withPointer { samples in
      let source = samples + min(y, pixels.height - 1) * pixels.stride
      for x in 0..<pixels.width {
        let pixel = source + x &* channels
        red[x] = table[Int(pixel[0])]
        green[x] = table[Int(pixel[toGreen])]
        blue[x] = table[Int(pixel[toBlue])]
      }
    }
    for channel in [red, green, blue] {
      for x in pixels.width..<paddedWidth { channel[x] = channel[pixels.width - 1] }
    }
  }
}

/// From red, green and blue to luma and colour differences, as JFIF defines them (ITU-T T.871, 7).
enum ColorConversion {
  /// What each 8-bit sample stands for: itself.
  static let codes: [Float] = (0..<256).map { Float($0) }

  /// Luma around zero: -128 to 127.
  @inline(__always) static func luma(
    _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>
  ) -> SIMD8<Float> {
    (red * 0.299 + green * 0.587) + (blue * 0.114 - 128)
  }

  /// Cb and Cr around zero: -127.5 to 127.5.
  @inline(__always) static func chroma(
    _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>
  ) -> (cb: SIMD8<Float>, cr: SIMD8<Float>) {
    let luma = (red * 0.299 + green * 0.587) + blue * 0.114
    return ((blue - luma) * Float(0.5 / 0.886), (red - luma) * Float(0.5 / 0.701))
  }
}
