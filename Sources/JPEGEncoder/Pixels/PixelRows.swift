/// Reads pixels as rows of numbers, repeating the nearest pixel beyond the edges.
struct PixelRows {
  let pixels: JPEGPixels
  /// Numbers in each row: a multiple of sixteen.
  let paddedWidth: Int

  init(_ pixels: JPEGPixels) {
    self.pixels = pixels
    paddedWidth = (pixels.width + 15) / 16 * 16
  }

  /// The count of numbers for red, green and blue of a row.
  var rowCount: Int { 3 * paddedWidth }

  /// The indices of a row's red, green or blue, 0 to 2.
  func range(_ channel: Int) -> Range<Int> { channel * paddedWidth..<(channel + 1) * paddedWidth }

  /// Writes a row's red samples, then the green, then the blue, each `paddedWidth`.
  func read(_ y: Int, into row: inout MutableSpan<Float>) {
    let (width, channels) = (pixels.width, pixels.layout.rawValue)
    let (toGreen, toBlue) = channels == 3 ? (1, 2) : (0, 0)
    let first = min(y, pixels.height - 1) * pixels.stride
    let source = pixels.samples.span.extracting(first..<first + width * channels)
    precondition(row.count >= rowCount, "a row has its numbers")
    for x in 0..<width {
      let pixel = x &* channels
      unsafe row[unchecked: x] = Float(source[unchecked: pixel])
      unsafe row[unchecked: x &+ paddedWidth] = Float(source[unchecked: pixel &+ toGreen])
      unsafe row[unchecked: x &+ 2 &* paddedWidth] = Float(source[unchecked: pixel &+ toBlue])
    }
    for channel in 0..<3 {
      let start = channel * paddedWidth
      for x in width..<paddedWidth { row[start + x] = row[start + width - 1] }
    }
  }
}

/// From red, green and blue to luma and colour differences, as JFIF defines them (ITU-T T.871, 7).
enum ColorConversion {
  /// Luma around zero: -128 to 127.
  @inline(__always) static func luma(_ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>) -> SIMD8<Float> {
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
