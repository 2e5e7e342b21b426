/// Guesses from a histogram of coefficients how many bytes a picture takes at a scale: where a search begins.
struct SizeEstimate {
  /// Bits that a coefficient takes that is not zero, with everything around it; fitted to photographs.
  private static let bitsPerCoefficient = 6.0
  /// Coefficients of at least this part of their step remain.
  private static let threshold: Float = 0.75

  /// How many coefficients there are of each size relative to their step at scale 1: eight classes for each octave.
  private var counts = [Int](repeating: 0, count: 2048)

  init(_ quantizer: Quantizer) {
    for (index, plane) in quantizer.planes.enumerated() {
      let shape = index == 0 ? quantizer.shapes.luma : quantizer.shapes.chroma
      add(plane, inverse: [0] + shape.dropFirst().map { 1 / ($0 * Self.threshold) })
    }
  }

  private mutating func add(_ plane: FrequencyPlane, inverse: [Float]) {
    counts.withUnsafeMutableBufferPointer { counts in
      for block in stride(from: 0, to: plane.coefficients.count, by: 64) {
        for position in 0..<64 {
          let relative = plane.coefficients[block + position] * inverse[position]
          counts[Int(relative.magnitude.bitPattern >> 20)] &+= 1
        }
      }
    }
  }

  /// The scale at which there are about as many coefficients as go into so many bytes.
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
