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
    adjust: (_ y: Int, _ codes: Span<Float>, _ luma: inout MutableSpan<Float>) -> Void = { _, _, _ in }
  ) -> FrequencyPlane {
    var codes = rowBuffer
    return FrequencyPlane(shape, stripWidth: rows.paddedWidth) { blockRow, strip in
      for line in 0..<8 {
        read(8 * blockRow + line, into: &codes)
        strip.withRange(rows.range(line)) { luma in
          map(codes, into: &luma) { rounded(ColorConversion.luma($0, $1, $2)) }
          adjust(min(8 * blockRow + line, shape.height - 1), codes.span, &luma)
        }
      }
    }
  }

  /// Cb, then Cr, with a sample for each pixel.
  package func fullChroma(_ shape: FrameShape) -> [FrequencyPlane] {
    [false, true].map { isCr in
      var codes = rowBuffer
      return FrequencyPlane(shape.components[1], stripWidth: rows.paddedWidth) { blockRow, strip in
        for line in 0..<8 {
          strip.withRange(rows.range(line)) { readChroma(8 * blockRow + line, isCr, &codes, into: &$0) }
        }
      }
    }
  }

  /// Cb, then Cr, with a sample for each two by two pixels, their mean; and what is lost by that: the 4-norm, over all
  /// pixels, of the difference.
  package func halfChroma(_ shape: FrameShape) -> (planes: [FrequencyPlane], loss: Float) {
    var fourthPowers = 0.0
    let planes = [false, true].map { isCr in
      var codes = rowBuffer
      var pair = [Float](repeating: 0, count: 2 * rows.paddedWidth)
      return FrequencyPlane(shape.components[1], stripWidth: rows.paddedWidth) { blockRow, strip in
        for line in 0..<8 {
          let y = 2 * (8 * blockRow + line)
          pair.withSpan { pair in
            pair.withRange(rows.range(0)) { readChroma(y, isCr, &codes, into: &$0) }
            pair.withRange(rows.range(1)) { readChroma(y + 1, isCr, &codes, into: &$0) }
          }
          let start = rows.range(line).lowerBound
          strip.withRange(start..<start + rows.paddedWidth / 2) { fourthPowers += Double(halve(pair.span, into: &$0)) }
        }
      }
    }
    let mean = fourthPowers / Double(rows.pixels.width * rows.pixels.height)
    return (planes, Float(mean.squareRoot().squareRoot()))
  }

  private func readChroma(_ y: Int, _ isCr: Bool, _ codes: inout [Float], into row: inout MutableSpan<Float>) {
    read(y, into: &codes)
    map(codes, into: &row) { red, green, blue in
      let chroma = ColorConversion.chroma(red, green, blue)
      return rounded(isCr ? chroma.cr : chroma.cb)
    }
  }

  /// - Parameter pair: two rows.
  /// - Returns: the sum of the fourth powers of what is lost.
  private func halve(_ pair: Span<Float>, into row: inout MutableSpan<Float>) -> Float {
    var sum = SIMD8<Float>(repeating: 0)
    mapSquares(pair.extracting(rows.range(0)), pair.extracting(rows.range(1)), into: &row) { above, below in
      let mean = ((above.evenHalf + above.oddHalf) + (below.evenHalf + below.oddHalf)) * 0.25
      for sample in [above.evenHalf, above.oddHalf, below.evenHalf, below.oddHalf] {
        let square = (sample - mean) * (sample - mean)
        sum += square * square
      }
      return rounded(mean)
    }
    return sum.total
  }

  /// Halves go down, as they do in libjpeg; upwards a blue of 1 beside black would come back as 2.
  @inline(__always) private func rounded(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    rounds ? (samples - 1e-4).nearest : samples
  }

  /// Room for red, green and blue of a row.
  private var rowBuffer: [Float] { [Float](repeating: 0, count: rows.rowCount) }

  private func read(_ y: Int, into codes: inout [Float]) {
    codes.withSpan { rows.read(y, as: ColorConversion.codes, into: &$0) }
  }

  /// Writes what the vectors of red, green and blue become.
  @inline(__always) private func map(
    _ codes: [Float], into row: inout MutableSpan<Float>,
    _ transform: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
  ) {
    let codes = codes.span
    mapVectors(
      codes.extracting(rows.range(0)), codes.extracting(rows.range(1)), codes.extracting(rows.range(2)), into: &row,
      transform)
  }
}
