/// Quantizes the components of a picture.
package struct Quantizer {
  package let shape: FrameShape
  /// The target coefficients of each component.
  package var planes: [FrequencyPlane]
  package let weights: BlockWeights
  let shapes: TableShapes
  private let tuning: Tuning

  package init(_ picture: PreparedPicture, _ sampling: ChromaSampling) {
    self.init(
      picture.shape(sampling), picture.planes(sampling), picture.weights,
      TableShapes(picture.weights, picture.tuning), picture.tuning)
  }

  private init(
    _ shape: FrameShape, _ planes: [FrequencyPlane], _ weights: BlockWeights, _ shapes: TableShapes, _ tuning: Tuning
  ) {
    (self.shape, self.planes, self.weights, self.shapes, self.tuning) = (shape, planes, weights, shapes, tuning)
  }

  package func quantized(_ level: QuantizationLevel, by model: SymbolModel) -> QuantizedPicture {
    picture(level, luma: luma(level, by: model), chroma: chroma(level, by: model))
  }

  func tables(_ level: QuantizationLevel) -> QuantizationTables { shapes.tables(scale: level.scale) }

  func picture(_ level: QuantizationLevel, luma: QuantizedComponent, chroma: [QuantizedComponent]) -> QuantizedPicture {
    QuantizedPicture(shape: shape, tables: tables(level), components: [luma] + chroma)
  }

  func luma(_ level: QuantizationLevel, by model: SymbolModel) -> QuantizedComponent {
    component(
      planes[0], tables(level).luma,
      TrellisCost(weights: .perBlock(weights), lambda: level.lumaLambda(tuning), model: model, component: 0))
  }

  /// Cb and Cr; nothing without colour.
  func chroma(_ level: QuantizationLevel, by model: SymbolModel) -> [QuantizedComponent] {
    let steps = tables(level).chroma
    let weights = steps.map { 1 / (Float($0) * Float($0)) }
    return planes.indices.dropFirst().map { index in
      component(
        planes[index], steps,
        TrellisCost(weights: .perPosition(weights), lambda: level.chromaLambda(tuning), model: model, component: index))
    }
  }

  /// These blocks of luma, in a row.
  func luma(blocks places: [Int]) -> Quantizer {
    Quantizer(
      FrameShape(width: 8 * places.count, height: 8, sampling: .none), [planes[0].blocks(places)],
      weights.rows(places, blocksWide: 1), shapes, tuning)
  }

  private func component(_ plane: FrequencyPlane, _ steps: [UInt8], _ cost: TrellisCost) -> QuantizedComponent {
    QuantizedComponent(
      plane.shape, dc: DCTrellis(plane: plane, step: steps[0], cost: cost).quantized(),
      ac: ACTrellis(plane: plane, steps: steps, cost: cost).quantized())
  }

  /// The AC coefficients of luma in these rows of blocks, one below the other.
  package func luma(rows: [Int], _ level: QuantizationLevel, by model: SymbolModel) -> ACCoefficients {
    let whole = planes[0].shape
    let plane = planes[0].rows(rows, ComponentShape(width: whole.width, height: 8 * rows.count))
    let cost = TrellisCost(
      weights: .perBlock(weights.rows(rows, blocksWide: whole.blocksWide)), lambda: level.lumaLambda(tuning),
      model: model, component: 0)
    return ACTrellis(plane: plane, steps: tables(level).luma, cost: cost).quantized()
  }
}

// Some rows of blocks represent all.
extension Quantizer {
  /// The blocks of luma, and bytes, that a representative part needs.
  private static let sampledBlocks = 3000
  private static let sampledBytes = 25_000
  /// At least one of so many rows stays, so that the sample misses nothing important.
  private static let largestInterval = 4

  /// All blocks.
  package var size: Double { Double(planes.reduce(0) { $0 + $1.shape.blockCount }) }

  /// Some rows of blocks in place of all: their symbols cost the same, and they take a known part of the bytes.
  ///
  /// - Parameter bytes: the expected bytes of the whole picture.
  package func sample(bytes: Int) -> Quantizer {
    let enough = min(planes[0].shape.blockCount / Self.sampledBlocks, bytes / Self.sampledBytes)
    let factor = shape.lumaFactor
    // The last row of units may lack rows of luma.
    let wholeRows = planes[0].shape.blocksHigh / factor
    // Low, wide pictures may have too few rows to leave any out.
    let interval = min(enough, Self.largestInterval, wholeRows)
    guard interval > 1 else { return self }
    let rows = Array(stride(from: interval / 2, to: wholeRows, by: interval))
    let part = FrameShape(width: shape.width, height: 8 * factor * rows.count, sampling: shape.sampling)
    let lumaRows = rows.flatMap { factor * $0..<factor * ($0 + 1) }
    let sampled = zip(0..., zip(planes, part.components)).map { index, pair in
      pair.0.rows(index == 0 ? lumaRows : rows, pair.1)
    }
    return Quantizer(part, sampled, weights.rows(lumaRows, blocksWide: planes[0].shape.blocksWide), shapes, tuning)
  }
}
