/// Blurs pictures by a Gaussian with a standard deviation of 1.5 pixels, row by row: the window of SSIM (Z. Wang and others,
/// 2004), eleven pixels wide. Pixels beyond the edges are like the nearest.
package struct GaussianBlur {
  /// exp(-x^2 / 4.5), x in 0...5, divided by the sum over -5...5.
  package static let window: [Float] = [
    0.266_011_7, 0.213_005_53, 0.109_360_69, 0.036_000_77, 0.007_598_76, 0.001_028_38,
  ]
  private static let radius = 5

  let width: Int
  let height: Int
  /// How many pictures are blurred at once.
  let count: Int

  package init(width: Int, height: Int, count: Int) {
    (self.width, self.height, self.count) = (width, height, count)
  }

  /// Numbers in a row of a picture, in whole vectors.
  private var stride: Int { (width + 7) / 8 * 8 }

  /// - Parameters:
  ///   - fill: writes a row of a picture.
  ///   - take: gets all pictures' blurred rows, each `stride` after the previous, with up to seven numbers beyond the end.
  package func run(
    fill: (_ y: Int, _ picture: Int, _ row: inout MutableSpan<Float>) -> Void,
    take: (_ y: Int, _ rows: Span<Float>, _ stride: Int) -> Void
  ) {
    let (radius, stride) = (Self.radius, stride)
    let ringSize = 2 * radius + 1
    // Padded at each side as the window needs.
    var source = [Float](repeating: 0, count: stride + 16)
    var ring = [Float](repeating: 0, count: ringSize * count * stride)
    var output = [Float](repeating: 0, count: count * stride)
    for y in 0..<height + radius {
      if y < height {
        for picture in 0..<count {
          let start = ((y % ringSize) * count + picture) * stride
          source.withSpan { fillRow(y, picture, fill, &$0) }
          ring.withSpan { $0.withRange(start..<start + stride) { blurRow(source.span, into: &$0) } }
        }
      }
      guard y >= radius else { continue }
      output.withSpan { blurColumns(ring.span, center: y - radius, into: &$0) }
      take(y - radius, output.span, stride)
    }
  }

  private func fillRow(
    _ y: Int, _ picture: Int, _ fill: (_ y: Int, _ picture: Int, _ row: inout MutableSpan<Float>) -> Void,
    _ source: inout MutableSpan<Float>
  ) {
    source.withRange(8..<8 + stride) { fill(y, picture, &$0) }
    for x in 0..<8 {
      source[x] = source[8]
      source[8 + width + x] = source[7 + width]
    }
  }

  private func blurRow(_ source: Span<Float>, into output: inout MutableSpan<Float>) {
    let (window, count) = (Window(), output.count)
    precondition(count.isMultiple(of: 8) && source.count == count + 16, "there are pixels at each side")
    for x in Swift.stride(from: 0, to: count, by: 8) {
      let center = x &+ 8
      @inline(__always) func pair(_ distance: Int) -> SIMD8<Float> {
        unsafe source.vector(unchecked: center &- distance) + source.vector(unchecked: center &+ distance)
      }
      let sum = unsafe window.sum(source.vector(unchecked: center), pair(1), pair(2), pair(3), pair(4), pair(5))
      unsafe output.store(sum, unchecked: x)
    }
  }

  private func blurColumns(_ ring: Span<Float>, center: Int, into output: inout MutableSpan<Float>) {
    let (window, count) = (Window(), output.count)
    func row(_ offset: Int) -> Range<Int> {
      let y = min(max(center + offset, 0), height - 1) % (2 * Self.radius + 1)
      return y * count..<(y + 1) * count
    }
    let (above5, above4, above3) = (ring.extracting(row(-5)), ring.extracting(row(-4)), ring.extracting(row(-3)))
    let (above2, above1, middle) = (ring.extracting(row(-2)), ring.extracting(row(-1)), ring.extracting(row(0)))
    let (below1, below2, below3) = (ring.extracting(row(1)), ring.extracting(row(2)), ring.extracting(row(3)))
    let (below4, below5) = (ring.extracting(row(4)), ring.extracting(row(5)))
    precondition(count.isMultiple(of: 8), "rows are whole vectors")
    // All rows are as long as the output.
    for x in Swift.stride(from: 0, to: count, by: 8) {
      let sum = unsafe window.sum(
        middle.vector(unchecked: x), above1.vector(unchecked: x) + below1.vector(unchecked: x),
        above2.vector(unchecked: x) + below2.vector(unchecked: x),
        above3.vector(unchecked: x) + below3.vector(unchecked: x),
        above4.vector(unchecked: x) + below4.vector(unchecked: x),
        above5.vector(unchecked: x) + below5.vector(unchecked: x))
      unsafe output.store(sum, unchecked: x)
    }
  }

  private struct Window {
    private let weights = (
      GaussianBlur.window[0], GaussianBlur.window[1], GaussianBlur.window[2], GaussianBlur.window[3],
      GaussianBlur.window[4], GaussianBlur.window[5]
    )

    @inline(__always) func sum(
      _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>, _ e: SIMD8<Float>, _ f: SIMD8<Float>
    ) -> SIMD8<Float> {
      let first = a * weights.0 + b * weights.1
      let second = c * weights.2 + d * weights.3
      let third = e * weights.4 + f * weights.5
      return (first + second) + third
    }
  }
}
