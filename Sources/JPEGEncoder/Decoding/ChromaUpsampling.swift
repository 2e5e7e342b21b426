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
