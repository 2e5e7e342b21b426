extension QuantizedComponent {
  /// Each coefficient divided by its step and rounded: the least error, whatever it costs.
  package init(rounding plane: FrequencyPlane, steps: [UInt8]) {
    self.init(plane.shape)
    starts = [0]
    for block in 0..<shape.blockCount {
      dc.append(Self.rounded(plane.coefficients[64 * block], steps[0], limit: 1024))
      for position in 1..<64 {
        let value = Self.rounded(
          plane.coefficients[64 * block + position], steps[position], limit: Float(Self.largestAC))
        if value != 0 { ac.append(Entry(position: Int16(position), value: value)) }
      }
      starts.append(Int32(ac.count))
    }
  }

  private static func rounded(_ coefficient: Float, _ step: UInt8, limit: Float) -> Int16 {
    let scaled = min(max(coefficient / Float(step), -limit), limit)
    return Int16(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }
}
