/// Quantizes the components of a picture again and again; each time learns what symbols cost.
struct Quantizer {
  let shape: FrameShape
  private(set) var planes: [FrequencyPlane]
  private(set) var weights: BlockWeights
  private(set) var shapes: TableShapes
  private(set) var components: [QuantizedComponent]
  private(set) var tables: QuantizationTables
  private var rates: [RateModel]
  private var sharesEnds = true
  private let tuning: Tuning

  init(_ picture: PreparedPicture, _ sampling: ChromaSampling) {
    shape = picture.shape(sampling)
    planes = picture.planes(sampling)
    weights = picture.weights
    tuning = picture.tuning
    shapes = TableShapes(weights, tuning)
    components = planes.map { QuantizedComponent($0.shape) }
    tables = shapes.tables(scale: 1)
    rates = planes.map { _ in .initial }
  }

  /// Goes on with other luma coefficients, and weights that go with them.
  mutating func replaceLuma(_ plane: FrequencyPlane, _ weights: BlockWeights) {
    planes[0] = plane
    self.weights = weights
    shapes = TableShapes(weights, tuning)
  }

  /// Goes on with other coefficients.
  mutating func replacePlanes(_ planes: [FrequencyPlane]) { self.planes = planes }

  mutating func quantize(_ level: QuantizationLevel) {
    tables = shapes.tables(scale: level.scale)
    for index in planes.indices {
      let steps = tables.steps(index)
      let cost = cost(index, steps, level)
      DCTrellis(plane: planes[index], step: steps[0], cost: cost).quantize(into: &components[index])
      ACTrellis(plane: planes[index], steps: steps, cost: cost).quantize(into: &components[index])
    }
  }

  /// Lets the next quantization expect the symbols of the last one.
  mutating func learnRates(_ script: ScanScript) {
    sharesEnds = script != .sequential
    rates = components.enumerated().map { RateModel($1, bands: script.modelledBands($0)) }
  }

  private func cost(_ index: Int, _ steps: [UInt8], _ level: QuantizationLevel) -> TrellisCost {
    if index == 0 {
      return TrellisCost(
        weights: .perBlock(weights), lambda: level.lumaLambda(tuning), rates: rates[0], sharesEnds: sharesEnds)
    }
    let inverse = steps.map { 1 / (Float($0) * Float($0)) }
    return TrellisCost(
      weights: .perPosition(inverse), lambda: level.chromaLambda(tuning), rates: rates[index],
      sharesEnds: sharesEnds)
  }
}
