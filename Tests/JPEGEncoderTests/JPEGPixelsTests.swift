import JPEGEncoder
import Testing

@Suite struct JPEGPixelsTests {
  @Test func tooFewSamplesAreRefused() {
    #expect(throws: JPEGEncodingError.wrongSampleCount(11, width: 2, height: 2, stride: 6)) {
      try JPEGPixels(width: 2, height: 2, layout: .rgb, samples: [UInt8](repeating: 0, count: 11))
    }
  }
}
