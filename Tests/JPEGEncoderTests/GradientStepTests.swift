import JPEGEncoder
import TestSupport
import Testing

@Suite struct GradientStepTests {
  @Test(arguments: [0.05, 0.2, 0.6]) func noCoefficientMovesBeyondItsLimit(limit: Double) throws {
    var tuning = Tuning()
    (tuning.gradientLimit, tuning.gradientLimitDC) = (limit, limit / 2)
    let pass = try AnalysisPass(tuning)
    let moves = pass.lumaMoves
    for (index, move) in moves.enumerated() {
      let most = Float(pass.tables.luma[index % 64]) * Float(index % 64 == 0 ? limit / 2 : limit)
      #expect(abs(move) <= most + 1e-3)
    }
    // Some are at their limit, on either side.
    #expect(zip(0..., moves).contains { $0 % 64 > 0 && $1 > Float(pass.tables.luma[$0 % 64]) * Float(limit) - 1e-3 })
    #expect(zip(0..., moves).contains { $0 % 64 > 0 && $1 < 1e-3 - Float(pass.tables.luma[$0 % 64]) * Float(limit) })
  }

  @Test func noneMovesNoPartOfTheWay() throws {
    var tuning = Tuning()
    tuning.gradientPart = 0
    #expect(try AnalysisPass(tuning).lumaMoves.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.1, 0.5]) func chromaMovesWithinItsLimitAndOnlyItsMeans(limit: Double) throws {
    var tuning = Tuning()
    tuning.chromaLimit = limit
    tuning.chromaPart = 1
    let pass = try AnalysisPass(tuning)
    let most = Float(pass.tables.chroma[0]) * Float(limit)
    for moves in pass.chromaMoves {
      #expect(moves.enumerated().allSatisfy { $0 % 64 == 0 || $1 == 0 })
      #expect(moves.allSatisfy { abs($0) <= most + 1e-3 })
      #expect(moves.contains { abs($0) > most - 1e-3 })
    }
  }

  @Test func chromaDoesNotMoveNoPartOfTheWay() throws {
    var tuning = Tuning()
    tuning.chromaPart = 0
    #expect(try AnalysisPass(tuning).chromaMoves.joined().allSatisfy { $0 == 0 })
  }

  @Test func errorsThatCountMoreAreFollowedLess() throws {
    let pass = try AnalysisPass(Tuning())
    func length(_ weight: Float) -> Float {
      pass.chromaMoves(weight: weight).joined().reduce(0) { $0 + abs($1) }
    }
    let (light, heavy) = (length(1e3), length(1e6))
    #expect(heavy > 0 && heavy < light)
  }
}

/// A picture, coarsely quantized, and what a decoder shows of it.
private struct AnalysisPass {
  private let picture: PreparedPicture
  private let decoded: CoarseScales
  private let quantizer: Quantizer
  private let quantized: QuantizedPicture
  private let tuning: Tuning
  private let level = QuantizationLevel(scale: 8)

  init(_ tuning: Tuning) throws {
    self.tuning = tuning
    picture = PreparedPicture(
      try Pictures.make(.natural, width: 150, height: 101), tuning: tuning)
    quantizer = Quantizer(picture, .half)
    let model = SymbolModel(.sequential, componentCount: 3)
    quantized = quantizer.quantized(level, by: model)
    decoded = CoarseScales(DecodedPicture(quantized).pixels)
  }

  var tables: QuantizationTables { quantized.tables }

  private var step: GradientStep {
    GradientStep(quantizer.weights, picture.luma, picture.pyramid.coarse, decoded: decoded, tuning)
  }

  var lumaMoves: [Float] {
    let target = step.target(picture.luma, quantized.components[0], steps: tables.luma)
    return zip(target.coefficients, picture.luma.coefficients).map { $0 - $1 }
  }

  var chromaMoves: [[Float]] { moves(step.chromaTargets(chroma, step: tables.chroma[0], level: level)) }

  /// - Parameter weight: what squares of errors count.
  func chromaMoves(weight: Float) -> [[Float]] {
    let step = ChromaStep(picture.pyramid.coarse.coarsest, decoded: decoded.coarsest, tuning)
    return moves(step.targets(chroma, step: tables.chroma[0], weight: weight))
  }

  private var chroma: [FrequencyPlane] { Array(quantizer.planes.dropFirst()) }

  private func moves(_ targets: [FrequencyPlane]) -> [[Float]] {
    zip(targets, chroma).map { target, plane in zip(target.coefficients, plane.coefficients).map { $0 - $1 } }
  }
}
