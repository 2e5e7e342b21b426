import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The still of something that moves.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PosterRenderingTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  /// The pixels of the rendition, RGB or RGBA.
  private func poster(
    of path: String, at time: Double? = nil, profile: Profile = .universal
  ) async throws -> (rendition: StillRendition, samples: [UInt8]) {
    let inspection = try await Inspector(limits: .init()).inspect(path)
    let source = SourceFile(path: "source", byteCount: 1, digest: ContentDigest(of: []))
    let plan = StillPlan(for: inspection, source: source, profile: profile, posterTime: time)
    let record = try await Renderer(limits: .init()).render(
      path, inspection: inspection, plan: plan, to: folder.absolute("output"))
    let bytes = try folder.bytes(of: "output")
    let rendition = try Rendition(bytes, digest: ContentDigest(of: bytes), meeting: plan.specification, record: record)
    let loader = rendition.mediaFormat == .picture(.jpeg) ? Loader.jpeg : .png
    return (rendition, try Image.load(path: folder.absolute("output"), as: loader, tolerating: .nothing).samples())
  }

  /// Red for a second, then green, then blue.
  private func traffic(_ name: String = "a.mp4", _ options: [String] = ["-c:v", "libx264", "-g", "250", "-bf", "2"])
    async throws -> String
  {
    let colors = ["red", "lime", "blue"].map { "color=\($0):s=64x48:r=10:d=1" }
    let joined = ["-filter_complex", "[0][1][2]concat=n=3", "-pix_fmt", "yuv420p"]
    return try await SampleVideos.make(name, in: folder, from: colors, joined + options)
  }

  private func color(_ samples: [UInt8]) -> String {
    let pixel = samples.prefix(3)
    return zip(["red", "green", "blue"], pixel).filter { $1 > 128 }.map(\.0).joined(separator: "+")
  }

  @Test func frameAtAMoment() async throws {
    let path = try await traffic()
    for (time, expected) in [
      (0, "red"), (0.9, "red"), (1, "green"), (1.95, "blue"), (2, "blue"), (2.9, "blue"), (2.99, "blue"), (3, "blue"),
    ] {
      let (rendition, samples) = try await poster(of: path, at: time)
      #expect(rendition.size == PixelSize(width: 64, height: 48))
      #expect(color(samples) == expected, "\(time)")
    }
  }

  static let containers: [(String, [String])] = [
    ("a.mpg", ["-c:v", "mpeg2video", "-r", "25"]), ("a.m2v", ["-c:v", "mpeg2video", "-r", "25"]),
    ("a.avi", ["-c:v", "mpeg4"]),
    ("a.webm", ["-c:v", "libvpx"]), ("a.mkv", ["-c:v", "libx264"]), ("a.mov", ["-c:v", "mpeg4"]),
  ]

  @Test(arguments: containers)
  func frameInEachContainer(_ name: String, _ options: [String]) async throws {
    let path = try await traffic(name, options)
    #expect(color(try await poster(of: path, at: 0.5).samples) == "red")
    #expect(color(try await poster(of: path, at: 1.5).samples) == "green")
    #expect(color(try await poster(of: path, at: 2.5).samples) == "blue")
  }

  /// Upright and in square pixels: the left half red, the right half blue, then turned.
  @Test func turnedAndStretched() async throws {
    _ = try await SampleVideos.movie(
      "plain.mp4", in: folder, from: ["color=red:s=64x48:r=10:d=1"],
      filters: "drawbox=x=32:w=32:c=blue:t=fill,setsar=3/2")
    try folder.write(MovieMatrix.turning(try folder.bytes(of: "plain.mp4"), clockwise: 90), to: "a.mp4")
    let (rendition, samples) = try await poster(of: folder.absolute("a.mp4"))
    #expect(rendition.size == PixelSize(width: 48, height: 96))
    #expect(color(samples) == "red" && color(samples.suffix(3)) == "blue")
  }

  /// Transparent parts of a video have the profile's background behind them.
  @Test func transparentVideo() async throws {
    let path = try await SampleVideos.make(
      "a.webm", in: folder,
      from: [
        "color=red:s=64x48:r=10:d=1,format=yuva420p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(X,32),0,255)'"
      ],
      ["-c:v", "libvpx-vp9"])
    var profile = Profile.universal
    profile.background = RGBColor(red: 0, green: 0, blue: 255)
    let (_, samples) = try await poster(of: path, profile: profile)
    #expect(color(samples) == "blue" && color(samples.suffix(3)) == "red")
  }

  /// 58 % of PQ is the white of paper, 203 candela per square metre: it stays bright, although its number is that of a middle gray.
  @Test func highDynamicRange() async throws {
    let path = try await SampleVideos.movie(
      "a.mp4", in: folder, from: ["color=0x949494:s=64x48:r=10:d=0.5"], filters: "scale=out_color_matrix=bt2020",
      ["-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084", "-color_primaries", "bt2020", "-colorspace", "bt2020nc"])
    let (rendition, samples) = try await poster(of: path)
    #expect(rendition.size == PixelSize(width: 64, height: 48))
    #expect(samples.allSatisfy { $0 > 200 })
  }

  @Test func frameOfAnAnimation() async throws {
    let picture = APNGPicture(8, 8).frame(0xFF00_00FF).frame(0x00FF_00FF).frame(0x0000_FFFF)
    try folder.write(picture.bytes, to: "a.png")
    let path = folder.absolute("a.png")
    #expect(color(try await poster(of: path, at: 0.05).samples) == "red")
    #expect(color(try await poster(of: path, at: 0.15).samples) == "green")
    #expect(color(try await poster(of: path, at: 9).samples) == "blue")
  }

  /// Filters that are for larger pictures are left out.
  @Test(arguments: ["2x2", "4x4", "6x6", "16x2", "2x16"])
  func frameOfATinyVideo(_ size: String) async throws {
    let path = try await SampleVideos.movie("a.mp4", in: folder, from: ["color=red:s=\(size):r=10:d=1"])
    let (rendition, samples) = try await poster(of: path)
    #expect(rendition.size.description == size && color(samples) == "red")
  }

  @Test func transparencyOfAnAnimationIsKept() async throws {
    let bytes = APNGPicture(8, 8).frame(0x0000_0000).frame(0xFF00_00FF, side: 4).frame(0xFF00_00FF, side: 4).bytes
    try folder.write(bytes, to: "a.png")
    var profile = Profile.universal
    profile.transparency = .keep
    let kept = try await poster(of: folder.absolute("a.png"), profile: profile)
    #expect(kept.rendition.mediaFormat == .picture(.png) && kept.samples.count == 8 * 8 * 4)
    #expect(kept.samples.suffix(1) == [0] && kept.samples[3] == 255)
    profile.transparency = .flatten
    let flat = try await poster(of: folder.absolute("a.png"), profile: profile)
    #expect(flat.samples.count == 8 * 8 * 3)
  }
}
