/// Cb and Cr as libjpeg-like decoders show them.
struct DecodedChroma {
  let shape: FrameShape
  /// Both; empty without colour.
  let planes: [SamplePlane]

  /// - Parameter components: Cb and Cr, or none.
  init(_ shape: FrameShape, _ components: [QuantizedComponent], steps: [UInt8]) {
    self.shape = shape
    planes = components.map { SamplePlane($0, steps: steps) }
  }

  init(_ picture: QuantizedPicture) {
    self.init(picture.shape, Array(picture.components.dropFirst()), steps: picture.tables.chroma)
  }

  /// Writes Cb (0) or Cr (1) of the pixels of row `y`, one for each; needs room for one more.
  func row(_ y: Int, _ index: Int, into output: inout MutableSpan<UInt8>) {
    let plane = planes[index]
    if shape.sampling == .half {
      ChromaUpsampling(plane: plane, width: shape.width, height: shape.height).row(y, into: &output)
    } else {
      output.copy(plane.samples.span.extracting(plane.range(ofRow: y)))
    }
  }
}

/// A JPEG's pixels in libjpeg-like decoders.
package struct DecodedPicture {
  let luma: SamplePlane
  let chroma: DecodedChroma

  package init(_ picture: QuantizedPicture) {
    luma = SamplePlane(picture.components[0], steps: picture.tables.luma)
    chroma = DecodedChroma(picture)
  }

  /// The pixels: red, green and blue, or gray without colour.
  package var pixels: JPEGPixels {
    let (width, height) = (chroma.shape.width, chroma.shape.height)
    let channels = chroma.planes.isEmpty ? 1 : 3
    var (cb, cr) = ([UInt8](repeating: 0, count: width + 1), [UInt8](repeating: 0, count: width + 1))
    let samples = [UInt8](count: width * height * channels) { output in
      for y in 0..<height {
        output.withRange(y * width * channels..<(y + 1) * width * channels) { row in
          let luma = luma.samples.span.extracting(luma.range(ofRow: y))
          guard channels == 3 else { return row.copy(luma) }
          cb.withSpan { chroma.row(y, 0, into: &$0) }
          cr.withSpan { chroma.row(y, 1, into: &$0) }
          Self.convert(luma, cb.span, cr.span, into: &row)
        }
      }
    }
    return JPEGPixels(width: width, height: height, layout: channels == 3 ? .rgb : .gray, packed: samples)
  }

  /// As jdcolor.c computes it, in fixed point with 16 bits.
  ///
  /// A separate function, since the compiler does not vectorize it within the loop over rows.
  @inline(never) private static func convert(
    _ luma: Span<UInt8>, _ cb: Span<UInt8>, _ cr: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) {
    let width = luma.count
    precondition(min(cb.count, cr.count) >= width && output.count == 3 * width, "rows are as wide as the picture")
    for x in 0..<width {
      let y = unsafe Int32(luma[unchecked: x])
      let (b, r) = unsafe (Int32(cb[unchecked: x]) &- 128, Int32(cr[unchecked: x]) &- 128)
      unsafe output[unchecked: 3 &* x] = code(y &+ (91_881 &* r &+ 32_768) &>> 16)
      unsafe output[unchecked: 3 &* x &+ 1] = code(y &+ (-22_554 &* b &- 46_802 &* r &+ 32_768) &>> 16)
      unsafe output[unchecked: 3 &* x &+ 2] = code(y &+ (116_130 &* b &+ 32_768) &>> 16)
    }
  }

  @inline(__always) private static func code(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
