import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct VideoProbeTests {
  let folder = TemporaryFolder()

  private func probe(_ path: String, _ format: VideoFormat = .mp4, limits: SourceLimits = .init()) async throws -> Video
  {
    var video = try await VideoProbe(path: path, format: format, limits: limits).probe().video
    // What an encoder reaches is its own affair.
    video.audio?.bitRate = nil
    video.codecProfile = nil
    video.audio?.codecProfile = nil
    return video
  }

  private static let size = PixelSize(width: 64, height: 36)

  @Test func mirroredPicturesAreRefused() async throws {
    let path = try await SampleVideos.movie("plain.mp4", in: folder)
    try folder.write(MovieMatrix.turning(try folder.bytes(of: "plain.mp4"), clockwise: -1), to: "mirrored.mp4")
    #expect(try await probe(path).trailingByteCount == 0)
    let problem = await #expect(throws: MediaError.self) { try await probe(folder.absolute("mirrored.mp4")) }
    #expect(problem?.diagnostic(for: "x").rule == "image.unsupported")
    try folder.write(try folder.bytes(of: "plain.mp4") + Array("PK\u{3}\u{4}cust".utf8) + [9, 9, 9], to: "tail.mp4")
    #expect(try await probe(folder.absolute("tail.mp4")).trailingByteCount == 11)
  }

  /// Protected pictures (ISO/IEC 23001-7) are whole, and no decoder reads them.
  @Test func encryptedPicturesAreNamed() async throws {
    _ = try await SampleVideos.movie("plain.mp4", in: folder)
    var bytes = try folder.bytes(of: "plain.mp4")
    let start = try #require(
      (0..<bytes.count).first { bytes[$0...].starts(with: Array("avc1".utf8)) && bytes[$0 - 4] == 0 })
    bytes.replaceSubrange(start..<start + 4, with: Array("encv".utf8))
    try folder.write(bytes, to: "encrypted.mp4")
    let problem = await #expect(throws: MediaError.self) { try await probe(folder.absolute("encrypted.mp4")) }
    #expect(problem?.diagnostic(for: "x").message.contains("encrypted") == true)
  }

  /// ffmpeg calls it `yuvj420p`; not every device decodes it, so that it is encoded again.
  @Test func picturesWithoutColourAreGray() async throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-pix_fmt", "gray", "-c:v", "libx264"]
    _ = try await FFmpeg.run(source + ["gray.mp4"], in: folder)
    let video = try await probe(folder.absolute("gray.mp4"))
    #expect(video.pixelFormat == "gray")
  }

  @Test func withSound() async throws {
    let path = try await SampleVideos.movie(
      "a.mp4", in: folder, from: [SampleVideos.pattern(), "sine=r=44100:d=2"], ["-c:a", "aac", "-ac", "1"])
    let expected = Video(
      format: .mp4, size: Self.size, duration: 2, codec: "h264", frameRate: 10, colorMatrix: "bt709",
      audio: .init(codec: "aac", channelCount: 1, sampleRate: 44_100, streamIndex: 1), streamCount: 2)
    var found = try await probe(path)
    #expect(abs((found.audio?.end ?? 0) - 2) < 0.1)
    found.audio?.end = nil
    #expect(found == expected)
  }

  static let containers: [(String, VideoFormat, String, [String])] = [
    ("a.mov", .quickTime, "h264", ["-c:v", "libx264"]), ("a.mkv", .matroska, "h264", ["-c:v", "libx264"]),
    ("a.3gp", .threeGP, "mpeg4", ["-c:v", "mpeg4"]),
    ("a.avi", .avi, "mjpeg", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
    ("a.webm", .webm, "vp8", ["-c:v", "libvpx"]), ("a.m4v", .m4v, "h264", ["-c:v", "libx264"]),
  ]

  @Test(arguments: containers)
  func everyContainer(_ name: String, _ format: VideoFormat, _ codec: String, _ options: [String]) async throws {
    let path = try await SampleVideos.movie(name, in: folder, options)
    let video = try await probe(path, format)
    #expect(video.format == format && video.codec == codec && video.size == Self.size)
    #expect(abs(video.duration - 2) < 0.05 && abs(video.frameRate - 10) < 0.1 && !video.hasVariableFrameRate)
    #expect(video.audio == nil && video.streamCount == 1 && video.rotation == 0 && video.hasSquarePixels)
  }

  /// Many packets of program streams have no time, and the streams have no duration.
  @Test(arguments: [("a.mpg", VideoFormat.mpegProgramStream), ("a.m2v", .mpegVideo)])
  func mpeg(_ name: String, _ format: VideoFormat) async throws {
    let path = try await SampleVideos.movie(
      name, in: folder, from: ["testsrc2=s=64x48:r=25:d=2"], ["-c:v", "mpeg2video", "-bf", "2"])
    let video = try await probe(path, format)
    #expect(video.codec == "mpeg2video" && video.size == PixelSize(width: 64, height: 48))
    #expect(abs(video.duration - 2) < 0.1 && abs(video.frameRate - 25) < 0.5 && !video.hasVariableFrameRate)
  }

  /// Players turn frames clockwise by this angle.
  @Test(arguments: [90, 180, 270]) func rotation(_ angle: Int) async throws {
    let plain = try await SampleVideos.movie("plain.mp4", in: folder)
    try folder.write(MovieMatrix.turning(try folder.bytes(of: "plain.mp4"), clockwise: angle), to: "turned.mp4")
    var expected = try await probe(plain)
    expected.rotation = angle
    expected.size = angle == 180 ? Self.size : Self.size.transposed
    #expect(try await probe(folder.absolute("turned.mp4")) == expected)
  }

  @Test(arguments: [("4/3", 85), ("1/2", 32), ("9/1", 64)])
  func pixelShape(_ shape: String, _ width: Int) async throws {
    let path = try await SampleVideos.movie("a.mp4", in: folder, filters: "setsar=\(shape)")
    let video = try await probe(path)
    #expect(video.size == PixelSize(width: width, height: 36) && video.codedSize == Self.size)
    #expect(video.hasSquarePixels == (width == 64))
  }

  @Test func framesOfDifferentTimes() async throws {
    let path = try await SampleVideos.movie(
      "a.mp4", in: folder, filters: "settb=1/1000,setpts='PTS+if(mod(N,3),0,40)'",
      ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"])
    let video = try await probe(path)
    #expect(video.hasVariableFrameRate && abs(video.frameRate - 10) < 1)
  }

  @Test func highDynamicRange() async throws {
    let path = try await SampleVideos.movie(
      "a.mp4", in: folder,
      ["-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084", "-color_primaries", "bt2020", "-colorspace", "bt2020nc"])
    let video = try await probe(path)
    #expect(video.color == ColorDescription(transfer: .pq, primaries: .bt2020) && video.bitDepth == 10)
    #expect(video.colorMatrix == "bt2020nc" && video.pixelFormat == "yuv420p10le" && video.isHighDynamicRange)
  }

  @Test func transparency() async throws {
    let vp9 = try await SampleVideos.make(
      "a.webm", in: folder, from: [SampleVideos.pattern(seconds: 0.5) + ",format=yuva420p,fade=out:0:5:alpha=1"],
      ["-c:v", "libvpx-vp9"])
    #expect(try await probe(vp9, .webm).hasAlpha)
    let animation = try await SampleVideos.make(
      "a.mov", in: folder, from: ["color=red@0.5:s=64x36:r=10:d=1,format=argb"], ["-c:v", "qtrle"])
    let video = try await probe(animation, .quickTime)
    #expect(video.hasAlpha && video.bitDepth == 8 && video.pixelFormat == "argb")
  }

  @Test func oneFrame() async throws {
    let path = try await SampleVideos.movie("a.mp4", in: folder, ["-frames:v", "1"])
    let video = try await probe(path)
    #expect(abs(video.duration - 0.1) < 0.001 && abs(video.frameRate - 10) < 0.001 && !video.hasVariableFrameRate)
  }

  /// The picture of a song's cover does not make it a video.
  @Test func soundAlone() async throws {
    let sound = try await SampleVideos.make("a.mp4", in: folder, from: ["sine=d=1"], ["-c:a", "aac"])
    await expect(.noPictures(format: .mp4), from: sound)
    let cover = try await SampleVideos.make(
      "b.mp4", in: folder, from: ["sine=d=1", SampleVideos.pattern(seconds: 0.1)],
      ["-c:a", "aac", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-frames:v", "1", "-disposition:v:0", "attached_pic"])
    await expect(.noPictures(format: .mp4), from: cover)
  }

  @Test func tooLarge() async throws {
    let path = try await SampleVideos.movie("a.mp4", in: folder)
    let problem = await #expect(throws: MediaError.self) {
      try await probe(path, limits: SourceLimits(maximumPixels: 2303))
    }
    #expect(problem == .tooManyPixels(size: Self.size, limit: 2303))
  }

  @Test(arguments: [VideoFormat.mp4, .webm, .matroska, .avi, .mpegProgramStream, .mpegVideo])
  func noise(_ format: VideoFormat) async throws {
    try folder.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }, to: "noise")
    let path = folder.absolute("noise")
    let problem = await #expect(throws: MediaError.self) { try await probe(path, format) }
    switch problem {
    case .damaged(.video(format), let detail):
      #expect(!detail.contains(path) && !detail.contains(" @ 0x"))
    default: #expect(problem == .noPictures(format: format))
    }
  }

  /// The index stands in front, so only reading the packets shows that they are not there.
  @Test(arguments: [("a.mp4", VideoFormat.mp4, ["-movflags", "+faststart"]), ("a.mkv", .matroska, [])])
  func cutOff(_ name: String, _ format: VideoFormat, _ options: [String]) async throws {
    _ = try await SampleVideos.movie(name, in: folder, options + ["-g", "5"])
    let bytes = try folder.bytes(of: name)
    try folder.write(bytes.prefix(bytes.count * 2 / 3), to: "cut")
    let problem = await #expect(throws: MediaError.self) { try await probe(folder.absolute("cut"), format) }
    #expect(problem?.diagnostic(for: "x").rule == "video.truncated", "\(String(describing: problem))")
  }

  private func expect(_ expected: MediaError, from path: String) async {
    let problem = await #expect(throws: MediaError.self) { try await probe(path) }
    #expect(problem == expected)
  }
}
