import JPEGEncoder
import TestSupport
import Testing

@Suite struct CoarseLumaTests {
  /// Pixels of 1:4 are read off coefficients: they are the means of four by four samples, but for their highest frequencies.
  @Test(arguments: [Pictures.Subject.natural, .gray, .flat]) func pixelsAreMeans(subject: Pictures.Subject) throws {
    let pixels = try Pictures.make(subject, width: 64, height: 48, layout: .gray)
    let luma = CoarseLuma(PictureTransform(pixels).luma(ComponentShape(width: 64, height: 48)))
    #expect((luma.quarter.width, luma.quarter.height, luma.eighth.width, luma.eighth.height) == (16, 12, 8, 6))
    for (plane, side) in [(luma.quarter, 4), (luma.eighth, 8)] {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let expected = Self.perceived(pixels, x * side, y * side, side)
          #expect(abs(plane.samples[y * plane.stride + x] - expected) < 0.02)
        }
      }
    }
  }

  @Test func whatLiesBeyondThePictureIsItsEdge() throws {
    let pixels = try Pictures.make(.flat, width: 45, height: 10)
    let luma = CoarseLuma(PictureTransform(pixels).luma(ComponentShape(width: 45, height: 10)))
    #expect((luma.quarter.width, luma.quarter.height, luma.eighth.width, luma.eighth.height) == (12, 4, 6, 2))
    let values = (0..<4).flatMap { luma.quarter.samples[$0 * luma.quarter.stride..<$0 * luma.quarter.stride + 12] }
    #expect((values.max() ?? 1) - (values.min() ?? 0) < 1e-5)
  }

  /// The luma of the mean of a square of samples, interpolated between grays as cube roots of light are.
  private static func perceived(_ pixels: JPEGPixels, _ x: Int, _ y: Int, _ side: Int) -> Float {
    let samples = (0..<side * side).map { Double(pixels.samples[(y + $0 / side) * pixels.stride + x + $0 % side]) }
    let code = samples.reduce(0, +) / Double(samples.count) / 255
    let light = code <= 0.040_45 ? code / 12.92 : Elementary.pow((code + 0.055) / 1.055, 2.4)
    return cubeRoot(SIMD8(repeating: Float(light) + 0.003_793_073_3))[0] - 0.155_954_2
  }
}
