/// Moves the Cb and Cr that are aimed at, block by block, so that large areas keep their hue.
///
/// SSIMULACRA2 counts heavily how blue differs from luma at 1:16, structure and new edges, where a pixel is a block of halved
/// chroma. Its derivative by the block's DC coefficients is known around a decoded picture, and their targets follow it a little.
package struct ChromaStep {
  private let decoded: LightPlanes
  /// What the loss rises by with the channel, for each pixel at 1:16.
  private let gradient: Plane
  private let tuning: Tuning
  /// What SSIMULACRA2 counts of B - Y at 1:16: of the mean of structural dissimilarity, and of the 4-norm of new edges.
  private static let (structure, edges): (Float, Float) = (95.1, 171.3)

  package init(_ picture: LightPlanes, decoded: LightPlanes, _ tuning: Tuning) {
    self.decoded = decoded
    self.tuning = tuning
    let (first, second) = (picture.blueYellow, decoded.blueYellow)
    let structure = DissimilarityGradient(first, decoded: second).plane(
      mean: Self.structure, fourthNorm: 0)
    let edges = EdgeGradient(first, decoded: second).plane(fourthNorm: Self.edges)
    gradient = Plane(width: first.width, height: first.height) { output, stride in
      for y in 0..<first.height {
        structure.forEachVector(y) { x, value in
          store8(value + edges.samples.withPointer { load8($0 + y * stride + x) }, to: output + y * stride + x)
        }
      }
    }
  }

  /// The moved targets of Cb and Cr.
  ///
  /// - Parameters:
  ///   - planes: what was aimed at so far, one sample for two by two pixels.
  ///   - weight: what the square of a DC coefficient's error counts, in units of the loss.
  package func targets(_ planes: [FrequencyPlane], step: UInt8, weight: Float) -> [FrequencyPlane] {
    let limit = Float(tuning.chromaLimit) * Float(step)
    let slopes = decoded.blueYellowSlopes
    return zip(planes, [slopes.cb, slopes.cr]).map { plane, slopes in
      var coefficients = plane.coefficients
      for block in 0..<plane.shape.blockCount {
        let (row, column) = block.quotientAndRemainder(dividingBy: plane.shape.blocksWide)
        let place = min(row, gradient.height - 1) * gradient.stride + min(column, gradient.width - 1)
        // A coefficient changes 64 samples by an eighth, and each those of four pixels.
        let slope = 32 * gradient.samples[place] * slopes[place]
        coefficients[64 * block] -= min(max(slope / (2 * weight), -limit), limit)
      }
      return FrequencyPlane(plane.shape, coefficients: coefficients)
    }
  }
}
