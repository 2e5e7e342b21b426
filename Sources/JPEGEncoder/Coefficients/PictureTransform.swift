/// The components of a picture, transformed.
package struct PictureTransform {
  private let rows: PixelRows
  /// Whether samples are rounded before the transform, like those of decoders.
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

  package func luma(_ shape: ComponentShape) -> FrequencyPlane {
    var codes = rowBuffer
    return FrequencyPlane(shape, stripWidth: rows.paddedWidth) { blockRow, strip in
      for line in 0..<8 {
        read(8 * blockRow + line, into: &codes)
        strip.withRange(rows.range(line)) { luma in
          map(codes, into: &luma) { rounded(ColorConversion.luma($0, $1, $2)) }
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

  /// Cb, then Cr, with the mean of each two by two pixels, and the loss.
  package func halfChroma(_ shape: FrameShape) -> (planes: [FrequencyPlane], loss: ChromaLoss) {
    let (shape, width) = (shape.components[1], rows.paddedWidth / 2)
    var (codes, pairs) = (rowBuffer, (cb: pairBuffer, cr: pairBuffer))
    var loss = ChromaLoss(pixels: rows.pixels.width * rows.pixels.height, blocks: shape.blockCount)
    // Both come from one reading; the second is transformed at the end.
    var second = [Float](repeating: 0, count: 8 * shape.blocksHigh * width)
    let first = FrequencyPlane(shape, stripWidth: width) { blockRow, strip in
      // Of each block of eight by eight means.
      var losses = [SIMD8<Float>](repeating: .zero, count: width / 8)
      for line in 0..<8 {
        let y = 8 * blockRow + line
        for part in 0..<2 { readChroma(2 * y + part, &codes, into: &pairs, rows.range(part)) }
        strip.withRange(line * width..<(line + 1) * width) { halve(pairs.cb.span, into: &$0, &losses) }
        second.withSpan { second in
          second.withRange(y * width..<(y + 1) * width) { halve(pairs.cr.span, into: &$0, &losses) }
        }
      }
      for block in losses.prefix(shape.blocksWide) { loss.add(block.total) }
    }
    let other = FrequencyPlane(shape, stripWidth: width) { blockRow, strip in
      strip.copy(second.span.extracting(8 * blockRow * width..<8 * (blockRow + 1) * width))
    }
    return ([first, other], loss)
  }

  /// Writes Cb and Cr of a row of pixels to these places.
  private func readChroma(
    _ y: Int, _ codes: inout [Float], into pairs: inout (cb: [Float], cr: [Float]), _ range: Range<Int>
  ) {
    read(y, into: &codes)
    pairs.cb.withSpan { pair in
      pair.withRange(range) { row in
        map(codes, into: &row) { red, green, blue in rounded(ColorConversion.chroma(red, green, blue).cb) }
      }
    }
    pairs.cr.withSpan { pair in
      pair.withRange(range) { row in
        map(codes, into: &row) { red, green, blue in rounded(ColorConversion.chroma(red, green, blue).cr) }
      }
    }
  }

  private func readChroma(_ y: Int, _ isCr: Bool, _ codes: inout [Float], into row: inout MutableSpan<Float>) {
    read(y, into: &codes)
    map(codes, into: &row) { red, green, blue in
      let chroma = ColorConversion.chroma(red, green, blue)
      return rounded(isCr ? chroma.cr : chroma.cb)
    }
  }

  /// - Parameters:
  ///   - pair: two rows.
  ///   - losses: the fourth powers of the loss are added to those of each vector.
  private func halve(_ pair: Span<Float>, into row: inout MutableSpan<Float>, _ losses: inout [SIMD8<Float>]) {
    var place = 0
    mapSquares(pair.extracting(rows.range(0)), pair.extracting(rows.range(1)), into: &row) { above, below in
      let mean = ((above.evenHalf + above.oddHalf) + (below.evenHalf + below.oddHalf)) * 0.25
      var sum = losses[place]
      for sample in [above.evenHalf, above.oddHalf, below.evenHalf, below.oddHalf] {
        let square = (sample - mean) * (sample - mean)
        sum += square * square
      }
      losses[place] = sum
      place &+= 1
      return rounded(mean)
    }
  }

  /// Halves go down, as in libjpeg; upwards, a blue of 1 next to black would become 2.
  @inline(__always) private func rounded(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    rounds ? (samples - 1e-4).nearest : samples
  }

  /// A buffer for red, green and blue of a row.
  private var rowBuffer: [Float] { [Float](repeating: 0, count: rows.rowCount) }

  /// A buffer for two rows.
  private var pairBuffer: [Float] { [Float](repeating: 0, count: 2 * rows.paddedWidth) }

  private func read(_ y: Int, into codes: inout [Float]) { codes.withSpan { rows.read(y, into: &$0) } }

  /// Writes the transformed vectors of red, green and blue.
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

/// What 4:2:0 loses of chroma, before quantization.
package struct ChromaLoss: Sendable {
  let pixels: Int
  let blocks: Int
  private(set) var fourthPowers = 0.0
  private(set) var sameBlocks = 0
  /// With less, a block looks the same.
  private static let leastFourthPowers: Float = 8

  /// - Parameter fourthPowers: of all differences of a block, of both components.
  mutating func add(_ fourthPowers: Float) {
    self.fourthPowers += Double(fourthPowers)
    if fourthPowers < Self.leastFourthPowers { sameBlocks += 1 }
  }

  /// The 4-norm of the differences, over all pixels.
  package var norm: Double { (fourthPowers / Double(pixels)).squareRoot().squareRoot() }

  /// Whether most blocks lose nothing, as in drawings and screens: then full chroma costs few bytes.
  package var isConcentrated: Bool { 2 * sameBlocks > blocks }
}
