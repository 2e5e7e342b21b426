import JPEGEncoder
import TestSupport
import Testing

@Suite struct GaussianBlurTests {
  @Test(arguments: [(1, 1), (7, 3), (8, 20), (33, 9)]) func meansAreThoseOfTheWindow(width: Int, height: Int) {
    var generator = SeededGenerator(seed: 1)
    let pictures = (0..<2).map { _ in (0..<width * height).map { _ in Float.random(in: 0...1, using: &generator) } }
    var blurred = [[Float]](repeating: [], count: 2)
    GaussianBlur(width: width, height: height, count: 2).run { y, picture, row in
      for x in 0..<width { row[x] = pictures[picture][y * width + x] }
    } take: { _, rows, stride in
      for picture in 0..<2 { blurred[picture] += (0..<width).map { rows[picture * stride + $0] } }
    }
    for picture in 0..<2 {
      for place in 0..<width * height {
        let expected = mean(pictures[picture], width, height, place % width, place / width)
        #expect(abs(blurred[picture][place] - expected) < 1e-5)
      }
    }
  }

  @Test func theWindowAddsUpToOne() {
    #expect(abs(GaussianBlur.window[0] + 2 * GaussianBlur.window.dropFirst().reduce(0, +) - 1) < 1e-6)
  }

  /// With the nearest pixel for those beyond the edges.
  private func mean(_ picture: [Float], _ width: Int, _ height: Int, _ x: Int, _ y: Int) -> Float {
    var sum: Float = 0
    for dy in -5...5 {
      for dx in -5...5 {
        let place = min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)
        sum += GaussianBlur.window[abs(dy)] * GaussianBlur.window[abs(dx)] * picture[place]
      }
    }
    return sum
  }
}
