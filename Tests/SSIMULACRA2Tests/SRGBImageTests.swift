import SSIMULACRA2
import Testing

@Suite struct SRGBImageTests {
  @Test func takesRowsWithoutGapsByDefault() throws {
    #expect(try SRGBImage(width: 5, height: 2, bytes: [UInt8](repeating: 0, count: 30)).stride == 15)
    #expect(try SRGBImage(width: 5, height: 2, samples: .gray, bytes: [UInt8](repeating: 0, count: 10)).stride == 5)
  }

  /// The last row needs no gap after it.
  @Test func theLastRowMayEndWithItsLastPixel() throws {
    _ = try SRGBImage(width: 2, height: 3, stride: 10, bytes: [UInt8](repeating: 0, count: 26))
    #expect(throws: ImageError.tooFewBytes(25, width: 2, height: 3, stride: 10)) {
      try SRGBImage(width: 2, height: 3, stride: 10, bytes: [UInt8](repeating: 0, count: 25))
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 4), (3, .min)]) func refusesNothing(_ width: Int, _ height: Int) {
    #expect(throws: ImageError.empty(width: width, height: height)) {
      try SRGBImage(width: width, height: height, bytes: [1, 2, 3])
    }
  }

  @Test(arguments: [5, 0, -6]) func refusesRowsThatOverlap(_ stride: Int) {
    #expect(throws: ImageError.shortStride(stride, width: 2, samples: .rgb)) {
      try SRGBImage(width: 2, height: 1, stride: stride, bytes: [UInt8](repeating: 0, count: 60))
    }
  }

  /// Sizes whose product no integer holds.
  @Test func refusesSizesBeyondCounting() {
    #expect(throws: ImageError.self) { try SRGBImage(width: .max, height: 1, bytes: [0]) }
    #expect(throws: ImageError.self) { try SRGBImage(width: 1, height: .max, bytes: [0]) }
    #expect(throws: ImageError.self) { try SRGBImage(width: .max / 3, height: 2, bytes: [0]) }
    #expect(throws: ImageError.self) { try SRGBImage(width: 1, height: 3, stride: .max / 2, bytes: [0]) }
  }
}
