import Findings
import MediaFacts
import PushDelivery
import Testing

/// One picture, three shapes.
@Suite struct StandardProfilesTests {
  private func plans(
    _ width: Int, _ height: Int, _ profiles: [Profile] = Profile.standard, bytes: Int = 5_000_000
  ) throws -> [StillPlan] {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.jpg", byteCount: bytes, digest: digest)
    let inspection = Inspection.still(Picture(format: .jpeg, size: PixelSize(width: width, height: height)))
    return profiles.map { StillPlan(for: inspection, source: source, profile: $0) }.sharing
  }

  @Test func aPortraitIsCutForAndroidAndBrowsersAndWholeOnApplesSystems() throws {
    let plans = try plans(3000, 4000)
    #expect(plans.map(\.specification.platforms) == [[.android, .web], [.ios]])
    #expect(plans.map(\.specification.plannedSize.description) == ["1664x832", "1248x1664"])
    #expect(plans.map(\.specification.profile) == ["android", "ios"])
  }

  @Test(arguments: [(4000, 2000), (1664, 832), (600, 300)])
  func theShapeOfAllClientsIsOneFile(_ width: Int, _ height: Int) throws {
    let plans = try plans(width, height)
    #expect(plans.map(\.specification.platforms) == [nil])
    #expect(plans.map(\.specification.maximumSize) == [PixelSize(width: 1664, height: 900)])
  }

  @Test func otherLimitsMakeOtherFiles() throws {
    var ios = Profile.ios
    ios.maximumBytes = 2_000_000
    #expect(
      try plans(4000, 2000, [.android, ios, .web]).map(\.specification.platforms) == [[.android, .web], [.ios]])
    var web = Profile.web
    web.maximumSize.width = 1800
    #expect(
      try plans(4000, 2000, [.android, .ios, web]).map(\.specification.platforms) == [[.ios, .android], [.web]])
  }

  @Test func nothingIsLooserThanAClientTakes() {
    for profile in Profile.standard { #expect(profile.maximumBytes == ClientLimit.composerImageBytes.value) }
    #expect(Profile.android.maximumSize.width <= ClientLimit.androidVisibleWidth.value)
    #expect(Profile.web.maximumSize.height <= ClientLimit.webVisibleHeight.value)
    #expect(Set(Profile.standard.flatMap(\.platforms)) == Set(Platform.allCases))
  }
}
