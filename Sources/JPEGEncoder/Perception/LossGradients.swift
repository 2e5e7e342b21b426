/// How structural dissimilarity at one scale changes with each pixel of a decoded picture: its derivative, where
/// `StructuralWeights` knows the curvature. It is exact where no window goes beyond the picture; within two pixels of an edge
/// it is about a quarter off, since nothing is made of what the pixels at the edge stand for beyond it.
///
/// With means m, variances v and the covariance c in a window, dissimilarity is 1 - (1 - (m1 - m2)^2) (2 c + C2) / (v1 + v2 + C2).
/// It depends on the decoded pixels by three blurred pictures: theirs, their squares' and their products' with the original. What
/// the derivatives by those are, blurred again, is the derivative by a pixel.
package struct DissimilarityGradient {
  private let luma: Plane
  private let decoded: Plane
  /// The dissimilarity of all pixels, then its derivatives by the mean, the mean square and the mean product, each as large as `luma`.
  private let maps: [Float]

  /// - Parameter decoded: of the same size.
  package init(_ luma: Plane, decoded: Plane) {
    (self.luma, self.decoded) = (luma, decoded)
    let size = luma.samples.count
    maps = [Float](count: 4 * size) { maps in
      StructuralWeights.forEachWindow(luma, decoded) { place, window in
        let likeness = window.luminance * window.structure
        let square = likeness * window.inverse
        let product = (window.luminance + window.luminance) * window.inverse
        let difference = window.first - window.second
        maps.store(window.dissimilarity, at: place)
        let mean = window.first * product - (window.second + window.second) * square
        maps.store(mean - (difference + difference) * window.structure, at: place + size)
        maps.store(square, at: place + 2 * size)
        maps.store(0 - product, at: place + 3 * size)
      }
    }
  }

  /// The places of a row of a map.
  private func range(_ map: Int, ofRow y: Int) -> Range<Int> {
    let start = map * luma.samples.count + luma.range(ofRow: y).lowerBound
    return start..<start + luma.stride
  }

  /// The derivative by each pixel, times the number of pixels.
  ///
  /// - Parameters:
  ///   - mean: what the mean of dissimilarities counts.
  ///   - fourthNorm: what their 4-norm counts.
  package func plane(mean: Float, fourthNorm: Float) -> Plane {
    let dissimilarity = maps.span.extracting(0..<luma.samples.count)
    let norm = StructuralWeights.fourthNorm(dissimilarity, width: luma.width, height: luma.height)
    let scale = norm > 0 ? 1 / norm : 0
    return Plane(width: luma.width, height: luma.height) { output in
      GaussianBlur(width: luma.width, height: luma.height, count: 3).run { y, picture, row in
        let dissimilarity = maps.span.extracting(range(0, ofRow: y))
        let derivative = maps.span.extracting(range(picture + 1, ofRow: y))
        mapVectors(dissimilarity, derivative, into: &row) { dissimilarity, derivative in
          let relative = dissimilarity * scale
          return (mean + fourthNorm * (relative * relative * relative)) * derivative
        }
      } take: { y, rows, stride in
        let first = luma.samples.span.extracting(luma.range(ofRow: y))
        let second = decoded.samples.span.extracting(decoded.range(ofRow: y))
        output.withRange(luma.range(ofRow: y)) { row in
          mapVectors(rows.extracting(0..<stride), second, rows.extracting(stride..<2 * stride), into: &row) {
            $0 + ($1 + $1) * $2
          }
          updateVectors(&row, by: first, rows.extracting(2 * stride..<3 * stride)) { $0 + $1 * $2 }
        }
      }
    }
  }
}

/// How the 4-norm of new edges changes with each pixel of a decoded picture.
///
/// An edge is how far a pixel is from the mean of its window. The norm is that of how much more of it there is than in the
/// original, relative to that: the artifact map of SSIMULACRA2.
package struct EdgeGradient {
  private let luma: Plane
  /// For each pixel, what is new, with the sign of the edge; and 1 / (1 + the original's edge).
  private let maps: [SIMD2<Float>]
  private let norm: Float

  /// - Parameter decoded: of the same size.
  package init(_ luma: Plane, decoded: Plane) {
    self.luma = luma
    var maps = [SIMD2<Float>](repeating: .zero, count: luma.samples.count)
    var powers = 0.0
    GaussianBlur(width: luma.width, height: luma.height, count: 2).run { y, picture, row in
      row.copy((picture == 0 ? luma : decoded).samples.span.extracting(luma.range(ofRow: y)))
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
    return Plane(width: luma.width, height: luma.height) { output in
      GaussianBlur(width: luma.width, height: luma.height, count: 1).run { y, _, row in
        for x in 0..<luma.width { row[x] = slope(y * luma.stride + x) }
      } take: { y, rows, _ in
        for x in 0..<luma.width { output[y * luma.stride + x] = slope(y * luma.stride + x) - rows[x] }
      }
    }
  }
}
