import Findings
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The inspector's facts about animations and videos.
@Suite(.serialized, .timeLimit(.minutes(10))) struct InspectorMotionTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  private func inspect(_ bytes: [UInt8]) async throws -> Inspection {
    try folder.write(bytes, to: "source")
    return try await Inspector(limits: .init()).inspect(folder.absolute("source"))
  }

  private func animation(_ inspection: Inspection) throws -> (Picture, Animation) {
    guard case .animation(let picture, let animation) = inspection else {
      throw MediaError.machine(detail: "no animation: \(inspection)")
    }
    return (picture, animation)
  }

  private func video(_ path: String) async throws -> Video {
    guard case .video(let video) = try await Inspector(limits: .init()).inspect(path) else {
      throw MediaError.machine(detail: "no video")
    }
    return video
  }

  private static let (red, clear): (UInt32, UInt32) = (0xFF00_00FF, 0)

  /// A channel of alpha says nothing, and a file of opaque frames shows through where one is cleared.
  @Test func transparencyOfAnyFrameCounts() async throws {
    let opaque = APNGPicture(4, 4).frame(Self.red).frame(0x00FF_00FF, side: 2)
    #expect(try animation(await inspect(opaque.bytes)).0.alpha == .opaque)
    #expect(try animation(await inspect(opaque.frame(0x0000_FF80, side: 1).bytes)).0.alpha == .used)
    let cleared = APNGPicture(4, 4).frame(Self.red).frame(0x00FF_00FF, side: 2, disposal: 1).frame(Self.red, side: 1)
    #expect(try animation(await inspect(cleared.bytes)).0.alpha == .used)
  }

  @Test func posterShowsSomething() async throws {
    let bytes = APNGPicture(4, 4).frame(Self.clear).frame(Self.red).frame(Self.clear).bytes
    let (picture, animation) = try animation(await inspect(bytes))
    #expect(animation.frameIndex(at: animation.posterTime) == 1)
    #expect(picture.alpha == .used && picture.content == .graphic)
  }

  /// Cameras reserve room for an index that they then write behind the samples.
  @Test(arguments: [true, false], [0, 540_000]) func indexOfAMovie(_ isInFront: Bool, _ reserved: Int) throws {
    var movie = MovieSample()
    movie.isIndexInFront = isInFront
    try folder.write(MovieSample.box("free", [UInt8](repeating: 0, count: reserved)) + movie.bytes, to: "movie")
    #expect(MovieLayout.hasIndexInFront(folder.absolute("movie"), format: .video(.mp4)) == isInFront)
    #expect(MovieLayout.hasIndexInFront(folder.absolute("movie"), format: .video(.webm)) == nil)
  }

  @Test func nothingToSee() async throws {
    let problem = await #expect(throws: MediaError.self) {
      try await inspect(APNGPicture(4, 4).frame(Self.clear).frame(Self.clear).bytes)
    }
    #expect(problem == .invisible)
  }

  /// Two seconds of black, then something to see.
  @Test func posterOfAVideoIsNotBlack() async throws {
    let path = try await SampleVideos.make(
      "a.mp4", in: folder, from: ["color=black:s=64x36:r=10:d=2", SampleVideos.pattern()],
      ["-filter_complex", "[0][1]concat", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let video = try await video(path)
    #expect(video.posterTime >= 2 && video.posterTime < 4)
    #expect(abs(video.duration - 4) < 0.001)
  }

  /// A moment of the list of pictures, so that it leads back to the very frame.
  @Test func posterTimeIsAFramesTime() async throws {
    let path = try await SampleVideos.movie("a.mp4", in: folder, from: ["testsrc2=s=64x36:r=30000/1001:d=6"])
    let video = try await video(path)
    let number = video.posterTime * 30_000 / 1001
    #expect(abs(number - number.rounded()) < 0.001)
  }

  @Test func alphaChannelThatIsNotUsed() async throws {
    let path = try await SampleVideos.make(
      "a.mov", in: folder, from: [SampleVideos.pattern() + ",format=argb"], ["-c:v", "qtrle"])
    #expect(try await !video(path).hasAlpha)
  }

  /// All that follows the lost picture is built on it.
  @Test func lostPicturesAreDamage() async throws {
    _ = try await SampleVideos.movie("a.mp4", in: folder, from: [SampleVideos.pattern(seconds: 6)], ["-g", "60"])
    var bytes = try folder.bytes(of: "a.mp4")
    let data = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) })
    for place in (data + 4 + 4000)..<min(bytes.count, data + 4 + 9000) { bytes[place] = 0xFF }
    try folder.write(bytes, to: "broken.mp4")
    let problem = await #expect(throws: MediaError.self) { try await video(folder.absolute("broken.mp4")) }
    #expect(problem?.diagnostic(for: "x").rule == "video.damaged")
  }
}
