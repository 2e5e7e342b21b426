import JPEGEncoder
import Testing

@Suite struct MixedRowsTests {
  private static let level = QuantizationLevel(scale: 8)
  private static let rows = 40

  private static let unlearned = SymbolModel(.sequential, componentCount: 3)

  private static func quantizer() throws -> Quantizer {
    let pixels = try Pictures.make(.natural, width: 100, height: 8 * rows)
    return Quantizer(PreparedPicture(pixels), .half)
  }

  @Test func theSameLambdaChangesNothing() throws {
    let quantizer = try Self.quantizer()
    // Ends of blocks share symbols with the row below, unless that is elsewhere.
    let model = SymbolModel(.sequential, learnedFrom: quantizer.quantized(Self.level, by: Self.unlearned))
    let luma = quantizer.quantized(Self.level, by: model).components[0]
    var mixture = MixedRows(luma)
    for changed in [7, 3, 20, Self.rows] {
      let mixed = mixture.component(changed: changed) { quantizer.luma(rows: $0, Self.level, by: model) }
      #expect((mixed.dc, mixed.ac) == (luma.dc, luma.ac))
    }
  }

  @Test func rowsThatBitsCountMoreInHaveFewerCoefficients() throws {
    let quantizer = try Self.quantizer()
    let luma = quantizer.quantized(Self.level, by: Self.unlearned).components[0]
    var (mixture, asked, before) = (MixedRows(luma), [Int](), luma.ac.entries.count)
    for changed in [5, 10, 30, Self.rows] {
      let mixed = mixture.component(changed: changed) { rows in
        asked += rows
        return quantizer.luma(rows: rows, QuantizationLevel(scale: 8, lambdaMultiplier: 4), by: Self.unlearned)
      }
      #expect(mixed.ac.entries.count < before)
      #expect(asked.count == changed, "what is known is not made again")
      before = mixed.ac.entries.count
    }
    #expect(asked.sorted() == Array(0..<Self.rows))
    let none = mixture.component(changed: 0) { _ in luma.ac }
    #expect(none.ac == luma.ac)
  }

  @Test func changedRowsAreSpreadEvenly() throws {
    let quantizer = try Self.quantizer()
    let luma = quantizer.quantized(Self.level, by: Self.unlearned).components[0]
    var (mixture, first) = (MixedRows(luma), [Int]())
    _ = mixture.component(changed: 10) { rows in
      first = rows
      return quantizer.luma(rows: rows, Self.level, by: Self.unlearned)
    }
    let gaps = zip(first, first.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { (2...7).contains($0) }, "\(first)")
  }
}
