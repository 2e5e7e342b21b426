import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// How much of a picture clients show.
@Suite struct ShownPartTests {
  private func plans(_ width: Int, _ height: Int, _ profiles: [Profile]) throws -> [StillPlan] {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.jpg", byteCount: 5_000_000, digest: digest)
    let inspection = Inspection.still(Picture(format: .jpeg, size: PixelSize(width: width, height: height)))
    return profiles.map { StillPlan(for: inspection, source: source, profile: $0) }.sharing
  }

  @Test(arguments: [Profile.standard, [.universal]])
  func aPortraitIsCutByUsOrByTheClient(_ profiles: [Profile]) throws {
    let parts = try plans(3000, 4000, profiles).shownParts
    #expect(parts[.ios] == 1)
    for platform in [Platform.android, .web] { #expect(abs((parts[platform] ?? 0) - 0.375) < 0.002) }
  }

  @Test func barsAreNotCounted() throws {
    let wide = try #require(AspectRatio(width: 2, height: 1))
    var padded = Profile.universal
    padded.fit = .pad(wide)
    #expect(try plans(3000, 4000, [padded]).shownParts == [.android: 1, .ios: 1, .web: 1])
    let square = try #require(AspectRatio(width: 1, height: 1))
    padded.fit = .pad(square)
    let part = try #require(try plans(1000, 2000, [padded]).shownParts[.android])
    #expect(abs(part - 0.5) < 0.01)
  }

  @Test func aDeepCutIsAWarningWhereNobodyChose() throws {
    let plans = try plans(1000, 3000, Profile.standard)
    func found(_ platforms: Set<Platform>, _ profiles: [Profile] = Profile.standard) -> [Diagnostic] {
      plans.deepCuts(under: profiles, unconsideredOn: platforms, of: .init(.file, "a.jpg"))
    }
    let all = found(Set(Platform.allCases))
    #expect(all.map(\.rule) == ["image.cut"])
    #expect(all.map(\.severity) == [.warning])
    #expect(all.first?.platforms == [.android, .web])
    #expect(all.first?.message.hasPrefix("Android and web keep 17 % of it") == true)
    #expect(found([.android]).first?.message.hasPrefix("Android keeps 17 % of it") == true)
    #expect(found([.ios]).isEmpty)
    #expect(found([]).isEmpty)
    var lenient = Profile.standard
    for index in lenient.indices { lenient[index].leastShown = 16 }
    #expect(found(Set(Platform.allCases), lenient).isEmpty)
  }

  /// Half of a picture is worth knowing, two thirds of it are not.
  @Test(arguments: [(1600, [Diagnostic.Severity.note]), (1200, [])])
  func halfOfAPictureIsANote(height: Int, severities: [Diagnostic.Severity]) throws {
    let cuts = try plans(1600, height, Profile.standard)
    let found = cuts.deepCuts(under: Profile.standard, unconsideredOn: Set(Platform.allCases), of: .init(.file, "a"))
    #expect(found.map(\.severity) == severities)
    #expect(found.allSatisfy { $0.message.hasPrefix("Android and web keep 50 % of it") })
  }

  @Test func whatDrawsTheEyeAndIsCutOffIsSaid() throws {
    let specification = try #require(plans(1000, 2000, [.universal]).first?.specification)
    func lost(_ y: Double, _ platforms: Set<Platform> = Set(Platform.allCases)) -> Diagnostic? {
      specification.lostAttention(at: FocalPoint(x: 0.5, y: y), unconsideredOn: platforms, of: .init(.file, "a.jpg"))
    }
    #expect(lost(0.5) == nil)
    #expect(lost(0.1)?.platforms == [.android, .web])
    #expect(lost(0.1)?.message.contains("50 % across and 10 % down, is cut off on android and web") == true)
    #expect(lost(0.1, [.ios]) == nil)
    for cut in try plans(1000, 2000, Profile.standard) { #expect(cut.specification.platformsCuttingTheMiddle == []) }
  }
}
