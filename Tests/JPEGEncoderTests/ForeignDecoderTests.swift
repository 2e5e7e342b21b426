import JPEGEncoder
import TestSupport
import Testing

/// libjpeg-turbo, libvips and ffmpeg decode every output without a warning, and show about the same.
@Suite struct ForeignDecoderTests {
  @Test(arguments: Pictures.Subject.allCases) func decodersAgree(subject: Pictures.Subject) async throws {
    var encodings: [JPEGEncoding] = []
    for (width, height) in [(1, 1), (1, 40), (33, 1), (8, 8), (17, 9), (150, 101)] {
      for chroma in [ChromaSampling.full, .half, .none] {
        for isProgressive in [true, false] {
          let compressor = JPEGCompressor(
            try Pictures.make(subject, width: width, height: height),
            settings: JPEGSettings(isProgressive: isProgressive, chroma: chroma))
          encodings.append(compressor.encode(quantizationScale: width % 3 == 0 ? 1.5 : 12))
        }
      }
    }
    try await compare(encodings, hasHardColors: subject.hasHardColors)
  }

  @Test(arguments: 0..<24) func anyPictureAtAnyLimitDecodes(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let subject = Pictures.Subject.allCases.randomElement(using: &generator) ?? .noise
    let pixels = try Pictures.make(
      subject, width: generator.logarithmic(1...300), height: generator.logarithmic(1...300), seed: seed)
    let limit = generator.logarithmic(600...60_000)
    try await compare([JPEGCompressor(pixels).encode(atMost: limit)], hasHardColors: subject.hasHardColors)
  }

  private func compare(_ encodings: [JPEGEncoding], hasHardColors: Bool) async throws {
    for decoder in Decoder.allCases {
      let shown = try await decoder.pixels(encodings.map(\.bytes))
      for (encoding, pixels) in zip(encodings, shown) {
        compare(encoding, pixels, decoder, hasHardColors: hasHardColors)
      }
    }
  }

  private func compare(_ encoding: JPEGEncoding, _ shown: JPEGPixels, _ decoder: Decoder, hasHardColors: Bool) {
    let expected = encoding.decoded()
    #expect((shown.width, shown.height) == (expected.width, expected.height))
    let differences = zip(colors(expected), colors(shown)).map { abs(Int($0) - Int($1)) }
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    // libjpeg-turbo computes the inverse transform in integers, which leads to a step here and there. ffmpeg upsamples 4:2:0 differently,
    // which changes much at hard edges of colours.
    if decoder == .ffmpeg {
      #expect(mean < (encoding.chroma != .half ? 1.5 : hasHardColors ? 40 : 4))
    } else {
      // In less than a hundred pixels a few steps are a large part.
      #expect((mean < 0.1 || differences.count < 300) && differences.max() ?? 0 <= 4, "\(mean)")
    }
  }

  /// Red, green and blue of all pixels.
  private func colors(_ pixels: JPEGPixels) -> [UInt8] {
    pixels.layout == .rgb ? pixels.packed : pixels.packed.flatMap { [$0, $0, $0] }
  }
}
