/// The samples of a component as libjpeg-like decoders compute them.
struct SamplePlane: Sendable {
  let shape: ComponentShape
  /// Samples in a row of all blocks.
  let stride: Int
  /// 0 to 255, in rows of all blocks.
  let samples: [UInt8]

  init(_ component: QuantizedComponent, steps: [UInt8]) {
    let shape = component.shape
    let stride = shape.blocksWide * 8
    (self.shape, self.stride) = (shape, stride)
    let (transform, order) = (BlockTransform(), ZigZag.rowOrder)
    var block = [Float](repeating: 0, count: 64)
    samples = [UInt8](count: shape.blockCount * 64) { output in
      for index in 0..<shape.blockCount {
        block.withSpan { component.dequantize(index, steps, into: &$0) { order[$0] } }
        let rows = transform.inverse(BlockRows(block.span))
        let (row, column) = index.quotientAndRemainder(dividingBy: shape.blocksWide)
        rows.forEachRow { y, row8 in output.store(Self.codes(row8), at: (8 * row + y) * stride + 8 * column) }
      }
    }
  }

  /// The indices of a row's samples.
  func range(ofRow y: Int) -> Range<Int> { y * stride..<y * stride + shape.width }

  @inline(__always) private static func codes(_ row: SIMD8<Float>) -> SIMD8<UInt8> {
    // Halves, which flat blocks are full of, are rounded up. Where the unit in the last place is 1, the low bits are the number.
    let codes = (row + (128 + 1 / 1024)).limited(0, 255) + 8_388_608
    return SIMD8<UInt8>(truncatingIfNeeded: codes.bits)
  }
}

/// Upsamples 4:2:0 to full size like libjpeg: three parts of the nearest sample and one of the second nearest, in each
/// direction ("fancy upsampling" of jdsample.c, `h2v2_fancy_upsample`).
struct ChromaUpsampling {
  let plane: SamplePlane
  let width: Int
  let height: Int

  /// Writes the samples of row `y` of the picture; needs room for one more than its width.
  func row(_ y: Int, into output: inout MutableSpan<UInt8>) {
    let (near, count) = (y / 2, plane.shape.width)
    // libjpeg repeats the first and the last row, and all of narrow components.
    let far = min(max(y.isMultiple(of: 2) ? near - 1 : near + 1, 0), plane.shape.height - 1)
    let samples = plane.samples.span
    let (nearRow, farRow) = (samples.extracting(plane.range(ofRow: near)), samples.extracting(plane.range(ofRow: far)))
    guard count > 2 else {
      for x in 0..<width { output[x] = nearRow[x / 2] }
      return
    }
    let sums = [Int16](count: count) { sums in
      precondition(nearRow.count == count && farRow.count == count && sums.count == count, "rows are as wide")
      for x in 0..<count {
        unsafe sums[unchecked: x] = 3 &* Int16(nearRow[unchecked: x]) &+ Int16(farRow[unchecked: x])
      }
    }
    Self.widen(sums.span, into: &output)
  }

  private static func widen(_ sums: Span<Int16>, into output: inout MutableSpan<UInt8>) {
    let last = sums.count - 1
    precondition(output.count >= 2 * sums.count, "there is room for twice as many samples")
    output[0] = UInt8(truncatingIfNeeded: (4 &* sums[0] &+ 8) &>> 4)
    output[2 * last + 1] = UInt8(truncatingIfNeeded: (4 &* sums[last] &+ 7) &>> 4)
    for x in 0..<last {
      let (left, right) = unsafe (sums[unchecked: x], sums[unchecked: x &+ 1])
      unsafe output[unchecked: 2 &* x &+ 1] = UInt8(truncatingIfNeeded: (3 &* left &+ right &+ 7) &>> 4)
      unsafe output[unchecked: 2 &* x &+ 2] = UInt8(truncatingIfNeeded: (3 &* right &+ left &+ 8) &>> 4)
    }
  }
}
