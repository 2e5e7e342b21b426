import TestSupport
import Testing

/// Findings about animated PNGs that a GIF cannot reproduce.
@Suite(.timeLimit(.minutes(10))) struct AnimatedPNGTests {
  /// The last frame is to be shown for a quarter of an hour.
  @Test func delaysThatNoGIFCanSayAreTold() async throws {
    let workspace = try Workspace()
    try await Clip.make(
      workspace.folder.path + "/campaign/long.png", size: "64x48", seconds: 1, framesPerSecond: 10,
      options: ["-an", "-f", "apng", "-final_delay", "900"])
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    #expect(report.problems == ["motion.delays long.png"])
    let duration = report["assets"].elements[0]["renditions"].elements.last?["motion"]["duration"].number
    #expect(try abs(#require(duration) - 656.25) < 0.1)
  }

  /// A PNG with a picture for those who know no animations, and one frame for all others.
  @Test func oneFrameIsNoFrames() async throws {
    let workspace = try Workspace()
    let control: [UInt8] = [0, 64, 32, 0, 0].flatMap { big($0, 4) } + [0, 1, 0, 10, 0, 0]
    let pixels = zlibStored([UInt8](repeating: 0, count: 32 * 65))
    let chunks = [
      pngChunk("acTL", big(1, 4) + big(0, 4)), pngChunk("IDAT", pixels), pngChunk("fcTL", control),
      pngChunk("fdAT", big(1, 4) + pixels),
    ]
    let end = pngChunk("IEND", [])
    let still = minimalPNG(width: 64, height: 32, inserting: chunks).dropLast(
      end.count + pngChunk("IDAT", pixels).count)
    try workspace.folder.write(still + end, to: "campaign/one.png")
    let output = try await workspace.richpush("plan", "campaign", "-v")
    #expect(output.stdout.contains("PNG 64x32, 1 frame, "), "\(output.stdout)")
  }
}
