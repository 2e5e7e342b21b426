extension PerceptualLuma {
  /// The luma of a row of linear red, green and blue, `stride` numbers after each other.
  static func row(
    _ light: UnsafePointer<Float>, stride: Int, width: Int, into output: UnsafeMutablePointer<Float>
  ) {
    for x in Swift.stride(from: 0, to: width, by: 8) {
      store8(luma(load8(light + x), load8(light + stride + x), load8(light + 2 * stride + x)), to: output + x)
    }
  }
}
