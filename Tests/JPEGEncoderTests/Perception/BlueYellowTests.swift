import JPEGEncoder
import TestSupport
import Testing

@Suite struct BlueYellowTests {
  /// From coded chroma to red, green and blue (ITU-T T.871, 7).
  private static let byCb = [0, -0.344_136, 1.772]
  private static let byCr = [1.402, -0.714_136, 0]

  @Test func slopesAreThoseOfDifferences() throws {
    var generator = SeededGenerator(seed: 1)
    // Below, light is not quite the power of the samples that the slopes take it for.
    let colors = (0..<60).map { _ in (0..<3).map { _ in Int.random(in: 25...250, using: &generator) } }
    let byColor = try (0..<3).map { channel -> [Double] in
      let (more, less) = (try Self.values(colors, channel, 1), try Self.values(colors, channel, -1))
      return zip(more, less).map { ($0 - $1) / 2 }
    }
    let slopes = try Self.light(colors).blueYellowSlopes
    for index in colors.indices {
      func slope(_ matrix: [Double]) -> Double { (0..<3).reduce(0) { $0 + matrix[$1] * byColor[$1][index] } }
      let scale = (0..<3).reduce(0) { $0 + abs(byColor[$1][index]) }
      #expect(abs(Double(slopes.cb[index]) - slope(Self.byCb)) < 0.01 * scale)
      #expect(abs(Double(slopes.cr[index]) - slope(Self.byCr)) < 0.01 * scale)
    }
  }

  @Test func brightnessIsNotBlueAndColorIs() throws {
    let colors = [[20, 20, 20], [128, 128, 128], [240, 240, 240], [40, 40, 220], [220, 220, 40]]
    let values = try Self.values(colors)
    for value in values.prefix(3) { #expect(abs(value) < 1e-4) }
    #expect(values[3] > 0.1 && values[4] < -0.1)
  }

  /// Blue less yellow of colours of which one channel is changed.
  private static func values(_ colors: [[Int]], _ channel: Int = 0, _ change: Int = 0) throws -> [Double] {
    let changed = colors.map { color in zip(0..., color).map { $0 == channel ? $1 + change : $1 } }
    return try light(changed).blueYellow.samples.prefix(colors.count).map { Double($0) }
  }

  /// One pixel of each colour, halved from two by two.
  private static func light(_ colors: [[Int]]) throws -> LightPlanes {
    let row = colors.flatMap { color in (color + color).map { UInt8($0) } }
    return LightPlanes(
      halving: try JPEGPixels(width: 2 * colors.count, height: 2, layout: .rgb, samples: row + row))
  }
}
