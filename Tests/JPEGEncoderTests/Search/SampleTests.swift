import JPEGEncoder
import TestSupport
import Testing

@Suite struct SampleTests {
  /// 75 rows of blocks, and a few that are not whole.
  private static let (width, height) = (645, 597)

  @Test(arguments: [ChromaSampling.half, .full, .none]) func rowsAreThoseOfTheWhole(sampling: ChromaSampling) throws {
    let whole = try quantizer(.natural, Self.width, Self.height, sampling)
    let sample = whole.sample(bytes: .max)
    #expect(sample.shape.components == sample.planes.map(\.shape))
    let rows = sample.planes.indices.map { origins(sample.planes[$0], whole.planes[$0]) }
    #expect(rows.allSatisfy { $0.count > 10 && $0.allSatisfy { $0 >= 0 } && zip($0, $0.dropFirst()).allSatisfy(<) })
    // Luma and chroma are of the same places.
    let factor = sampling == .half ? 2 : 1
    for chroma in rows.dropFirst() { #expect(rows[0] == chroma.flatMap { factor * $0..<factor * ($0 + 1) }) }
    let wide = whole.planes[0].shape.blocksWide
    for (row, origin) in rows[0].enumerated() {
      for column in 0..<wide {
        let (first, second) = (row * wide + column, origin * wide + column)
        #expect(sample.weights.weight(block: first, position: 9) == whole.weights.weight(block: second, position: 9))
      }
    }
  }

  @Test(arguments: [ChromaSampling.half, .full, .none], [1.0, 4, 12])
  func bytesAreInProportion(sampling: ChromaSampling, scale: Double) throws {
    let whole = try quantizer(.natural, Self.width, Self.height, sampling)
    let sample = whole.sample(bytes: .max)
    #expect(sample.size < 0.6 * whole.size)
    let script = ScanScript.progressive(whole.planes.map { _ in .usual })
    func bytes(_ quantizer: Quantizer) -> Double {
      let model = SymbolModel(script, componentCount: quantizer.planes.count)
      return Double(JPEGFile(quantizer.quantized(QuantizationLevel(scale: scale), by: model), script).countedBytes)
    }
    #expect(abs(bytes(sample) * whole.size / sample.size / bytes(whole) - 1) < 0.05)
  }

  @Test(arguments: [(1, 1), (17, 9), (400, 300)]) func smallPicturesAreSampledWhole(width: Int, height: Int) throws {
    for sampling in [ChromaSampling.half, .full, .none] {
      let whole = try quantizer(.natural, width, height, sampling)
      #expect(whole.sample(bytes: .max).planes.map(\.coefficients) == whole.planes.map(\.coefficients))
    }
  }

  @Test func fewBytesAreSampledWhole() throws {
    let whole = try quantizer(.gradient, Self.width, Self.height, .half)
    #expect(whole.sample(bytes: 30_000).planes.map(\.shape) == whole.planes.map(\.shape))
  }

  @Test(arguments: [1, 8, 9, 17, 33]) func lowWidePicturesHaveRowsToSample(height: Int) throws {
    for sampling in [ChromaSampling.half, .full, .none] {
      let sample = try quantizer(.gradient, 50_000, height, sampling).sample(bytes: .max)
      #expect(sample.planes.allSatisfy { $0.shape.blockCount > 0 })
    }
  }

  private func quantizer(
    _ subject: Pictures.Subject, _ width: Int, _ height: Int, _ sampling: ChromaSampling
  ) throws -> Quantizer {
    let layout: JPEGPixels.Layout = sampling == .none ? .gray : .rgb
    let pixels = try Pictures.make(subject, width: width, height: height, layout: layout)
    return Quantizer(PreparedPicture(pixels, sampling: sampling), sampling)
  }

  /// Which row of blocks of the whole each one is; -1: none.
  private func origins(_ sample: FrequencyPlane, _ whole: FrequencyPlane) -> [Int] {
    func rows(_ plane: FrequencyPlane) -> [ArraySlice<Float>] {
      let count = 64 * plane.shape.blocksWide
      return (0..<plane.shape.blocksHigh).map { plane.coefficients[$0 * count..<($0 + 1) * count] }
    }
    let all = rows(whole)
    return rows(sample).map { row in all.firstIndex { $0 == row } ?? -1 }
  }
}
