import MediaFacts
import TestSupport
import Testing

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
