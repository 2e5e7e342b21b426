import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// What is planned for a JPEG.
private func plans(
  _ width: Int, _ height: Int, _ profiles: [Profile] = Profile.standard, bytes: Int = 5_000_000
) throws -> [StillPlan] {
  let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
  let source = SourceFile(path: "a.jpg", byteCount: bytes, digest: digest)
  let inspection = Inspection.still(Picture(format: .jpeg, size: PixelSize(width: width, height: height)))
  return profiles.map { StillPlan(for: inspection, source: source, profile: $0) }.sharing
}

/// One picture, three shapes.
@Suite struct StandardProfilesTests {
  @Test func aPortraitIsCutForAndroidAndBrowsersAndWholeOnApplesSystems() throws {
    let planned = try plans(3000, 4000)
    #expect(planned.map(\.specification.platforms) == [[.android, .web], [.ios]])
    #expect(planned.map(\.specification.plannedSize.description) == ["1664x832", "1248x1664"])
    #expect(planned.map(\.specification.profile) == ["android", "ios"])
  }

  @Test(arguments: [(4000, 2000), (1664, 832), (600, 300)])
  func theShapeOfAllClientsIsOneFile(_ width: Int, _ height: Int) throws {
    let planned = try plans(width, height)
    #expect(planned.map(\.specification.platforms) == [nil])
    #expect(planned.map(\.specification.maximumSize) == [PixelSize(width: 1664, height: 900)])
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

/// How much of a picture clients show.
@Suite struct ShownPartTests {
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
    let planned = try plans(1000, 3000, Profile.standard)
    func found(_ platforms: Set<Platform>, _ profiles: [Profile] = Profile.standard) -> [Diagnostic] {
      planned.deepCuts(under: profiles, unconsideredOn: platforms, of: .init(.file, "a.jpg"))
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

/// Findings about the words that a cut takes from a picture.
@Suite struct PictureWordsTests {
  /// A square picture with a line above and two below, of which the middle is shown.
  private func findings(_ words: [ReadWord]?, _ profiles: [Profile] = [.universal]) throws -> [String] {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.png", byteCount: 5_000_000, digest: digest)
    var picture = Picture(format: .png, size: PixelSize(width: 800, height: 800))
    picture.words = [line(0.05), line(0.4), line(0.9)]
    picture.readWords = words
    let plans = profiles.map { StillPlan(for: .still(picture), source: source, profile: $0) }
    let found = plans.wordFindings(picture, on: [.android, .web], isChosen: false, about: .init(.file, "a.png"))
    #expect(found.allSatisfy { $0.rule == "image.cut" && $0.severity == .warning })
    return found.map(\.message)
  }

  @Test(arguments: [
    (["No", "image", "available"], "its only words are \"No image available\""),
    (["800", "x", "800"], "its only words are \"800 x 800\""), (["140", "x", "200"], nil), (["NO", "PHOTO"], nil),
    (["Bild", "folgt!"], "its only words are \"Bild folgt!\""), (["No", "image,", "all", "taste"], nil),
    (["10", "x", "15"], nil), (["SALE"], nil),
  ])
  func aPictureThatStandsInIsNoPicture(_ words: [String], _ expected: String?) throws {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.png", byteCount: 5_000_000, digest: digest)
    var picture = Picture(format: .png, size: PixelSize(width: 800, height: 800))
    picture.words = [line(0.4)]
    picture.readWords = words.map { ReadWord($0, in: line(0.4)) }
    let plans = [StillPlan(for: .still(picture), source: source, profile: .universal)]
    let found = plans.wordFindings(picture, on: [.android], isChosen: false, about: .init(.file, "a.png"))
    #expect(found.filter { $0.rule == "image.stand-in" }.map(\.message) == [expected].compactMap(\.self))
  }

  private func line(_ top: Double, left: Double = 0.1, right: Double = 0.9) -> PictureArea {
    PictureArea(left: left, top: top, right: right, bottom: top + 0.06)
  }

  private let rest = "at the top and bottom; 50 % of the picture remains"

  @Test func cutWordsAreQuoted() throws {
    let words = [
      ReadWord("FRIDAY", in: line(0.05)), ReadWord("Kept", in: line(0.4)),
      ReadWord("−50", in: line(0.9, right: 0.5)), ReadWord("%", in: line(0.9, left: 0.6)),
    ]
    #expect(try findings(words) == ["Android and web do not show \"FRIDAY −50 %\", \(rest)"])
  }

  @Test func unreadLinesAreNotForgotten() throws {
    let words = [ReadWord("FRIDAY", in: line(0.05))]
    #expect(try findings(words) == ["Android and web do not show \"FRIDAY\" and other words, \(rest)"])
  }

  private static let kept = ReadWord("Kept", in: PictureArea(left: 0.1, top: 0.4, right: 0.9, bottom: 0.46))

  @Test(arguments: [nil, [], [kept]] as [[ReadWord]?])
  func wordsThatWereNotReadAreCounted(_ words: [ReadWord]?) throws {
    #expect(try findings(words) == ["Android and web cut off 2 of its 3 lines of words, \(rest)"])
  }

  @Test func chineseHasNoSpaces() throws {
    let words = ["全", "场", "五", "折", "SALE"].map { ReadWord($0, in: line(0.05)) }
    #expect(
      try findings(words + [ReadWord("起", in: line(0.9))]) == ["Android and web do not show \"全场五折 SALE 起\", \(rest)"])
  }

  @Test func aQuoteFitsOnALine() throws {
    let words = (0..<20).map { ReadWord("word\($0)", in: line(0.05)) } + [ReadWord("end", in: line(0.9))]
    let quote = "word0 word1 word2 word3 word4 word5 word6 word7 word8 word9…"
    #expect(try findings(words) == ["Android and web do not show \"\(quote)\", \(rest)"])
  }

  /// They come from another program, and perhaps from another machine.
  @Test func noWordReachesTheTerminalAsItIs() throws {
    let words = [ReadWord("\u{1B}[2J\u{202E}x", in: line(0.05)), ReadWord("end", in: line(0.9))]
    let message = try #require(try findings(words).first)
    #expect(!message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(message)")
  }
}
