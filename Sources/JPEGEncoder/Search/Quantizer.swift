/// Quantizes the components of a picture again and again; each time learns what symbols cost.
struct Quantizer {
  let shape: FrameShape
  /// The coefficients of each component.
  var planes: [FrequencyPlane]
  var weights: BlockWeights { didSet { shapes = TableShapes(weights) } }
  private(set) var shapes: TableShapes
  private(set) var components: [QuantizedComponent]
  private(set) var tables: QuantizationTables
  /// What symbols of each component are thought to cost.
  var rates: [RateModel]

  init(_ picture: PreparedPicture, _ sampling: ChromaSampling) {
    self.init(picture.shape(sampling), picture.planes(sampling), picture.weights, TableShapes(picture.weights))
  }

  init(_ shape: FrameShape, _ planes: [FrequencyPlane], _ weights: BlockWeights, _ shapes: TableShapes) {
    self.shape = shape
    self.planes = planes
    self.weights = weights
    self.shapes = shapes
    components = planes.map { QuantizedComponent($0.shape) }
    tables = shapes.tables(scale: 1)
    rates = planes.map { _ in .initial }
  }

  mutating func quantize(_ level: QuantizationLevel) {
    quantizeChroma(level)
    quantizeLuma(level)
  }

  mutating func quantizeLuma(_ level: QuantizationLevel) {
    tables = shapes.tables(scale: level.scale)
    quantize(0, TrellisCost(weights: .perBlock(weights), lambda: level.lumaLambda, rates: rates[0]))
  }

  mutating func quantizeChroma(_ level: QuantizationLevel) {
    tables = shapes.tables(scale: level.scale)
    let weights = tables.chroma.map { 1 / (Float($0) * Float($0)) }
    for index in planes.indices.dropFirst() {
      quantize(
        index, TrellisCost(weights: .perPosition(weights), lambda: level.chromaLambda, rates: rates[index]))
    }
  }

  private mutating func quantize(_ index: Int, _ cost: TrellisCost) {
    let steps = tables.steps(index)
    DCTrellis(plane: planes[index], step: steps[0], cost: cost).quantize(into: &components[index])
    ACTrellis(plane: planes[index], steps: steps, cost: cost).quantize(into: &components[index])
  }

  /// Lets the next quantization expect the symbols of the last one.
  mutating func learnRates() { rates = components.map { RateModel($0) } }

  /// The present components as a file.
  func file(_ script: ScanScript) -> JPEGFile { JPEGFile(shape, tables, components, script) }

  /// What decoders show of the present components.
  var decoded: DecodedPicture { DecodedPicture(shape, tables, components) }

  var decodedChroma: DecodedChroma { DecodedChroma(shape, tables, components) }
}
