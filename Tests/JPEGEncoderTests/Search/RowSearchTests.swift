import JPEGEncoder
import TestSupport
import Testing

@Suite struct RowSearchTests {
  @Test func nearlyFittingPicturesAreMadeToFitByRows() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let limit = generator.logarithmic(20_000...1_000_000)
      let rows = Int.random(in: 64...500, using: &generator)
      let size = Int(Double(limit) * Double.random(in: 0.965...1.035, using: &generator))
      // All rows change the bytes by more or less than thought, and not all rows alike.
      let strength = Double.random(in: -0.17 ... -0.1, using: &generator)
      let parts = (0..<rows).map { _ in Double.random(in: 0.5...1.5, using: &generator) / Double(rows) }
      guard var search = RowSearch(limit: limit, rows: rows, bytes: size, power: -0.12) else {
        #expect(Double(size) > 0.998 * Double(limit) && size <= limit)
        continue
      }
      let change = Double(size) * (Elementary.pow(search.lambdaMultiplier, strength) - 1)
      var (trials, best) = (0, 0)
      while let next = search.next {
        let bytes = size + Int(change * parts.prefix(next).reduce(0, +))
        if bytes <= limit { best = max(best, bytes) }
        search.record(bytes: bytes)
        trials += 1
      }
      #expect(Double(best) >= 0.997 * Double(limit))
      #expect(trials <= 5)
    }
  }

  @Test func numbersOfRowsStayInRangeWhateverTheyDo() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let rows = Int.random(in: 32...100, using: &generator)
      guard
        var search = RowSearch(
          limit: 100_000, rows: rows, bytes: Int.random(in: 95_500...104_500, using: &generator), power: -0.12)
      else { continue }
      var seen: Set<Int> = []
      while let next = search.next {
        #expect((1...rows).contains(next))
        #expect(seen.insert(next).inserted, "no number is tried twice")
        search.record(bytes: Int.random(in: 90_000...110_000, using: &generator))
      }
      #expect(seen.count <= 8)
    }
  }

  @Test(arguments: [(100, 106_000), (100, 94_000), (100, 99_900), (100, 100_000), (31, 101_000), (0, 0), (100, 0)])
  func rowsAreOfNoUseOrNotNeeded(rows: Int, bytes: Int) {
    #expect(RowSearch(limit: 100_000, rows: rows, bytes: bytes, power: -0.12) == nil)
  }
}
