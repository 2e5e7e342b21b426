/// The components of a picture, transformed.
package struct PictureTransform {
  private let rows: PixelRows
  /// Whether samples are whole numbers before they are transformed, as those of decoders will be.
  private let rounds: Bool

  package init(_ pixels: JPEGPixels, rounds: Bool = false) {
    rows = PixelRows(pixels)
    self.rounds = rounds
  }

  /// All components of a frame.
  func components(_ shape: FrameShape) -> [FrequencyPlane] {
    let luma = luma(shape.components[0])
    switch shape.sampling {
    case .none: return [luma]
    case .half: return [luma] + halfChroma(shape).planes
    case .full: return [luma] + fullChroma(shape)
    }
  }

  /// Luma; `adjust` may change each row before it is transformed, and is told red, green and blue of its pixels.
  package func luma(
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
            store8(rounded(ColorConversion.luma(red, green, blue)), to: luma + x)
          }
          adjust(min(8 * blockRow + line, shape.height - 1), buffer, luma)
        }
      }
    }
  }

  /// Cb, then Cr, with a sample for each pixel.
  package func fullChroma(_ shape: FrameShape) -> [FrequencyPlane] {
    [false, true].map { isCr in
      withRowBuffer { buffer in
        FrequencyPlane(shape.components[1], stripWidth: rows.paddedWidth) { blockRow, strip in
          for line in 0..<8 { readFull(8 * blockRow + line, isCr, buffer, into: strip + line * rows.paddedWidth) }
        }
      }
    }
  }

  /// Cb, then Cr, with a sample for each two by two pixels, their mean; and what is lost by that: the 4-norm, over all
  /// pixels, of the difference.
  package func halfChroma(_ shape: FrameShape) -> (planes: [FrequencyPlane], loss: Float) {
    var fourthPowers = 0.0
    let planes = [false, true].map { isCr in
      withRowBuffer { buffer in
        FrequencyPlane(shape.components[1], stripWidth: rows.paddedWidth) { blockRow, strip in
          for line in 0..<8 {
            let row = strip + line * rows.paddedWidth
            fourthPowers += Double(readHalved(8 * blockRow + line, isCr, buffer, into: row))
          }
        }
      }
    }
    let mean = fourthPowers / Double(rows.pixels.width * rows.pixels.height)
    return (planes, Float(mean.squareRoot().squareRoot()))
  }

  private func readFull(
    _ y: Int, _ isCr: Bool, _ buffer: UnsafeMutablePointer<Float>, into row: UnsafeMutablePointer<Float>
  ) {
    read(y, buffer)
    forEachVector(buffer) { x, red, green, blue in
      let chroma = ColorConversion.chroma(red, green, blue)
      store8(rounded(isCr ? chroma.cr : chroma.cb), to: row + x)
    }
  }

  /// - Returns: the sum of the fourth powers of what is lost.
  private func readHalved(
    _ y: Int, _ isCr: Bool, _ buffer: UnsafeMutablePointer<Float>, into row: UnsafeMutablePointer<Float>
  ) -> Float {
    let (upper, lower) = (buffer + rows.rowCount, buffer + rows.rowCount + rows.paddedWidth)
    readFull(2 * y, isCr, buffer, into: upper)
    readFull(2 * y + 1, isCr, buffer, into: lower)
    var sum = SIMD8<Float>(repeating: 0)
    for x in stride(from: 0, to: rows.paddedWidth, by: 16) {
      let (above, below) = (load16(upper + x), load16(lower + x))
      let mean = ((above.evenHalf + above.oddHalf) + (below.evenHalf + below.oddHalf)) * 0.25
      store8(rounded(mean), to: row + x / 2)
      for sample in [above.evenHalf, above.oddHalf, below.evenHalf, below.oddHalf] {
        let square = (sample - mean) * (sample - mean)
        sum += square * square
      }
    }
    return sum.total
  }

  /// Halves go down, as they do in libjpeg; upwards a blue of 1 beside black would come back as 2.
  @inline(__always) private func rounded(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    rounds ? (samples - 1e-4).nearest : samples
  }

  private func read(_ y: Int, _ buffer: UnsafeMutablePointer<Float>) {
    ColorConversion.codes.withPointer { rows.read(y, as: $0, into: buffer) }
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
    withScratch(of: Float.self, count: rows.rowCount + 2 * rows.paddedWidth) { buffer in
      body(buffer)
    }
  }
}
