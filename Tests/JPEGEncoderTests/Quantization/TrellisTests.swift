import JPEGEncoder
import TestSupport
import Testing

@Suite struct TrellisTests {
  @Test(arguments: 0..<12) func costIsNeverAboveThatOfRounding(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let plane = Self.plane(&generator)
    let steps = (0..<64).map { _ in UInt8(generator.logarithmic(1...60)) }
    let weights = steps.map { 1 / (Float($0) * Float($0)) }
    let rounded = QuantizedComponent(rounding: plane, steps: steps)
    let cost = TrellisCost(
      weights: .perPosition(weights), lambda: Float(generator.logarithmic(1...1000)) / 2000, rates: RateModel(rounded))
    let chosen = Self.chosen(plane, steps, cost)
    #expect(Self.acCost(chosen, plane, steps, cost) <= Self.acCost(rounded, plane, steps, cost) * 1.000_01)
    #expect(Self.dcCost(chosen, plane, steps, cost) <= Self.dcCost(rounded, plane, steps, cost) * 1.000_01)
  }

  @Test func bitsThatCostNothingChangeNothing() {
    var generator = SeededGenerator(seed: 5)
    let plane = Self.plane(&generator)
    let steps = [UInt8](repeating: 9, count: 64)
    let rounded = QuantizedComponent(rounding: plane, steps: steps)
    let cost = TrellisCost(
      weights: .perPosition([Float](repeating: 1, count: 64)), lambda: 0, rates: RateModel(rounded))
    let chosen = Self.chosen(plane, steps, cost)
    #expect(chosen.ac == rounded.ac)
    #expect(chosen.dc == rounded.dc)
  }

  @Test(arguments: [2, 7, 40], 0..<8) func twoBandsAreChosenEachForItself(split: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let plane = Self.plane(&generator)
    let steps = (0..<64).map { _ in UInt8(generator.logarithmic(1...60)) }
    let rounded = QuantizedComponent(rounding: plane, steps: steps)
    let bands = [1...split, split + 1...63]
    let cost = TrellisCost(
      weights: .perPosition(steps.map { 1 / (Float($0) * Float($0)) }),
      lambda: Float(generator.logarithmic(1...1000)) / 2000, rates: RateModel(rounded, bands: bands))
    let chosen = Self.chosen(plane, steps, cost)
    #expect(chosen.ac.blockCount == plane.shape.blockCount)
    for block in 0..<plane.shape.blockCount {
      let entries = Self.entries(chosen, block)
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.position < $1.position })
      #expect(entries.allSatisfy { (1...63).contains($0.position) && $0.value != 0 })
    }
    // What blocks save that go on to the end of a band is known only about.
    #expect(Self.acCost(chosen, plane, steps, cost) <= Self.acCost(rounded, plane, steps, cost) * 1.000_1)
  }

  private static func chosen(_ plane: FrequencyPlane, _ steps: [UInt8], _ cost: TrellisCost) -> QuantizedComponent {
    QuantizedComponent(
      plane.shape, dc: DCTrellis(plane: plane, step: steps[0], cost: cost).quantized(),
      ac: ACTrellis(plane: plane, steps: steps, cost: cost).quantized())
  }

  /// Coefficients that become smaller with frequency; some blocks are empty.
  private static func plane(_ generator: inout SeededGenerator) -> FrequencyPlane {
    let shape = ComponentShape(width: 96, height: 40)
    let coefficients = (0..<shape.blockCount).flatMap { _ -> [Float] in
      let energy = Double(generator.logarithmic(1...400))
      return (0..<64).map { Float(generator.normal() * energy / Double($0 / 4 + 1)) }
    }
    return FrequencyPlane(shape, coefficients: coefficients.map { min(max($0, -1000), 1000) })
  }

  private static func acCost(
    _ component: QuantizedComponent, _ plane: FrequencyPlane, _ steps: [UInt8], _ cost: TrellisCost
  ) -> Double {
    var total = cost.rates.bands.reduce(0) { $0 + Double(cost.lambda) * bits(component, $1) }
    for block in 0..<plane.shape.blockCount {
      var values = [Float](repeating: 0, count: 64)
      for entry in entries(component, block) {
        values[Int(entry.position)] = Float(Int(entry.value) * Int(steps[Int(entry.position)]))
      }
      let errors = (1..<64).map { position -> Float in
        let error = values[position] - plane.coefficients[64 * block + position]
        return cost.weight(block: block, position: position) * error * error
      }
      total += Double(errors.reduce(0, +))
    }
    return total
  }

  /// Of a band as one scan.
  private static func bits(_ component: QuantizedComponent, _ rates: BandRates) -> Double {
    var (total, run) = (0.0, 0)
    func endRun() {
      if run > 0 { total += Double(rates.endOfBand[Int.bitWidth - 1 - run.leadingZeroBitCount]) }
      run = 0
    }
    for block in 0..<component.shape.blockCount {
      var last = rates.band.lowerBound - 1
      for entry in entries(component, block) where rates.band.contains(Int(entry.position)) {
        if last < rates.band.lowerBound { endRun() }
        let size = 16 - Int(entry.value.magnitude.leadingZeroBitCount)
        total += Double(rates.byRun[64 * size + Int(entry.position) - last - 1])
        last = Int(entry.position)
      }
      if last != rates.band.upperBound { run += 1 }
    }
    endRun()
    return total
  }

  private static func entries(_ component: QuantizedComponent, _ block: Int) -> ArraySlice<ACCoefficients.Entry> {
    component.ac.entries[component.ac.range(ofBlock: block)]
  }

  private static func dcCost(
    _ component: QuantizedComponent, _ plane: FrequencyPlane, _ steps: [UInt8], _ cost: TrellisCost
  ) -> Double {
    var (total, previous) = (0.0, 0)
    for (block, value) in component.dc.enumerated() {
      let size = Int.bitWidth - abs(Int(value) - previous).leadingZeroBitCount
      let error = Float(Int(value) * Int(steps[0])) - plane.coefficients[64 * block]
      total += Double(cost.weight(block: block, position: 0) * error * error + cost.lambda * cost.rates.dc[size])
      previous = Int(value)
    }
    return total
  }
}
