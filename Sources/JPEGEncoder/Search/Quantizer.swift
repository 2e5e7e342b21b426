/// Quantizes the components of a picture again and again; each time learns what symbols cost.
package struct Quantizer {
  package let shape: FrameShape
  /// The coefficients of each component.
  package var planes: [FrequencyPlane]
  package var weights: BlockWeights { didSet { shapes = TableShapes(weights, tuning) } }
  private(set) var shapes: TableShapes
  package internal(set) var components: [QuantizedComponent]
  package private(set) var tables: QuantizationTables
  /// What symbols of each component are thought to cost.
  var rates: [RateModel]
  /// Whether ends of blocks share symbols.
  var hasEndOfBandRuns = true
  let tuning: Tuning

  package init(_ picture: PreparedPicture, _ sampling: ChromaSampling) {
    self.init(
      picture.shape(sampling), picture.planes(sampling), picture.weights,
      TableShapes(picture.weights, picture.tuning), picture.tuning)
  }

  init(
    _ shape: FrameShape, _ planes: [FrequencyPlane], _ weights: BlockWeights, _ shapes: TableShapes, _ tuning: Tuning
  ) {
    self.shape = shape
    self.planes = planes
    self.weights = weights
    self.shapes = shapes
    self.tuning = tuning
    components = planes.map { QuantizedComponent($0.shape) }
    tables = shapes.tables(scale: 1)
    rates = planes.map { _ in .initial }
  }

  package mutating func quantize(_ level: QuantizationLevel) {
    quantizeChroma(level)
    quantizeLuma(level)
  }

  mutating func quantizeLuma(_ level: QuantizationLevel) {
    tables = shapes.tables(scale: level.scale)
    quantize(0, .perBlock(weights), lambda: level.lumaLambda(tuning))
  }

  mutating func quantizeChroma(_ level: QuantizationLevel) {
    tables = shapes.tables(scale: level.scale)
    let weights = tables.chroma.map { 1 / (Float($0) * Float($0)) }
    for index in planes.indices.dropFirst() {
      quantize(index, .perPosition(weights), lambda: level.chromaLambda(tuning))
    }
  }

  private mutating func quantize(_ index: Int, _ weights: TrellisCost.Weights, lambda: Float) {
    let cost = TrellisCost(weights: weights, lambda: lambda, rates: rates[index], hasEndOfBandRuns: hasEndOfBandRuns)
    let steps = tables.steps(index)
    DCTrellis(plane: planes[index], step: steps[0], cost: cost).quantize(into: &components[index])
    ACTrellis(plane: planes[index], steps: steps, cost: cost).quantize(into: &components[index])
  }

  /// The AC coefficients of luma in these rows of blocks, one below the other, by another lambda than the present one.
  package func luma(rows: [Int], _ level: QuantizationLevel) -> QuantizedComponent {
    let whole = planes[0].shape
    let plane = planes[0].rows(rows, ComponentShape(width: whole.width, height: 8 * rows.count))
    let cost = TrellisCost(
      weights: .perBlock(weights.rows(rows, blocksWide: whole.blocksWide)), lambda: level.lumaLambda(tuning),
      rates: rates[0], hasEndOfBandRuns: hasEndOfBandRuns)
    var component = QuantizedComponent(plane.shape)
    ACTrellis(plane: plane, steps: tables.luma, cost: cost).quantize(into: &component)
    return component
  }

  /// Lets the next quantization expect the symbols of the last one.
  package mutating func learnRates(_ script: ScanScript) {
    hasEndOfBandRuns = script != .sequential
    rates = components.enumerated().map { RateModel($1, bands: script.modelledBands($0)) }
  }

  /// The present components as a file.
  package func file(_ script: ScanScript) -> JPEGFile { JPEGFile(shape, tables, components, script) }

  /// What decoders show of the present components.
  package var decoded: DecodedPicture { DecodedPicture(shape, tables, components) }

  var decodedChroma: DecodedChroma { DecodedChroma(shape, tables, components) }
}
