import GIFCodec
import TestSupport
import Testing

@Suite struct GIFEncoderTests {
  private func expectLossless(_ animation: GIFAnimation) throws {
    let encoding = GIFEncoder(animation).encode()
    #expect(encoding.isLossless)
    #expect(try Shown(gif: encoding.bytes) == Shown(animation))
  }

  @Test(arguments: [false, true]) func losesNothingOfFewColors(transparent: Bool) throws {
    try expectLossless(Animations.movingDisc(transparent: transparent))
  }

  @Test(arguments: [1, 2, 3, 16, 200, 255]) func losesNothingOfAnyPixels(_ colors: Int) throws {
    var random = SeededGenerator(seed: UInt64(colors))
    for _ in 0..<30 { try expectLossless(Animations.random(&random, colors: colors)) }
  }

  @Test func losesNothingOf256ColorsWithoutTransparency() throws {
    let animation = try Animations.drawn(width: 16, height: 20, delays: [50, 50]) { frame, column, row in
      [UInt8((row % 16) * 16 + column), frame == 1 && row < 4 ? 255 : 128, 7, 255]
    }
    try expectLossless(animation)
  }

  @Test func losesNothingWhereEveryFrameHasOtherColors() throws {
    let animation = try Animations.drawn(width: 16, height: 12, delays: [50, 50, 50]) { frame, column, row in
      [UInt8(row * 16 + column), UInt8(frame * 80), 7, 255]
    }
    try expectLossless(animation)
  }

  @Test func saysWhenColorsAreTooMany() throws {
    let encoding = GIFEncoder(try Animations.film()).encode()
    #expect(!encoding.isLossless)
    #expect(encoding.distortion > 0)
  }

  @Test func mergesFramesThatAreAlike() throws {
    let animation = try Animations.drawn(width: 4, height: 4, delays: [100, 200, 300, 100]) { frame, _, _ in
      frame < 3 ? [9, 9, 9, 255] : [0, 9, 0, 255]
    }
    let encoding = GIFEncoder(animation).encode()
    #expect(encoding.frameCount == 2)
    #expect(try Shown(gif: encoding.bytes) == Shown(animation))
  }

  @Test func keepsTimesThatOneFrameCannotSay() throws {
    let longest = GIFFrame.longestDelay
    let animation = try Animations.drawn(width: 2, height: 2, delays: [longest, longest, 10]) { _, _, _ in
      [1, 2, 3, 255]
    }
    let encoding = GIFEncoder(animation).encode()
    #expect(try Shown(gif: encoding.bytes) == Shown(animation))
  }

  @Test(arguments: [nil, 0, 1, 65_535]) func writesHowOftenItPlays(_ loopCount: Int?) throws {
    let animation = try Animations.drawn(width: 2, height: 2, delays: [10, 10], loopCount: loopCount) { frame, _, _ in
      [UInt8(frame), 0, 0, 255]
    }
    let decoder = try #require(GIFDecoder(GIFEncoder(animation).encode().bytes))
    #expect(decoder.loopCount == loopCount)
  }

  @Test func moreLossMakesLessBytesAndMoreDistortion() throws {
    let encoder = GIFEncoder(try Animations.film())
    let encodings = [0.0, 4, 32, 256].map { encoder.encode(GIFSettings(loss: $0)) }
    let (bytes, distortions) = (encodings.map(\.bytes.count), encodings.map(\.distortion))
    #expect(bytes == bytes.sorted(by: >))
    #expect(distortions == distortions.sorted())
  }

  /// Where the picture rests, a pixel never drifts away from it by many small steps.
  @Test func errorsDoNotAddUp() throws {
    let animation = try Animations.drawn(width: 32, height: 32, delays: Array(repeating: 50, count: 40)) {
      frame, _, _ in [UInt8(40 + frame * 3), 100, 100, 255]
    }
    let encoding = GIFEncoder(animation).encode(GIFSettings(loss: 8))
    let last = try #require(try Shown(gif: encoding.bytes).pictures.last)
    #expect(stride(from: 0, to: last.count, by: 4).allSatisfy { abs(Int(last[$0]) - 157) < 20 })
  }

  @Test(arguments: [2, 3, 16, 256]) func keepsToItsColors(_ colors: Int) throws {
    let encoding = GIFEncoder(try Animations.film(frames: 1)).encode(GIFSettings(colors: colors))
    let shown = try Shown(gif: encoding.bytes).pictures[0]
    let distinct = Set(stride(from: 0, to: shown.count, by: 4).map { Array(shown[$0..<$0 + 4]) })
    #expect(distinct.count <= colors)
  }

  @Test func ditheringComesNearerOnTheWhole() throws {
    let gradient = try Animations.drawn(width: 64, height: 64, delays: [100]) { _, column, _ in
      let level = UInt8(100 + column / 2)
      return [level, level, level, 255]
    }
    func meanError(dithers: Bool) throws -> Double {
      let settings = GIFSettings(colors: 4, dithers: dithers)
      let shown = try Shown(gif: GIFEncoder(gradient).encode(settings).bytes).pictures[0]
      let errors = (0..<64).map { column in
        let sum = (0..<64).reduce(0) { $0 + Int(shown[($1 * 64 + column) * 4]) }
        return abs(Double(sum) / 64 - Double(100 + column / 2))
      }
      return errors.reduce(0, +)
    }
    #expect(try meanError(dithers: true) < meanError(dithers: false))
  }

  @Test func refusesWhatIsNoAnimation() {
    let pixels = [UInt8](repeating: 0, count: 16)
    let frames = [GIFFrame(pixels: pixels, delay: 0)]
    #expect(throws: GIFEncodingError.noFrames) { try GIFAnimation(width: 2, height: 2, frames: []) }
    #expect(throws: GIFEncodingError.unsupportedSize(width: 65_536, height: 2)) {
      try GIFAnimation(width: 65_536, height: 2, frames: frames)
    }
    #expect(throws: GIFEncodingError.wrongPixelCount(frame: 0, bytes: 16, expected: 24)) {
      try GIFAnimation(width: 3, height: 2, frames: frames)
    }
  }
}
