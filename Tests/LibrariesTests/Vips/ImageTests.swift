import Libraries
import TestSupport
import Testing

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

  /// Each tile of a gradient has its mean; what 8 bits hold exactly stays the same.
  @Test func sixteenBitsAreDithered() throws {
    func dithered(_ values: [Int]) throws -> [UInt8] {
      let row: [UInt8] = [0] + values.flatMap { big($0, 2) }
      let header = PNGSample.header(width: values.count, height: 8, depth: 16, type: 0)
      let pixels = PNGSample.chunk("IDAT", zlibStored([[UInt8]](repeating: row, count: 8).flatMap(\.self)))
      return try Image.decode(PNGSample.signature + header + pixels + PNGSample.end, as: .png).ditheredTo8Bit()
        .samples()
    }
    let steps = (0...255).map { UInt8($0) }
    #expect(try dithered(steps.map { Int($0) * 257 }) == [[UInt8]](repeating: steps, count: 8).flatMap(\.self))
    let values = (0..<256).map { 100 * 257 + 2 * $0 }
    let samples = try dithered(values)
    for left in stride(from: 0, to: 256, by: 8) {
      let tile = (0..<64).map { Double(samples[$0 / 8 * 256 + left + $0 % 8]) }
      let wanted = values[left..<left + 8].reduce(0) { $0 + Double($1) / 257 }
      #expect(abs(tile.reduce(0, +) / 64 - wanted / 8) < 0.05)
    }
  }

  /// A profile with only a lookup table, for perception: from RGB to the lightness of green.
  private static let perceptualProfile = ICCSample(tags: [
    (
      "A2B0",
      ascii("mft1") + big(0, 4) + [3, 3, 2, 0] + (0..<9).flatMap { big($0 % 4 == 0 ? 65_536 : 0, 4) }
        + (0..<3).flatMap { _ in (0...255).map { UInt8($0) } }
        + (0..<8).flatMap { [UInt8($0 & 2 == 0 ? 0 : 255), 128, 128] }
        + (0..<3).flatMap { _ in (0...255).map { UInt8($0) } }
    )
  ])

  /// libvips asks for another intent, and without it took such pictures for sRGB.
  @Test func profilesOfOneIntentAreUsed() throws {
    var profile = Self.perceptualProfile.bytes
    profile.replaceSubrange(20..<24, with: ascii("Lab "))
    let image = try Image(samples: [255, 0, 0, 0, 255, 0], width: 2, height: 1, bandCount: 3)
    let samples = try image.tagged(withProfile: profile).convertedToSRGBByProfile().samples()
    #expect(samples[..<3].allSatisfy { $0 < 8 } && samples[3...].allSatisfy { $0 > 247 }, "\(samples)")
  }

  /// Viewers ignore a profile of other channels; one of the right channels that cannot be used says that colours would be wrong.
  @Test func uselessProfilesAreNotPassedOver() throws {
    let red: [UInt8] = [255, 0, 0]
    let image = { try Image(samples: red, width: 1, height: 1, bandCount: 3) }
    let gray = ICCSample.gray(ICCSample.gammaCurve(2.2)).bytes
    #expect(try image().tagged(withProfile: gray).convertedToSRGBByProfile().samples() == red)
    let empty = ICCSample(tags: []).bytes
    #expect(throws: VipsError.self) { _ = try image().tagged(withProfile: empty).convertedToSRGBByProfile().samples() }
  }

  /// Profiles of other colours than the samples are, and those that are of no device, are ignored.
  @Test(arguments: [
    ("mntr", "Lab "), ("mntr", "XYZ "), ("scnr", "HSV "), ("scnr", "YCbr"), ("prtr", "3CLR"), ("mntr", "CMYK"),
    ("link", "RGB "), ("abst", "RGB "), ("nmcl", "RGB "),
  ])
  func profilesOfOtherColorsAreIgnored(_ deviceClass: String, _ space: String) throws {
    var profile = Self.perceptualProfile
    (profile.deviceClass, profile.space) = (deviceClass, space)
    var bytes = profile.bytes
    bytes.replaceSubrange(20..<24, with: ascii("Lab "))
    let color: [UInt8] = [200, 100, 50]
    let image = try Image(samples: color, width: 1, height: 1, bandCount: 3).tagged(withProfile: bytes)
    #expect(try image.convertedToSRGBByProfile().samples() == color)
  }

  /// Two pixels of light gray in Lab of 16 bits.
  ///
  /// - Parameter alpha: of each; empty: no alpha.
  private func labTIFF(alpha: [Int]) throws -> TemporaryFolder {
    let bands = alpha.isEmpty ? 3 : 4
    let pixels = (0..<2).flatMap { ([40_000, 0, 0] + alpha.dropFirst($0).prefix(1)).flatMap { big($0, 2) } }
    let numbers = [(256, 2), (257, 1), (259, 1), (262, 8), (277, bands), (278, 1)] + (alpha.isEmpty ? [] : [(338, 2)])
    let short = numbers.map { ($0.0, big($0.0, 2) + big(3, 2) + big(1, 4) + big($0.1, 2) + [0, 0]) }
    let depthOffset = 8 + 2 + 12 * (short.count + 3) + 4
    let long = [
      (258, big(258, 2) + big(3, 2) + big(bands, 4) + big(depthOffset, 4)),
      (273, big(273, 2) + big(4, 2) + big(1, 4) + big(depthOffset + 2 * bands, 4)),
      (279, big(279, 2) + big(4, 2) + big(1, 4) + big(pixels.count, 4)),
    ]
    let entries = (short + long).sorted { $0.0 < $1.0 }.flatMap(\.1)
    let header = ascii("MM") + big(42, 2) + big(8, 4) + big(short.count + 3, 2)
    let folder = TemporaryFolder()
    let depths = (0..<bands).flatMap { _ in big(16, 2) }
    try folder.write(header + entries + big(0, 4) + depths + pixels, to: "lab.tif")
    return folder
  }

  /// Opaque and half transparent.
  @Test func labKeepsItsAlpha() throws {
    let folder = try labTIFF(alpha: [65_535, 32_896])
    let image = try Image.load(path: folder.absolute("lab.tif"), as: .tiff, tolerating: .nothing)
    let samples = try image.convertedToSRGB().castTo8Bit().samples()
    #expect(samples.count == 8 && samples[3] == 255 && (127...129).contains(samples[7]), "\(samples)")
    #expect((0..<3).allSatisfy { (140...156).contains(samples[$0]) })
  }

  /// A profile says nothing more of such samples, whatever it is.
  @Test(arguments: ["Lab ", "RGB "]) func labNeedsNoProfile(space: String) throws {
    let folder = try labTIFF(alpha: [])
    let image = { try Image.load(path: folder.absolute("lab.tif"), as: .tiff, tolerating: .nothing) }
    let samples = try image().convertedToSRGB().castTo8Bit().samples()
    let tagged = try image().tagged(withProfile: ICCSample(space: space, tags: []).bytes)
    #expect(try tagged.convertedToSRGBByProfile().samples() == samples)
    #expect(samples.count == 6 && samples.allSatisfy { (140...156).contains($0) }, "\(samples)")
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

  @Test(arguments: [3, 4]) func scalingKeepsTheDepthOfSamples(bandCount: Int) throws {
    #expect(try !gradient(bandCount: bandCount).scaled(toWidth: 32, height: 20).hasWideSamples)
    #expect(try gradient(bandCount: bandCount).castTo16Bit().scaled(toWidth: 32, height: 20).hasWideSamples)
  }

  @Test func drawsSVGFromMemoryOnly() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ff0000"/></svg>
      """
    let drawn = try Image.drawSVG(Array(text.utf8))
    #expect(drawn.width == 40 && drawn.height == 20)
    #expect(try Array(drawn.samples()[..<4]) == [255, 0, 0, 255])
    #expect(throws: VipsError.self) { _ = try Image.drawSVG(Array("no svg".utf8)) }
  }

  /// A document that names a neighbouring file must not get to see it.
  @Test func svgDoesNotFollowReferences() throws {
    let folder = TemporaryFolder()
    try folder.write(try gradient().png(), to: "secret.png")
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">
      <image xlink:href="file://\(folder.absolute("secret.png"))" width="64" height="48"/></svg>
      """
    let drawn = try Image.drawSVG(Array(text.utf8)).samples()
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
    let folder = TemporaryFolder()
    try folder.write("P3 1 1 255 1 2 3", to: "a.ppm")
    for loader in Loader.allCases {
      #expect(throws: VipsError.self) {
        _ = try Image.load(path: folder.absolute("a.ppm"), as: loader, tolerating: .warnings).inMemory()
      }
    }
  }
}
