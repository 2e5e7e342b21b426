import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Animations and videos that are encoded as GIFs.
@Suite(.timeLimit(.minutes(10))) struct GIFMakingTests {
  private let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  /// Three pixels of one of four colours for each frame, shown for 100 ms. Codes of three bits begin and say the pixels, one of
  /// four ends them (GIF89a, appendix F).
  private func animation(_ colors: [Int]) -> [UInt8] {
    let screen: [UInt8] = [3, 0, 1, 0, 0xF1, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    let frames = colors.flatMap { color in
      let codes = BitSample().adding(4, 3).adding(color, 3).adding(color, 3).adding(color, 3).adding(5, 4).bytes
      let place: [UInt8] = [0x2C, 0, 0, 0, 0, 3, 0, 1, 0, 0, 2]
      return GIFSample.control(delay: 10, disposal: 1) + place + [UInt8(codes.count)] + codes + [0]
    }
    return ascii("GIF89a") + screen + GIFSample.loop + frames + GIFSample.end
  }

  private func render(_ colors: [Int]) async throws -> (bytes: [UInt8], record: MotionRecord) {
    try folder.write(animation(colors), to: "source")
    let inspection = try await Inspector(limits: .init()).inspect(folder.absolute("source"))
    let specification = MotionSpecification(
      profile: "test", format: .gif, maximumBytes: 100_000, size: PixelSize(width: 3, height: 1), maximumFrameRate: 30)
    let record = try await MotionRenderer(limits: .init()).render(
      folder.absolute("source"), inspection: inspection,
      plan: MotionPlan(method: .encode, specification: specification, reasons: [.bytes]),
      to: folder.absolute("output"), progress: { _ in })
    return (try folder.bytes(of: "output"), record)
  }

  @Test(arguments: [2, 5]) func equalFramesDoNotMove(_ count: Int) async {
    await #expect(throws: MediaError.motionless) { try await render([Int](repeating: 1, count: count)) }
  }

  /// The rendition's facts are measured from its bytes.
  @Test(arguments: [[1, 1, 2], [1, 2, 2, 2, 1], [3, 0]]) func equalFramesAreOne(_ colors: [Int]) async throws {
    let (bytes, record) = try await render(colors)
    let facts = GIFFacts(ByteView(bytes))
    let changes = zip(colors, colors.dropFirst()).count { $0 != $1 }
    #expect(record.frameCount == changes + 1)
    #expect(facts.frameCount == record.frameCount)
    #expect(facts.delays.reduce(0, +) == 100 * colors.count)
    #expect(abs(record.duration - Double(colors.count) / 10) < 0.001)
  }

  /// Ten frames in quick succession, two seconds of the last of them, and ten again: not seven a second on average.
  @Test func framesKeepTheirOwnTimes() async throws {
    let path = try await SampleVideos.movie(
      "a.mp4", in: folder, from: ["testsrc2=s=160x90:r=25:d=3"], filters: "select='lt(n,10)+gt(n,64)'",
      ["-fps_mode", "vfr"])
    let inspection = try await Inspector(limits: .init()).inspect(path)
    let specification = MotionSpecification(
      profile: "test", format: .gif, maximumBytes: 500_000, size: PixelSize(width: 160, height: 90),
      maximumFrameRate: 30)
    let record = try await MotionRenderer(limits: .init()).render(
      path, inspection: inspection, plan: MotionPlan(method: .encode, specification: specification, reasons: [.format]),
      to: folder.absolute("output"), progress: { _ in })
    let delays = GIFFacts(ByteView(try folder.bytes(of: "output"))).delays
    #expect(record.frameCount == 20 && delays.count == 20)
    #expect(delays.count { $0 == 40 } == 19 && delays.max() ?? 0 > 2000)
    #expect(abs(record.duration - 3) < 0.1)
  }
}
