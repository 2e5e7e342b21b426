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
    self.width = width
    self.height = height
    self.count = count
  }

  /// Room for a row of one picture: whole vectors, and as many pixels at each side as the window needs.
  private var stride: Int { (width + 7) / 8 * 8 + 16 }

  /// - Parameters:
  ///   - fill: writes a row of a picture from where it is told to.
  ///   - take: is given all pictures' blurred rows, each `stride` after the one before, with up to seven numbers beyond the end.
  package func run(
    fill: (_ y: Int, _ picture: Int, _ row: UnsafeMutablePointer<Float>) -> Void,
    take: (_ y: Int, _ rows: UnsafeMutablePointer<Float>, _ stride: Int) -> Void
  ) {
    let (radius, stride) = (Self.radius, stride)
    let ringSize = 2 * radius + 1
    let size = stride * (1 + count * (ringSize + 1))
    withScratch(of: Float.self, count: size) { source in
      source.initialize(repeating: 0, count: size)
      let ring = source + stride
      let output = ring + ringSize * count * stride
      for y in 0..<height + radius {
        if y < height {
          for picture in 0..<count {
            fill(y, picture, source + 8)
            blurRow(source, into: ring + ((y % ringSize) * count + picture) * stride)
          }
        }
        guard y >= radius else { continue }
        blurColumns(ring, center: y - radius, into: output)
        take(y - radius, output, stride)
      }
    }
  }

  private func blurRow(_ source: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
    for x in 0..<8 {
      source[x] = source[8]
      source[8 + width + x] = source[7 + width]
    }
    let window = Window()
    for x in Swift.stride(from: 0, to: width, by: 8) {
      let center = source + 8 + x
      store8(
        window.sum(
          load8(center), load8(center - 1) + load8(center + 1), load8(center - 2) + load8(center + 2),
          load8(center - 3) + load8(center + 3), load8(center - 4) + load8(center + 4),
          load8(center - 5) + load8(center + 5)),
        to: output + x)
    }
  }

  private func blurColumns(_ ring: UnsafeMutablePointer<Float>, center: Int, into output: UnsafeMutablePointer<Float>) {
    let ringSize = 2 * Self.radius + 1
    func row(_ offset: Int) -> UnsafeMutablePointer<Float> {
      ring + (min(max(center + offset, 0), height - 1) % ringSize) * count * stride
    }
    let rows = (row(0), row(-1), row(1), row(-2), row(2), row(-3), row(3), row(-4), row(4), row(-5), row(5))
    let window = Window()
    for x in Swift.stride(from: 0, to: count * stride, by: 8) {
      store8(
        window.sum(
          load8(rows.0 + x), load8(rows.1 + x) + load8(rows.2 + x), load8(rows.3 + x) + load8(rows.4 + x),
          load8(rows.5 + x) + load8(rows.6 + x), load8(rows.7 + x) + load8(rows.8 + x),
          load8(rows.9 + x) + load8(rows.10 + x)),
        to: output + x)
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
