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
