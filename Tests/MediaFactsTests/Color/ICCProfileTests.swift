import MediaFacts
import TestSupport
import Testing

@Suite struct ICCProfileTests {
  static let standard: [(String, ICCSample)] = [
    ("function", .sRGB), ("samples", .rgb(ICCSample.standardColorants, ICCSample.sampledCurve)),
    (
      "colorants of another maker",
      .rgb([[0.4358, 0.2224, 0.0139], [0.3853, 0.7170, 0.0971], [0.1430, 0.0606, 0.7139]], ICCSample.sampledCurve)
    ),
    ("gray like sRGB", .gray(ICCSample.parametricCurve)), ("gray 2.2", .gray(ICCSample.gammaCurve(2.2))),
  ]

  @Test(arguments: standard) func standardProfiles(_ name: String, _ sample: ICCSample) throws {
    let profile = try #require(ICCProfile(sample.bytes))
    #expect(profile.isStandard, "\(name)")
    #expect(profile.kind == .sRGB)
  }

  static let others: [(String, ICCSample)] = [
    ("Display P3", .displayP3), ("gamma 1.8", .rgb(ICCSample.standardColorants, ICCSample.gammaCurve(1.8))),
    ("gamma 2.2", .rgb(ICCSample.standardColorants, ICCSample.gammaCurve(2.2))),
    ("linear", .rgb(ICCSample.standardColorants, ascii("curv") + big(0, 8))),
    ("gray 1.8", .gray(ICCSample.gammaCurve(1.8))), ("no tags", ICCSample(tags: [])),
    ("curve cut off", .rgb(ICCSample.standardColorants, ascii("curv") + big(0, 4) + big(1000, 4))),
    ("lookup table", .rgb(ICCSample.standardColorants, ICCSample.parametricCurve, more: [("A2B0", [0])])),
    ("press", ICCSample(deviceClass: "prtr", space: "CMYK", tags: [("A2B0", [0])])),
    ("PQ", .rgb(ICCSample.standardColorants, ICCSample.parametricCurve, more: [("cicp", codePoints)])),
  ]

  static let codePoints = ascii("cicp") + big(0, 4) + [9, 16, 0, 1]

  @Test(arguments: others) func otherProfiles(_ name: String, _ sample: ICCSample) throws {
    let profile = try #require(ICCProfile(sample.bytes))
    #expect(!profile.isStandard, "\(name)")
    #expect(profile.kind == .other)
  }

  @Test func channels() {
    #expect(ICCProfile(ICCSample.sRGB.bytes)?.model == .rgb)
    #expect(ICCProfile(ICCSample(space: "CMYK", tags: []).bytes)?.model == .cmyk)
    #expect(ICCProfile(ICCSample(space: "GRAY", tags: []).bytes)?.model == .gray)
    #expect(ICCProfile(ICCSample(space: "Lab ", tags: []).bytes)?.model == .lab)
    #expect(ICCProfile(ICCSample(space: "6CLR", tags: []).bytes)?.model == .none)
  }

  @Test func codePointsInTheProfile() {
    let profile = ICCProfile(ICCSample(tags: [("cicp", Self.codePoints)]).bytes)
    #expect(profile?.codePoints == CodePoints(primaries: 9, transfer: 16))
  }

  @Test(arguments: [[], ascii("acsp"), [UInt8](repeating: 0, count: 200)])
  func otherBytesAreNoProfile(_ bytes: [UInt8]) { #expect(ICCProfile(bytes) == nil) }
}

/// Gamma and chromaticities of PNG.
@Suite struct DisplayProfileTests {
  private func facts(_ chunks: [UInt8], type: UInt8 = 2) -> HeaderFacts {
    let bytes = PNGSample.signature + PNGSample.header(type: type) + chunks + PNGSample.pixels + PNGSample.end
    return HeaderFacts(parsing: bytes, format: .png)
  }

  private func gamma(_ value: Int) -> [UInt8] { PNGSample.chunk("gAMA", big(value, 4)) }

  private static let displayP3 = PNGSample.chunk(
    "cHRM", [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000].flatMap { big($0, 4) })

  @Test(arguments: [45_455, 45_000, 44_000, 47_000, 0]) func whatIsLikeSRGBNeedsNoProfile(_ value: Int) {
    #expect(facts(gamma(value)).profile == nil)
    #expect(facts(gamma(value) + PNGSample.standardPrimaries).color == .sRGB)
  }

  @Test func anotherGammaIsAProfile() throws {
    let linear = facts(gamma(100_000))
    #expect(linear.color.profile == .other)
    #expect(linear.profile.flatMap(ICCProfile.init)?.model == .rgb)
    #expect(facts(gamma(55_556), type: 0).profile.flatMap(ICCProfile.init)?.model == .gray)
  }

  /// The same colorants as in the profiles of other makers, which differ in the third digit.
  @Test func primariesAreAdapted() throws {
    let profile = try #require(facts(gamma(45_455) + Self.displayP3).profile)
    for colorant in ICCSample.displayP3Colorants {
      #expect(colorants(profile).contains { zip($0, colorant).allSatisfy { abs($0 - $1) < 0.003 } })
    }
  }

  /// The values of all `XYZ` tags.
  private func colorants(_ profile: [UInt8]) -> [[Double]] {
    let view = ByteView(profile)
    return (0..<profile.count).filter { view.has("XYZ \0\0\0\0", at: $0) }.map { offset in
      (0..<3).map { Double(view.int32(at: offset + 8 + 4 * $0) ?? 0) / 65_536 }
    }
  }

  @Test func whatComesBeforeCountsAlone() {
    #expect(facts(PNGSample.chunk("sRGB", [0]) + gamma(100_000)).color == .sRGB)
    #expect(facts(PNGSample.profile(ICCSample.sRGB.bytes) + gamma(100_000)).color.profile == .sRGB)
    // Chromium passes over chromaticities without a gamma.
    #expect(facts(Self.displayP3).profile == nil)
  }
}
