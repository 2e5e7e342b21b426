/// How the 4-norm of new edges changes with each pixel of a decoded picture.
///
/// An edge is how far a pixel is from the mean of its window. The norm is that of how much more of it there is than in the
/// original, relative to that: the artifact map of SSIMULACRA2.
package struct EdgeGradient {
  private let luma: Plane
  private let decoded: Plane
  /// For each pixel, what is new, with the sign of the edge; and 1 / (1 + the original's edge).
  private let maps: [SIMD2<Float>]
  private let norm: Float

  /// - Parameter decoded: of the same size.
  package init(_ luma: Plane, decoded: Plane) {
    (self.luma, self.decoded) = (luma, decoded)
    var maps = [SIMD2<Float>](repeating: .zero, count: luma.stride * luma.height)
    var powers = 0.0
    GaussianBlur(width: luma.width, height: luma.height, count: 2).run { y, picture, row in
      (picture == 0 ? luma : decoded).forEachVector(y) { x, value in store8(value, to: row + x) }
    } take: { y, rows, stride in
      for x in 0..<luma.width {
        let place = y * luma.stride + x
        let (first, second) = (luma.samples[place] - rows[x], decoded.samples[place] - rows[stride + x])
        let inverse = 1 / (1 + abs(first))
        let new = max((abs(second) - abs(first)) * inverse, 0)
        maps[place] = SIMD2(second < 0 ? -new : new, inverse)
        powers += Double((new * new) * (new * new))
      }
    }
    self.maps = maps
    norm = Float((powers / Double(luma.width * luma.height)).squareRoot().squareRoot())
  }

  /// The derivative by each pixel, times the number of pixels; near the edges about that, as in `DissimilarityGradient`.
  ///
  /// - Parameter fourthNorm: what the 4-norm counts.
  package func plane(fourthNorm: Float) -> Plane {
    let scale = norm > 0 ? 1 / norm : 0
    func slope(_ place: Int) -> Float {
      let relative = maps[place].x * scale
      return fourthNorm * (relative * relative * relative) * maps[place].y
    }
    return Plane(width: luma.width, height: luma.height) { output, outputStride in
      GaussianBlur(width: luma.width, height: luma.height, count: 1).run { y, _, row in
        for x in 0..<luma.width { row[x] = slope(y * luma.stride + x) }
      } take: { y, rows, _ in
        for x in 0..<luma.width { output[y * outputStride + x] = slope(y * luma.stride + x) - rows[x] }
      }
    }
  }
}
