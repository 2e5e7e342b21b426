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
