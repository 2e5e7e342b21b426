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
  /// Rows of the dissimilarity of all pixels, then of its derivatives by the mean, the mean square and the mean product.
  private let maps: [Float]
  private var mapSize: Int { luma.stride * luma.height }

  /// - Parameter decoded: of the same size.
  package init(_ luma: Plane, decoded: Plane) {
    (self.luma, self.decoded) = (luma, decoded)
    let size = luma.stride * luma.height
    maps = [Float](count: 4 * size) { maps in
      maps.initialize(repeating: 0, count: 4 * size)
      StructuralWeights.forEachWindow(luma, decoded) { y, x, window in
        let place = maps + y * luma.stride + x
        let likeness = window.luminance * window.structure
        let square = likeness * window.inverse
        let product = (window.luminance + window.luminance) * window.inverse
        let difference = window.first - window.second
        store8((1 - likeness).limited(0, 4), to: place)
        let mean = window.first * product - (window.second + window.second) * square
        store8(mean - (difference + difference) * window.structure, to: place + size)
        store8(square, to: place + 2 * size)
        store8(0 - product, to: place + 3 * size)
      }
    }
  }

  /// The derivative by each pixel, times the number of pixels.
  ///
  /// - Parameters:
  ///   - mean: what the mean of dissimilarities counts.
  ///   - fourthNorm: what their 4-norm counts.
  package func plane(mean: Float, fourthNorm: Float) -> Plane {
    let norm = norm
    let scale = norm > 0 ? 1 / norm : 0
    return Plane(width: luma.width, height: luma.height) { output, outputStride in
      GaussianBlur(width: luma.width, height: luma.height, count: 3).run { y, picture, row in
        luma.forEachVector(y) { x, _ in
          maps.withPointer { maps in
            let place = maps + y * luma.stride + x
            let relative = load8(place) * scale
            let weight = mean + fourthNorm * (relative * relative * relative)
            store8(weight * load8(place + (picture + 1) * mapSize), to: row + x)
          }
        }
      } take: { y, rows, stride in
        luma.forEachVector(y) { x, first in
          let second = decoded.samples.withPointer { load8($0 + y * decoded.stride + x) }
          let own = load8(rows + x) + (second + second) * load8(rows + stride + x)
          store8(own + first * load8(rows + 2 * stride + x), to: output + y * outputStride + x)
        }
      }
    }
  }

  /// The 4-norm of dissimilarity.
  private var norm: Float {
    let powers = maps.withPointer {
      StructuralWeights.fourthPowers($0, luma.width, luma.height, luma.stride)
    }
    return Float((powers / Double(luma.width * luma.height)).squareRoot().squareRoot())
  }
}

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
