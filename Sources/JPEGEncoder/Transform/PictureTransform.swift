/// The components of a picture, transformed.
struct PictureTransform {
  private let rows: PixelRows

  init(_ pixels: JPEGPixels) { rows = PixelRows(pixels) }

  /// All components that a frame has.
  func components(_ shape: FrameShape) -> [FrequencyPlane] {
    let components = shape.components
    guard components.count == 3 else { return [luma(components[0])] }
    return [luma(components[0])] + chroma(shape)
  }

  /// Luma; `adjust` may change each row before it is transformed, and is told red, green and blue of its pixels.
  func luma(
    _ shape: ComponentShape,
    adjust: (_ y: Int, _ codes: UnsafeMutablePointer<Float>, _ luma: UnsafeMutablePointer<Float>) -> Void = { _, _, _ in
    }
  ) -> FrequencyPlane {
    withRowBuffer { buffer in
      FrequencyPlane(shape, stripWidth: rows.paddedWidth) { blockRow, strip in
        for line in 0..<8 {
          let luma = strip + line * rows.paddedWidth
          read(8 * blockRow + line, buffer)
          forEachVector(buffer) { x, red, green, blue in
            store8(ColorConversion.luma(red, green, blue), to: luma + x)
          }
          adjust(min(8 * blockRow + line, shape.height - 1), buffer, luma)
        }
      }
    }
  }

  /// Blueness, then redness; each sample is the mean of the pixels it stands for.
  func chroma(_ shape: FrameShape) -> [FrequencyPlane] {
    [false, true].map { isRed in
      withRowBuffer { buffer in
        FrequencyPlane(shape.components[1], stripWidth: rows.paddedWidth) { blockRow, strip in
          for line in 0..<8 {
            let row = strip + line * rows.paddedWidth
            shape.sampling == .half
              ? readHalved(8 * blockRow + line, isRed, buffer, into: row)
              : readFull(8 * blockRow + line, isRed, buffer, into: row)
          }
        }
      }
    }
  }

  private func readFull(
    _ y: Int, _ isRed: Bool, _ buffer: UnsafeMutablePointer<Float>, into row: UnsafeMutablePointer<Float>
  ) {
    read(y, buffer)
    forEachVector(buffer) { x, red, green, blue in
      let chroma = ColorConversion.chroma(red, green, blue)
      store8(isRed ? chroma.red : chroma.blue, to: row + x)
    }
  }

  private func readHalved(
    _ y: Int, _ isRed: Bool, _ buffer: UnsafeMutablePointer<Float>, into row: UnsafeMutablePointer<Float>
  ) {
    let upper = buffer + rows.rowCount
    readFull(2 * y, isRed, buffer, into: upper)
    readFull(2 * y + 1, isRed, buffer, into: upper + rows.paddedWidth)
    for x in stride(from: 0, to: rows.paddedWidth, by: 16) {
      let sum = load16(upper + x) + load16(upper + rows.paddedWidth + x)
      store8((sum.evenHalf + sum.oddHalf) * 0.25, to: row + x / 2)
    }
  }

  private func read(_ y: Int, _ buffer: UnsafeMutablePointer<Float>) {
    ColorConversion.codes.withUnsafeBufferPointer { rows.read(y, as: $0.baseAddress!, into: buffer) }
  }

  @inline(__always) private func forEachVector(
    _ buffer: UnsafeMutablePointer<Float>,
    _ body: (Int, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> Void
  ) {
    for x in stride(from: 0, to: rows.paddedWidth, by: 8) {
      body(x, load8(buffer + x), load8(buffer + rows.paddedWidth + x), load8(buffer + 2 * rows.paddedWidth + x))
    }
  }

  /// Room for a row of pixels and two of samples.
  private func withRowBuffer<Result>(_ body: (UnsafeMutablePointer<Float>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: rows.rowCount + 2 * rows.paddedWidth) { buffer in
      body(buffer.baseAddress!)
    }
  }
}
