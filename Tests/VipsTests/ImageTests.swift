import TestSupport
import Testing
import Vips

@Suite struct ImageTests {
  init() throws { try VipsLibrary.start() }

  private func gradient(width: Int = 64, height: Int = 48, bandCount: Int = 3) throws -> Image {
    let samples = (0..<(width * height * bandCount)).map { UInt8($0 / bandCount % width * 255 / max(1, width - 1)) }
    return try Image(samples: samples, width: width, height: height, bandCount: bandCount)
  }

  @Test func samplesGoInAndComeOut() throws {
    let samples: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(try Image(samples: samples, width: 2, height: 1, bandCount: 3).samples() == samples)
    #expect(throws: VipsError.self) { _ = try Image(samples: samples, width: 3, height: 1, bandCount: 3) }
    #expect(throws: VipsError.self) { _ = try Image(samples: [], width: 0, height: 0, bandCount: 3) }
  }

  @Test func valuesThatLibvipsWouldClampAreRefused() throws {
    let image = try gradient()
    #expect(throws: VipsError.self) { try image.jpeg(quality: 0) }
    #expect(throws: VipsError.self) { try image.jpeg(quality: 101) }
    #expect(throws: VipsError.self) { try image.png(compression: 10) }
    #expect(throws: VipsError.self) { try image.palettePNG(bitDepth: 3, dither: 0) }
    #expect(throws: VipsError.self) { try image.palettePNG(dither: 2) }
  }

  @Test func higherQualityHasMoreBytes() throws {
    let image = try gradient()
    let sizes = try [30, 60, 90].map { try image.jpeg(quality: $0).count }
    #expect(sizes == sizes.sorted())
    #expect(try image.jpeg(quality: 80) == image.jpeg(quality: 80))
  }

  @Test func losslessIsLossless() throws {
    let folder = try TemporaryFolder()
    let image = try gradient(bandCount: 4)
    try folder.write(try image.png(), to: "a.png")
    let loaded = try Image.load(path: folder.absolute("a.png"), as: .png, tolerating: .nothing)
    #expect(try loaded.samples() == gradient(bandCount: 4).samples())
  }

  @Test func scaledAndCropped() throws {
    let half = try gradient().scaled(toWidth: 32, height: 12)
    #expect(half.width == 32 && half.height == 12)
    let part = try gradient().extracted(left: 10, top: 5, width: 20, height: 7)
    #expect(part.width == 20 && part.height == 7)
    #expect(throws: VipsError.self) { try gradient().extracted(left: 60, top: 0, width: 20, height: 7).samples() }
    for interest in [Image.Interest.attention, .entropy, .centre] {
      let crop = try gradient().cropped(width: 30, height: 30, keeping: interest)
      #expect(crop.width == 30 && crop.height == 30)
    }
  }

  /// Blue that nobody sees stays unseen when it becomes one pixel with red.
  @Test func scalingWeighsColourByAlpha() throws {
    let row: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 0]
    let samples = [[UInt8]](repeating: row, count: 2).flatMap(\.self)
    let pixel = try Image(samples: samples, width: 2, height: 2, bandCount: 4).scaled(toWidth: 1, height: 1).samples()
    #expect(pixel[0] >= 254 && pixel[1] == 0 && pixel[2] <= 1)
    #expect((126...129).contains(pixel[3]))
  }

  @Test(arguments: [3, 4]) func scalingKeepsTheDepthOfSamples(bandCount: Int) throws {
    #expect(try !gradient(bandCount: bandCount).scaled(toWidth: 32, height: 20).hasWideSamples)
    #expect(try gradient(bandCount: bandCount).castTo16Bit().scaled(toWidth: 32, height: 20).hasWideSamples)
  }

  @Test func drawsSVGFromMemoryOnly() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ff0000"/></svg>
      """
    let drawn = try Image.drawSVG(Array(text.utf8), scale: 2)
    #expect(drawn.width == 80 && drawn.height == 40)
    #expect(try Array(drawn.samples()[..<4]) == [255, 0, 0, 255])
    #expect(try Image.sizeOfSVG(Array(text.utf8)) == (40, 20))
    #expect(throws: VipsError.self) { _ = try Image.drawSVG(Array("no svg".utf8), scale: 1) }
  }

  /// A document that names a neighbouring file must not get to see it.
  @Test func svgDoesNotFollowReferences() throws {
    let folder = try TemporaryFolder()
    try folder.write(try gradient().png(), to: "secret.png")
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">
      <image xlink:href="file://\(folder.absolute("secret.png"))" width="64" height="48"/></svg>
      """
    let drawn = try Image.drawSVG(Array(text.utf8), scale: 1).samples()
    #expect(drawn.allSatisfy { $0 == 0 })
  }

  @Test func errorsDoNotStick() throws {
    #expect(throws: VipsError.self) { _ = try Image.load(path: "/nonexistent.jpg", as: .jpeg, tolerating: .warnings) }
    do {
      _ = try Image.load(path: "/also-missing.png", as: .png, tolerating: .warnings)
      Issue.record("it must not load")
    } catch {
      #expect(!error.detail.contains("nonexistent.jpg"))
    }
  }

  /// Formats that are not wanted stay off even though this libvips could read them.
  @Test func otherLoadersAreOff() throws {
    let folder = try TemporaryFolder()
    try folder.write("P3 1 1 255 1 2 3", to: "a.ppm")
    for loader in Loader.allCases {
      #expect(throws: VipsError.self) {
        _ = try Image.load(path: folder.absolute("a.ppm"), as: loader, tolerating: .warnings).inMemory()
      }
    }
  }
}
