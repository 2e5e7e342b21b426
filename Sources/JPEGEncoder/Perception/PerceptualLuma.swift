/// Perceived luma: the cube root of linear light, with a small bias that keeps it finite in the dark (the Y of JPEG XL's XYB for
/// gray, ISO/IEC 18181-1).
enum PerceptualLuma {
  private static let bias: Float = 0.003_793_073_3
  /// The cube root of the bias.
  private static let darkness: Float = 0.155_954_2

  /// The luma, 0 to about 0.85, of each 8-bit gray; its light is by IEC 61966-2-1.
  static let ofCode: [Float] = (0..<256).map { code in
    let value = Double(code) / 255
    let light = value <= 0.040_45 ? value / 12.92 : Elementary.pow((value + 0.055) / 1.055, 2.4)
    return cubeRoot(SIMD8(repeating: Float(light) + bias))[0] - darkness
  }

  /// The rise of luma from one gray to the next.
  static let slope: [Float] = (0..<256).map { code in
    let (low, high) = (max(code - 1, 0), min(code + 1, 255))
    return (ofCode[high] - ofCode[low]) / Float(high - low)
  }

  /// The luma of a fractional gray; clamped.
  @inline(__always) static func luma(_ code: Float) -> Float {
    let code = min(max(code, 0), 255)
    let whole = Int(code)
    return ofCode[whole] + (code - Float(whole)) * slope[whole]
  }
}

/// A picture with one number per pixel.
package struct Plane: Sendable {
  package let width: Int
  package let height: Int
  /// Numbers in a row, in whole vectors of eight; those beyond the width are meaningless.
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

  /// The indices of a row in pictures of some width.
  static func range(ofRow y: Int, width: Int) -> Range<Int> {
    let stride = (width + 7) / 8 * 8
    return y * stride..<(y + 1) * stride
  }

  /// The indices of a row.
  func range(ofRow y: Int) -> Range<Int> { y * stride..<(y + 1) * stride }
}
