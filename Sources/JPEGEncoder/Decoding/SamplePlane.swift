/// The samples of a component as decoders that follow libjpeg compute them.
struct SamplePlane: Sendable {
  let shape: ComponentShape
  /// Samples in a row: those of all blocks.
  let stride: Int
  /// 0 to 255, in rows of all blocks.
  let samples: [UInt8]

  init(_ component: QuantizedComponent, steps: [UInt8]) {
    let shape = component.shape
    let stride = shape.blocksWide * 8
    (self.shape, self.stride) = (shape, stride)
    let transform = BlockTransform()
    let count = shape.blockCount * 64
    samples = [UInt8](count: count) { output in
      withScratch(of: SIMD8<Float>.self, count: 8) { block in
        for index in 0..<shape.blockCount {
          let (row, column) = index.quotientAndRemainder(dividingBy: shape.blocksWide)
          if component.dequantize(index, steps, into: block) < Self.cornerSize {
            transform.inverseOfCorner(block)
          } else {
            transform.inverse(block)
          }
          let corner = output + 8 * row * stride + 8 * column
          for y in 0..<8 { Self.store(block[y], to: corner + y * stride) }
        }
      }
    }
  }

  /// Coefficients before this place in zigzag order are of the four lowest frequencies in both directions.
  private static let cornerSize = 10

  @inline(__always) private static func store(_ row: SIMD8<Float>, to output: UnsafeMutablePointer<UInt8>) {
    // Halves, which flat blocks are full of, are rounded up. Where the unit in the last place is 1, the number is in the low bits.
    let codes = (row + (128 + 1 / 1024)).limited(0, 255) + 8_388_608
    let bytes = SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(codes, to: SIMD8<UInt32>.self))
    UnsafeMutableRawPointer(output).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
  }
}

extension QuantizedComponent {
  /// Writes the coefficients of a block, by rows.
  ///
  /// - Returns: the last place in zigzag order that is not zero.
  @inline(__always) fileprivate func dequantize(
    _ block: Int, _ steps: [UInt8], into rows: UnsafeMutablePointer<SIMD8<Float>>
  ) -> Int {
    for row in 0..<8 { rows[row] = .zero }
    let values = UnsafeMutableRawPointer(rows).assumingMemoryBound(to: Float.self)
    values[0] = Float(Int(dc[block]) * Int(steps[0]))
    var last = 0
    for index in ac.range(ofBlock: block) {
      let position = Int(ac.entries[index].position)
      last = position
      values[ZigZag.rowOrder[position]] = Float(Int(ac.entries[index].value) * Int(steps[position]))
    }
    return last
  }
}

/// Brings the samples of 4:2:0 to one for each pixel as libjpeg does: each is three parts of the nearest and one of the second
/// nearest, in each direction ("fancy upsampling" of jdsample.c, `h2v2_fancy_upsample`).
struct ChromaUpsampling {
  let plane: SamplePlane
  let width: Int
  let height: Int

  /// Writes the samples of row `y` of the picture; there must be room for one more than its width.
  func row(_ y: Int, into output: UnsafeMutablePointer<UInt8>) {
    plane.samples.withPointer { samples in
      let near = y / 2
      // libjpeg repeats the first and the last row, and narrow components altogether.
      let far = min(max(y.isMultiple(of: 2) ? near - 1 : near + 1, 0), plane.shape.height - 1)
      let (nearRow, farRow) = (samples + near * plane.stride, samples + far * plane.stride)
      guard plane.shape.width > 2 else {
        for x in 0..<width { output[x] = nearRow[x / 2] }
        return
      }
      withScratch(of: Int16.self, count: plane.shape.width) { sums in
        for x in 0..<plane.shape.width { sums[x] = 3 &* Int16(nearRow[x]) &+ Int16(farRow[x]) }
        Self.widen(UnsafePointer(sums), plane.shape.width, into: output)
      }
    }
  }

  private static func widen(_ sums: UnsafePointer<Int16>, _ count: Int, into output: UnsafeMutablePointer<UInt8>) {
    output[0] = UInt8(truncatingIfNeeded: (4 &* sums[0] &+ 8) &>> 4)
    output[2 * count - 1] = UInt8(truncatingIfNeeded: (4 &* sums[count - 1] &+ 7) &>> 4)
    for x in 0..<count - 1 {
      output[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (3 &* sums[x] &+ sums[x + 1] &+ 7) &>> 4)
      output[2 &* x &+ 2] = UInt8(truncatingIfNeeded: (3 &* sums[x + 1] &+ sums[x] &+ 8) &>> 4)
    }
  }
}
