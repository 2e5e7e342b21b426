import MediaFacts
import MediaPipeline
import Testing

/// Bars beside, above and below gray and coloured pictures of a few pixels.
@Suite struct EdgeBarsTests {
  private func extended(_ rows: [[UInt8]], to width: Int, _ height: Int) -> [[UInt8]] {
    let size = PixelSize(width: rows[0].count, height: rows.count)
    let samples = EdgeBars(rows.flatMap(\.self), size: size, bandCount: 1)
      .samples(on: PixelSize(width: width, height: height))
    return stride(from: 0, to: samples.count, by: width).map { Array(samples[$0..<$0 + width]) }
  }

  @Test func anEdgeOfOneColorGoesOn() {
    let rows: [[UInt8]] = [[9, 1, 50], [9, 2, 50], [9, 3, 50]]
    #expect(extended(rows, to: 8, 3) == rows.map { [9, 9] + $0 + [50, 50, 50] })
    let columns: [[UInt8]] = [[7, 7, 7], [1, 2, 3], [90, 90, 90]]
    #expect(extended(columns, to: 3, 6) == [[7, 7, 7]] + columns + [[90, 90, 90], [90, 90, 90]])
  }

  /// A logo may touch the edge.
  @Test func mostOfAnEdgeDecides() {
    let rows: [[UInt8]] = (0..<10).map { $0 == 4 ? [255, 0] : [20, 0] }
    #expect(extended(rows, to: 4, 10).allSatisfy { $0[0] == 20 })
  }

  @Test func manyColorsAreSoftened() {
    let rows: [[UInt8]] = (0..<64).map { (row: Int) in
      let brightness = 2 * row + row % 2 * 100
      return [UInt8(brightness), 0]
    }
    let bar = extended(rows, to: 4, 64).map { Int($0[0]) }
    #expect(zip(bar, bar.dropFirst()).allSatisfy { abs($0 - $1) <= 10 })
    #expect(bar[60] > bar[3] + 60)
  }

  @Test func colorsStayTogether() {
    let size = PixelSize(width: 1, height: 2)
    let samples = EdgeBars([1, 2, 3, 1, 2, 3], size: size, bandCount: 3).samples(on: PixelSize(width: 3, height: 2))
    #expect(samples == [UInt8](repeatElement([1, 2, 3], count: 6).joined()))
  }
}
