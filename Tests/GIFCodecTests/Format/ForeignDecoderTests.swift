import GIFCodec
import TestSupport
import Testing

/// ffmpeg shows the same pictures as the module's own decoder.
@Suite(.timeLimit(.minutes(10))) struct ForeignDecoderTests {
  @Test func ffmpegShowsTheSame() async throws {
    for animation in [try Animations.movingDisc(), try Animations.movingDisc(transparent: true)] {
      for settings in [GIFSettings.lossless, GIFSettings(colors: 16, loss: 20)] {
        try await compare(GIFEncoder(animation).encode(settings).bytes)
      }
    }
  }

  /// Down to an eighth of what the whole takes there is always something that fits, so that nothing may be thrown.
  @Test(arguments: 0..<8) func anyFilmAtAnyLimitIsShownTheSame(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (Int.random(in: 24...64, using: &generator), Int.random(in: 24...64, using: &generator))
    let frames = Int.random(in: 2...8, using: &generator)
    let film = { (scale: Double) in
      try Animations.film(width: Int(Double(width) * scale), height: Int(Double(height) * scale), frames: frames)
    }
    let whole = try film(1)
    let lossless = GIFEncoder(whole).encode().bytes.count
    let limit = Int.random(in: lossless / 8...lossless, using: &generator)
    let result = try GIFSearch(limit: limit).run(whole, scaled: film)
    #expect(result.encoding.bytes.count <= limit)
    try await compare(result.encoding.bytes)
  }

  private func compare(_ gif: [UInt8]) async throws {
    let folder = TemporaryFolder()
    try folder.write(gif, to: "a.gif")
    let arguments = [
      "-v", "error", "-i", "a.gif", "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo", "a.rgba",
    ]
    let output = try await Program("ffmpeg").run(arguments, workingDirectory: folder.path)
    #expect(output.stderr == "")
    #expect(opaque(try folder.bytes(of: "a.rgba")) == opaque(try pictures(gif)))
  }

  private func pictures(_ gif: [UInt8]) throws -> [UInt8] {
    var decoder = try #require(GIFDecoder(gif))
    var pixels: [UInt8] = []
    while let frame = try decoder.next() { pixels += frame.pixels }
    return pixels
  }

  /// Transparent pixels have no colour.
  private func opaque(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] == 0 {
      for byte in start..<start + 4 { pixels[byte] = 0 }
    }
    return pixels
  }
}
