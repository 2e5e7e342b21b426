/// Finds the approximate scale of quantization tables for so many bytes: a secant on logarithms of both.
package struct QuantizationScaleSearch {
  /// Bytes fall by this power of the scale, until two trials improve it.
  static let usualPower = -0.75
  private static let powers = -2.0 ... -0.3
  private static let mostTrials = 6

  let limit: Int
  /// How near is near enough, as part of the limit.
  let tolerance: Double
  private var trials: [(scale: Double, bytes: Double)] = []
  /// The scale to try next; nil when the search has ended.
  package private(set) var next: Double?
  /// The scale that is likely the nearest to the limit, by all trials.
  package private(set) var best: Double

  package init(limit: Int, tolerance: Double, first: Double) {
    self.limit = max(limit, 1)
    self.tolerance = tolerance
    best = Self.limited(first)
    next = best
  }

  /// Records the bytes at the scale `next`.
  package mutating func record(bytes: Int) {
    guard let scale = next else { return }
    trials.append((Elementary.log2(scale), Elementary.log2(Double(bytes))))
    let error = Double(bytes) / Double(limit) - 1
    let way = Elementary.log2(Double(limit)) - trials[trials.count - 1].bytes
    best = Self.limited(scale * Elementary.exp2(way / power))
    next = abs(error) > tolerance && trials.count < Self.mostTrials && best != scale ? best : nil
  }

  private var power: Double {
    guard trials.count > 1 else { return Self.usualPower }
    let (last, before) = (trials[trials.count - 1], trials[trials.count - 2])
    let power = (last.bytes - before.bytes) / (last.scale - before.scale)
    return power.isFinite ? min(max(power, Self.powers.lowerBound), Self.powers.upperBound) : Self.usualPower
  }

  private static func limited(_ scale: Double) -> Double {
    min(max(scale, QuantizationLevel.scales.lowerBound), QuantizationLevel.scales.upperBound)
  }
}

/// Estimates a picture's bytes at a scale from a histogram of coefficients: where a search begins.
struct SizeEstimate {
  /// All bits per non-zero coefficient; fitted to photographs.
  private static let bitsPerCoefficient = 6.0
  /// Coefficients of at least this part of their step remain.
  private static let threshold: Float = 0.75

  /// How many coefficients have each size relative to their step at scale 1: eight classes per octave.
  private var counts = [Int](repeating: 0, count: 2048)

  init(_ quantizer: Quantizer) {
    for (index, plane) in quantizer.planes.enumerated() {
      let shape = index == 0 ? quantizer.shapes.luma : quantizer.shapes.chroma
      add(plane, inverse: [0] + shape.dropFirst().map { 1 / ($0 * Self.threshold) })
    }
  }

  private mutating func add(_ plane: FrequencyPlane, inverse: [Float]) {
    let (coefficients, inverse) = (plane.coefficients.span, inverse.span)
    let sample = BlockSample(of: plane.shape.blockCount)
    let each = sample.distance
    counts.withSpan { counts in
      precondition(counts.count == 2048 && inverse.count == 64, "there is a class for each eleven bits")
      for block in sample.places {
        let block = coefficients.extracting(FrequencyPlane.range(ofBlock: block))
        for position in 0..<64 {
          let relative = unsafe block[unchecked: position] * inverse[unchecked: position]
          unsafe counts[unchecked: Int(relative.magnitude.bitPattern >> 20) & 2047] &+= each
        }
      }
    }
  }

  /// The scale with about as many coefficients as fit into so many bytes.
  func scale(bytes: Int) -> Double {
    var remaining = Double(bytes) * 8 / Self.bitsPerCoefficient
    var level = counts.count - 1
    while level > 0, remaining > 0 {
      remaining -= Double(counts[level])
      level -= 1
    }
    // The last classes are those of infinity.
    return Double(Float(bitPattern: UInt32(min(level + 1, 2032)) << 20))
  }
}
