/// Cb and Cr as decoders that follow libjpeg show them.
struct DecodedChroma {
  let shape: FrameShape
  /// Both; empty where there is no colour.
  let planes: [SamplePlane]

  /// - Parameter components: Cb and Cr, or none.
  init(_ shape: FrameShape, _ components: [QuantizedComponent], steps: [UInt8]) {
    self.shape = shape
    planes = components.map { SamplePlane($0, steps: steps) }
  }

  /// Writes Cb (0) or Cr (1) of the pixels of row `y`, one for each; needs room for one more.
  func row(_ y: Int, _ index: Int, into output: UnsafeMutablePointer<UInt8>) {
    if shape.sampling == .half {
      ChromaUpsampling(plane: planes[index], width: shape.width, height: shape.height).row(y, into: output)
    } else {
      planes[index].samples.withPointer { samples in
        output.update(from: samples + y * planes[index].stride, count: shape.width)
      }
    }
  }
}

extension DecodedChroma {
  init(_ picture: QuantizedPicture) {
    self.init(picture.shape, Array(picture.components.dropFirst()), steps: picture.tables.chroma)
  }
}

/// What decoders that follow libjpeg show of a JPEG.
package struct DecodedPicture {
  let luma: SamplePlane
  let chroma: DecodedChroma

  package init(_ picture: QuantizedPicture) {
    luma = SamplePlane(picture.components[0], steps: picture.tables.luma)
    chroma = DecodedChroma(picture)
  }

  /// The pixels: red, green and blue, or gray where there is no colour.
  package var pixels: JPEGPixels {
    let (width, height) = (chroma.shape.width, chroma.shape.height)
    let channels = chroma.planes.isEmpty ? 1 : 3
    let samples = [UInt8](count: width * height * channels) { output in
      withScratch(of: UInt8.self, count: 2 * (width + 1)) { buffer in
        let (blue, red) = (buffer, buffer + width + 1)
        luma.samples.withPointer { luma in
          for y in 0..<height {
            let row = output + y * width * channels
            let lumaRow = luma + y * self.luma.stride
            guard channels == 3 else {
              row.update(from: lumaRow, count: width)
              continue
            }
            chroma.row(y, 0, into: blue)
            chroma.row(y, 1, into: red)
            Self.convert(lumaRow, blue, red, width, into: row)
          }
        }
      }
    }
    return JPEGPixels(width: width, height: height, layout: channels == 3 ? .rgb : .gray, packed: samples)
  }

  /// As jdcolor.c computes it, with 16 bits behind the point.
  private static func convert(
    _ luma: UnsafePointer<UInt8>, _ cb: UnsafePointer<UInt8>, _ cr: UnsafePointer<UInt8>, _ width: Int,
    into output: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<width {
      let (y, b, r) = (Int32(luma[x]), Int32(cb[x]) &- 128, Int32(cr[x]) &- 128)
      output[3 &* x] = code(y &+ (91_881 &* r &+ 32_768) &>> 16)
      output[3 &* x &+ 1] = code(y &+ (-22_554 &* b &- 46_802 &* r &+ 32_768) &>> 16)
      output[3 &* x &+ 2] = code(y &+ (116_130 &* b &+ 32_768) &>> 16)
    }
  }

  @inline(__always) private static func code(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
