import JPEGEncoder
import Testing

@Suite struct MixedRowsTests {
  private static let level = QuantizationLevel(scale: 8)
  private static let rows = 40

  private static func quantizer() throws -> Quantizer {
    let pixels = try Pictures.make(.natural, width: 100, height: 8 * rows)
    var quantizer = Quantizer(PreparedPicture(pixels, hasColor: true, tuning: Tuning()), .half)
    quantizer.quantize(level)
    return quantizer
  }

  @Test func theSameLambdaChangesNothing() throws {
    var quantizer = try Self.quantizer()
    // Ends of blocks share symbols with the row below, unless that is elsewhere.
    quantizer.learnRates(.sequential)
    quantizer.quantize(Self.level)
    let luma = quantizer.components[0]
    var mixture = MixedRows(luma)
    for changed in [7, 3, 20, Self.rows] {
      let mixed = mixture.component(changed: changed) { quantizer.luma(rows: $0, Self.level) }
      #expect((mixed.dc, mixed.ac, mixed.starts) == (luma.dc, luma.ac, luma.starts))
    }
  }

  @Test func rowsThatBitsCountMoreInHaveFewerCoefficients() throws {
    let quantizer = try Self.quantizer()
    let luma = quantizer.components[0]
    var (mixture, asked, before) = (MixedRows(luma), [Int](), luma.ac.count)
    for changed in [5, 10, 30, Self.rows] {
      let mixed = mixture.component(changed: changed) { rows in
        asked += rows
        return quantizer.luma(rows: rows, QuantizationLevel(scale: 8, lambdaMultiplier: 4))
      }
      #expect(mixed.ac.count < before)
      #expect(asked.count == changed, "what is known is not made again")
      before = mixed.ac.count
    }
    #expect(asked.sorted() == Array(0..<Self.rows))
    let none = mixture.component(changed: 0) { _ in luma }
    #expect((none.ac, none.starts) == (luma.ac, luma.starts))
  }

  @Test func changedRowsAreSpreadEvenly() throws {
    let quantizer = try Self.quantizer()
    var (mixture, first) = (MixedRows(quantizer.components[0]), [Int]())
    _ = mixture.component(changed: 10) { rows in
      first = rows
      return quantizer.luma(rows: rows, Self.level)
    }
    let gaps = zip(first, first.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { (2...7).contains($0) }, "\(first)")
  }
}
