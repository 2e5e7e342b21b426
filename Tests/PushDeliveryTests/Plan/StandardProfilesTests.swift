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

  /// A drawing has no fixed size: its rendition has the size that clients show.
  @Test(arguments: [(512, 512), (16, 16), (100, 50), (40, 90)])
  func aDrawingIsDrawnAsLargeAsClientsShowIt(_ width: Int, _ height: Int) {
    let picture = Picture(format: .svg, size: PixelSize(width: width, height: height))
    let android = StillSpecification(picture: picture, profile: .android, focalPoint: nil)
    #expect(android.plannedSize == PixelSize(width: 1664, height: 832))
    let ios = StillSpecification(picture: picture, profile: .ios, focalPoint: nil).plannedSize
    #expect(max(ios.width, ios.height) == 1664)
    let photograph = Picture(format: .png, size: PixelSize(width: width, height: height))
    #expect(StillSpecification(picture: photograph, profile: .ios, focalPoint: nil).plannedSize == photograph.size)
  }

  @Test func aNarrowDrawingDoesNotBecomeHuge() {
    let picture = Picture(format: .svg, size: PixelSize(width: 10, height: 10_000))
    let geometry = StillSpecification(picture: picture, profile: .android, focalPoint: nil).geometry
    #expect(geometry.scaled.width * geometry.scaled.height <= ClientLimit.androidPixels.value * 11 / 10)
  }

  @Test func nothingIsLooserThanAClientTakes() {
    for profile in Profile.standard { #expect(profile.maximumBytes == ClientLimit.composerImageBytes.value) }
    #expect(Profile.android.maximumSize.width <= ClientLimit.androidVisibleWidth.value)
    #expect(Profile.web.maximumSize.height <= ClientLimit.webVisibleHeight.value)
    #expect(Set(Profile.standard.flatMap(\.platforms)) == Set(Platform.allCases))
  }
}
