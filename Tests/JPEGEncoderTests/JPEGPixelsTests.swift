import JPEGEncoder
import Testing

@Suite struct JPEGPixelsTests {
  @Test func tooFewSamplesAreRefused() {
    #expect(throws: JPEGEncodingError.wrongSampleCount(11, width: 2, height: 2, stride: 6)) {
      try JPEGPixels(width: 2, height: 2, layout: .rgb, samples: [UInt8](repeating: 0, count: 11))
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 5), (Int.max, Int.max), (Int.min, 1), (65_501, 1), (65_500, 65_500)])
  func sizesThatAreNoneOfAJPEGAreRefused(width: Int, height: Int) {
    #expect(throws: JPEGEncodingError.unsupportedSize(width: width, height: height)) {
      try JPEGPixels(width: width, height: height, layout: .gray, samples: [0])
    }
  }

  @Test(arguments: [-1, 0, 5, Int.min, Int.max, Int.max / 2 + 1]) func stridesThatDoNotFitAreRefused(stride: Int) {
    #expect(throws: JPEGEncodingError.wrongSampleCount(12, width: 2, height: 2, stride: stride)) {
      try JPEGPixels(width: 2, height: 2, layout: .rgb, stride: stride, samples: [UInt8](repeating: 0, count: 12))
    }
  }

  @Test func theLastRowNeedsNoGap() throws {
    let pixels = try JPEGPixels(
      width: 2, height: 2, layout: .rgb, stride: 10, samples: [UInt8](repeating: 0, count: 16))
    #expect(pixels.stride == 10)
  }

  @Test func whatIsBetweenRowsDoesNotMatter() throws {
    let (dense, loose) = try (
      Pictures.make(.natural, width: 37, height: 21), Pictures.make(.natural, width: 37, height: 21)
    )
    var samples: [UInt8] = []
    for y in 0..<21 { samples += loose.samples[y * 111..<(y + 1) * 111] + [0, 255, 17, 3] }
    let padded = try JPEGPixels(width: 37, height: 21, layout: .rgb, stride: 115, samples: samples)
    #expect(try JPEGCompressor(dense).encode(atMost: 1500).bytes == JPEGCompressor(padded).encode(atMost: 1500).bytes)
  }
}
