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
    for index in Int(starts[block])..<Int(starts[block + 1]) {
      let position = Int(ac[index].position)
      last = position
      values[ZigZag.rowOrder[position]] = Float(Int(ac[index].value) * Int(steps[position]))
    }
    return last
  }
}
