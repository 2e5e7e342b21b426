import Findings
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Frames as they are delivered, against ffmpeg's own pixels and against pictures drawn by hand.
@Suite(.serialized, .timeLimit(.minutes(10))) struct AnimationReaderTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  private static let size = PixelSize(width: 24, height: 16)

  private func reader(_ name: String, _ format: PictureFormat) throws -> AnimationReader {
    let bytes = try folder.bytes(of: name)
    let facts = HeaderFacts(parsing: bytes, format: format)
    let picture = Picture(
      format: format, size: try #require(facts.size), orientation: facts.orientation, color: facts.color)
    return AnimationReader(
      path: folder.absolute(name), bytes: bytes, picture: picture, frameCount: try #require(facts.animation).frameCount)
  }

  private func frames(_ reader: AnimationReader, scaledTo size: PixelSize? = nil) async throws -> [[UInt8]] {
    var frames: [[UInt8]] = []
    try await reader.read(scaledTo: size) { index, samples in
      #expect(index == frames.count)
      frames.append(samples)
    }
    return frames
  }

  /// A pattern that moves over a hole, as a file of raw RGBA frames.
  private func source() async throws -> [[UInt8]] {
    _ = try await SampleVideos.make(
      "source.raw", in: folder,
      from: ["testsrc2=s=24x16:r=5:d=1.4,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,N*3),0,255)'"],
      ["-f", "rawvideo"])
    let bytes = try folder.bytes(of: "source.raw")
    let length = Self.size.count * 4
    return stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<($0 + length)]) }
  }

  static let encoders: [(String, PictureFormat, [String])] = [
    ("a.webp", .webp, ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"]),
    ("a.apng", .png, ["-f", "apng", "-pred", "mixed", "-plays", "0"]),
  ]

  @Test(arguments: encoders)
  func exactFrames(_ name: String, _ format: PictureFormat, _ options: [String]) async throws {
    let source = try await source()
    let input = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "24x16", "-r", "5", "-i", folder.absolute("source.raw")]
    _ = try await SampleVideos.make(name, in: folder, input + options)
    let reader = try reader(name, format)
    let frames = try await frames(reader)
    #expect(frames.map(Self.visible) == source.map(Self.visible))
    #expect(Self.visible(try await reader.frame(at: 3)) == Self.visible(source[3]))
  }

  /// Colour that cannot be seen may be anything.
  private static func visible(_ samples: [UInt8]) -> [UInt8] {
    stride(from: 0, to: samples.count, by: 4).flatMap {
      samples[$0 + 3] == 0 ? [0, 0, 0, 0] : Array(samples[$0..<($0 + 4)])
    }
  }

  /// What ffmpeg's encoder writes with its own palettes, offsets and transparency, ffmpeg's decoder reads the same way.
  @Test func gifAsFFmpegReadsIt() async throws {
    _ = try await SampleVideos.make(
      "a.gif", in: folder,
      from: ["testsrc2=s=24x16:r=5:d=1.4,split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse"], [])
    _ = try await SampleVideos.make(
      "a.raw", in: folder,
      ["-i", folder.absolute("a.gif"), "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo"])
    let frames = try await frames(try reader("a.gif", .gif))
    #expect(frames.count == 7)
    #expect(frames.flatMap(Self.visible) == Self.visible(try folder.bytes(of: "a.raw")))
  }

  @Test func scaledFrames() async throws {
    _ = try await SampleVideos.make("a.gif", in: folder, from: ["color=red:s=24x16:r=5:d=0.4,format=rgb24"], [])
    let small = PixelSize(width: 12, height: 8)
    // ffmpeg leaves out frames that are the same, so this one may be a still.
    let bytes = try folder.bytes(of: "a.gif")
    let picture = Picture(format: .gif, size: Self.size)
    let reader = AnimationReader(path: folder.absolute("a.gif"), bytes: bytes, picture: picture, frameCount: 1)
    let frames = try await frames(reader, scaledTo: small)
    #expect(frames == [(0..<small.count).flatMap { _ in frames[0].prefix(4) }])
    #expect(zip(frames[0].prefix(4), [255, 0, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 3 })
  }

  /// The default image of such a file is for decoders that know no animation.
  @Test func hiddenDefaultImageIsNotShown() async throws {
    let bytes = APNGPicture(2, 2).hidden(0x00FF_00FF)
      .frame(0xFF00_00FF).frame(0x0000_FFFF, disposal: 1).frame(0xFF00_00FF, side: 1).bytes
    try folder.write(bytes, to: "a.png")
    let frames = try await frames(try reader("a.png", .png))
    let (red, blue, none): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0])
    #expect(frames.map(Self.visible) == [red + red + red + red, blue + blue + blue + blue, red + none + none + none])
  }

  @Test(arguments: encoders + [("a.gif", .gif, [])])
  func cutOff(_ name: String, _ format: PictureFormat, _ options: [String]) async throws {
    let pixels = format == .gif ? [] : ["-pix_fmt", "rgba"]
    _ = try await SampleVideos.make(name, in: folder, from: [SampleVideos.pattern()], pixels + options)
    let bytes = try folder.bytes(of: name)
    let whole = HeaderFacts(parsing: bytes, format: format)
    // Encoders join frames that are the same.
    #expect(whole.animation?.frameCount ?? 0 > 10)
    for length in format == .gif ? [bytes.count / 2, bytes.count - 30] : [bytes.count - 200] {
      try folder.write(bytes.prefix(length), to: "cut")
      let problem = await #expect(throws: MediaError.self) {
        try await Inspector(limits: .init()).inspect(folder.absolute("cut"))
      }
      let isTold = format == .gif ? problem?.diagnostic(for: "x").rule == "image.truncated" : problem?.isDamage == true
      #expect(isTold, "\(String(describing: problem))")
    }
  }
}

extension MediaError {
  var isDamage: Bool { if case .damaged = self { true } else { false } }
}
