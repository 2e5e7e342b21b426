import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Inspect, plan and render in this process, as a worker does it, over pictures made here.
@Suite(.timeLimit(.minutes(10))) struct RendererTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  private func render(
    _ bytes: [UInt8], profile: Profile = .universal, focalPoint: FocalPoint? = nil
  ) async throws -> (rendition: StillRendition, plan: StillPlan) {
    try folder.write(bytes, to: "source")
    let path = folder.absolute("source")
    let inspection = try await Inspector(limits: .init()).inspect(path)
    let source = SourceFile(path: "source", byteCount: bytes.count, digest: ContentDigest(of: bytes))
    let plan = StillPlan(for: inspection, source: source, profile: profile, focalPoint: focalPoint)
    let record = try await Renderer(limits: .init()).render(
      path, inspection: inspection, plan: plan, to: folder.absolute("output"))
    let output = try folder.bytes(of: "output")
    let rendition = try Rendition(
      output, digest: ContentDigest(of: output), meeting: plan.specification, record: record)
    return (rendition, plan)
  }

  private func samples(of rendition: StillRendition) throws -> [UInt8] {
    try folder.write(rendition.bytes, to: "result")
    let loader = rendition.mediaFormat == .picture(.jpeg) ? Loader.jpeg : .png
    return try Image.load(path: folder.absolute("result"), as: loader, tolerating: .nothing).samples()
  }

  @Test func rightBytesAreCopied() async throws {
    let bytes = try SamplePictures.photograph(width: 320, height: 200).jpeg(quality: 80)
    let (rendition, plan) = try await render(bytes)
    #expect(plan.method == .copy)
    #expect(rendition.bytes == bytes)
    #expect(rendition.record.encodes == [])
  }

  /// Progressive, of a scan for each component, with restart markers: decoders need all of it.
  @Test(
    .enabled(if: Program.isInstalled("jpegtran"), "jpegtran is not installed"),
    arguments: [
      ["-progressive"], ["-restart", "1"], ["-restart", "5B", "-progressive"], ["-scans", "scans"],
      ["-scans", "scans", "-restart", "3B"], ["-grayscale", "-progressive"],
    ])
  func everyCodingIsKept(options: [String]) async throws {
    try folder.write("0;\n1;\n2;\n", to: "scans")
    try folder.write(try SamplePictures.photograph(width: 320, height: 200).jpeg(quality: 80), to: "plain.jpg")
    let arguments = options + ["-outfile", "coded.jpg", "plain.jpg"]
    #expect(try await Program("jpegtran").run(arguments, workingDirectory: folder.path).status == 0)
    let bytes = try folder.bytes(of: "coded.jpg")
    #expect(try await render(bytes).rendition.bytes == bytes)
  }

  /// Nothing says that it is there until the codes are followed.
  @Test func whatNoDecoderNeedsIsNotCopied() async throws {
    let clean = try SamplePictures.photograph(width: 320, height: 200).jpeg(quality: 80)
    let bytes = clean.dropLast(2) + Array("behind the codes".utf8) + clean.suffix(2)
    let (rendition, plan) = try await render(Array(bytes))
    #expect(plan.method == .copy)
    // A decoder complains of the source, and has nothing to complain of what is left of it.
    #expect(rendition.record.method == .strip && rendition.record.damage == nil)
    #expect(rendition.bytes == clean)
  }

  /// A second picture behind the first, inside of the same compressed stream: it can only be left out by encoding.
  @Test func whatCannotBeCutOutIsEncoded() async throws {
    let marker = Array("behind the rows".utf8)
    let clean = minimalPNG(width: 40, height: 30)
    let rows = [UInt8](repeating: 0, count: 30 * 41 - 1) + [255] + marker.prefix(10)
    let bytes = clean[..<33] + pngChunk("IDAT", zlibStored(rows)) + pngChunk("IEND", [])
    let (rendition, _) = try await render(Array(bytes))
    #expect(rendition.record.method == .encode)
    #expect(ByteView(rendition.bytes).contains("behind") == false)
  }

  @Test func metadataIsDroppedWithoutEncoding() async throws {
    let (jpeg, png) = (
      try SamplePictures.photograph(width: 320, height: 200).jpeg(quality: 80),
      try SamplePictures.photograph(width: 120, height: 80).png()
    )
    let comment = SamplePictures.inserting([jpegSegment(0xFE, Array("a comment".utf8))], into: jpeg) + [1, 2, 3]
    let author = Array(png[..<33]) + pngChunk("tEXt", Array("Author\0somebody".utf8)) + png[33...]
    for (clean, bytes, format) in [(jpeg, comment, PictureFormat.jpeg), (png, author, .png)] {
      let (rendition, plan) = try await render(bytes)
      #expect(plan.method == .strip && rendition.mediaFormat == .picture(format) && rendition.record.encodes == [])
      #expect(try samples(of: rendition) == samples(of: try await render(clean).rendition))
    }
  }

  /// As browsers do: a gamma of 1 makes the half of 255 as light as 188.
  @Test(arguments: [3, 1]) func gammaOfPNGIsHonoured(_ bandCount: Int) async throws {
    // A picture of one colour would be refused.
    let half = 40 * 15 * bandCount
    let samples = [UInt8](repeating: 0, count: half) + [UInt8](repeating: 128, count: half)
    let gray = try Image(samples: samples, width: 40, height: 30, bandCount: bandCount)
    let clean = try gray.png()
    let bytes = Array(clean[..<33]) + pngChunk("gAMA", big(100_000, 4)) + clean[33...]
    let (rendition, plan) = try await render(bytes)
    #expect(plan.reasons.contains(.color))
    let found = try self.samples(of: rendition)
    #expect(found.suffix(found.count / 3).allSatisfy { (187...189).contains($0) })
  }

  @Test(arguments: 1...8) func everyOrientationStandsUpright(_ orientation: UInt8) async throws {
    // Stored so that the orientation's own turn brings it back: mirrored and turned the other way.
    let undo: [UInt8: Int] = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6]
    let stored = try SamplePictures.quarters(width: 64, height: 32).upright(from: undo[orientation] ?? 1)
    let bytes = SamplePictures.inserting(
      [SamplePictures.exif(orientation: orientation)], into: try stored.inMemory().jpeg(quality: 95))
    let (rendition, _) = try await render(bytes)
    #expect(rendition.size == PixelSize(width: 64, height: 32))
    let pixels = try samples(of: rendition)
    let corners = [(4, 4), (60, 4), (4, 28), (60, 28)].map { x, y in (0..<3).map { pixels[(y * 64 + x) * 3 + $0] > 127 }
    }
    #expect(corners == [[true, false, false], [false, true, false], [false, false, true], [true, true, true]])
  }

  /// Told of the pixels that are made from, upright and at any scale, and of a source that is kept: Android cuts squares.
  @Test(arguments: [(2000, 1), (4000, 1), (2000, 8), (240, 1)])
  func pointThatDrawsTheEyeIsTold(_ width: Int, _ orientation: UInt8) async throws {
    let bytes = SamplePictures.inserting(
      orientation == 1 ? [] : [SamplePictures.exif(orientation: orientation)],
      into: try SamplePictures.spot(width: width, height: width).jpeg(quality: 90))
    let (rendition, plan) = try await render(bytes)
    #expect((plan.method == .encode) == (width > 240))
    let point = try #require(rendition.record.attention)
    // Turned by a right angle to the left, what was on the left is at the bottom.
    let expected = orientation == 1 ? (x: 0.125, y: 0.25) : (x: 0.25, y: 0.875)
    #expect(abs(point.x - expected.x) < 0.1 && abs(point.y - expected.y) < 0.1, "\(point)")
  }

  @Test func usedTransparencyStaysAndHasNoHalo() async throws {
    let (rendition, _) = try await render(try SamplePictures.disc(side: 1500).png())
    #expect(rendition.mediaFormat == .picture(.png))
    #expect(rendition.size == PixelSize(width: 1136, height: 1136))
    // Scaling must not pull the black of invisible pixels into the white edge.
    let pixels = try samples(of: rendition)
    for pixel in stride(from: 0, to: pixels.count, by: 4) where pixels[pixel + 3] > 8 { #expect(pixels[pixel] >= 250) }
  }

  @Test func flattenedTransparencyShowsTheBackground() async throws {
    var profile = Profile.universal
    profile.transparency = .flatten
    profile.background = RGBColor(red: 10, green: 20, blue: 30)
    let (rendition, _) = try await render(try SamplePictures.disc(side: 200).png(), profile: profile)
    let pixels = try samples(of: rendition)
    #expect(pixels.count == 200 * 200 * 3)
    #expect(zip(pixels[..<3], [10, 20, 30]).allSatisfy { abs(Int($0) - $1) <= 2 })
  }

  @Test(arguments: [300_000, 100_000, 40_000, 12_000]) func theHighestQualityThatFits(_ limit: Int) async throws {
    var profile = Profile.universal
    profile.effort = .fast
    profile.maximumBytes = limit
    let bytes = try SamplePictures.photograph(width: 1400, height: 900).png(compression: 1)
    let (rendition, _) = try await render(bytes, profile: profile)
    let record = rendition.record
    #expect(rendition.bytes.count <= limit)
    let quality = try #require(record.quality)
    if quality < Effort.standardQualities.upperBound {
      let above = record.encodes.last { $0.quality == quality + 1 && $0.width == record.size.width }
      #expect(try #require(above).bytes > limit)
    }
    #expect(record.scale == 1 || record.encodes.contains { $0.quality == 60 && $0.width > record.size.width })
  }

  @Test func whatCannotFitIsSaidWithTheSmallestSize() async throws {
    var profile = Profile.universal
    profile.maximumBytes = 200
    let bytes = try SamplePictures.photograph(width: 900, height: 600).png(compression: 1)
    let problem = await #expect(throws: MediaError.self) { try await render(bytes, profile: profile) }
    guard case .cannotFit(let smallest, limit: 200) = problem else {
      Issue.record("unexpected: \(String(describing: problem))")
      return
    }
    #expect(smallest > 200)
  }

  @Test func focalPointStaysInView() async throws {
    var profile = Profile.universal
    let aspect = try #require(AspectRatio(width: 1, height: 1))
    profile.fit = .cover(aspect, .centre)
    let point = try #require(FocalPoint(x: 1, y: 0.5))
    let bytes = try SamplePictures.quarters(width: 800, height: 400).png()
    let (rendition, _) = try await render(bytes, profile: profile, focalPoint: point)
    #expect(rendition.size == PixelSize(width: 400, height: 400))
    #expect(rendition.record.corner == .init(left: 400, top: 0))
    // Only the right half is left: green above white.
    let pixels = try samples(of: rendition)
    #expect(Array(pixels[..<3]) == [0, 255, 0])
  }

  /// The halves meet in the middle of the original, whatever part of it is kept.
  @Test(arguments: [CropAnchor.attention, .entropy, .centre])
  func itSaysWhereItWasCropped(anchor: CropAnchor) async throws {
    var profile = Profile.universal
    profile.fit = .cover(try #require(AspectRatio(width: 8, height: 5)), anchor)
    let (rendition, _) = try await render(try SamplePictures.quarters(width: 400, height: 400).png(), profile: profile)
    let corner = try #require(rendition.record.corner)
    let rowLength = 400 * 3
    let pixels = try samples(of: rendition)
    let middle = (0..<250).first { pixels[($0 * rowLength)..<($0 * rowLength + 3)] != pixels[..<3] }
    #expect(middle == 200 - Int(corner.top) && corner.left == 0)
  }

  @Test func paddingFillsUpToTheAspectRatio() async throws {
    var profile = Profile.universal
    profile.fit = .pad(try #require(AspectRatio(width: 2, height: 1)))
    profile.background = RGBColor(red: 0, green: 0, blue: 0)
    let (rendition, _) = try await render(try SamplePictures.quarters(width: 300, height: 300).png(), profile: profile)
    #expect(rendition.size == PixelSize(width: 600, height: 300))
    let pixels = try samples(of: rendition)
    #expect(Array(pixels[..<3]) == [0, 0, 0])
    #expect(Array(pixels[(160 * 3)..<(161 * 3)]) == [255, 0, 0])
  }

  /// Fine patterns shrink to far less than their pixels would say: the limit is still put to use.
  @Test func patternsUseTheLimit() async throws {
    var profile = Profile.universal
    profile.maximumBytes = 5000
    profile.effort = .fast(qualities: 50...50)
    var state: UInt64 = 7
    let noise = (0..<(400 * 400 * 3)).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    let bytes = try Image(samples: noise, width: 400, height: 400, bandCount: 3).png()
    let (rendition, _) = try await render(bytes, profile: profile)
    #expect((3500...5000).contains(rendition.bytes.count))
  }
}
