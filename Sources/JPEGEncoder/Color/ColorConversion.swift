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
