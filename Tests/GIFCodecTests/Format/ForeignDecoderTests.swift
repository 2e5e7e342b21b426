import GIFCodec
import TestSupport
import Testing

/// ffmpeg shows the same pictures of what the encoder wrote as the module's own decoder.
@Suite struct ForeignDecoderTests {
  @Test func ffmpegShowsTheSame() async throws {
    for animation in [try Animations.movingDisc(), try Animations.movingDisc(transparent: true)] {
      for settings in [GIFSettings.lossless, GIFSettings(colors: 16, loss: 20)] {
        let bytes = GIFEncoder(animation).encode(settings).bytes
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "a.gif")
        let arguments = [
          "-v", "error", "-i", "a.gif", "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo",
        ]
        let output = try await Program("ffmpeg").run(arguments + ["a.rgba"], workingDirectory: folder.path)
        #expect(output.stderr == "")
        #expect(opaque(try folder.bytes(of: "a.rgba")) == opaque(try pictures(bytes)))
      }
    }
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
