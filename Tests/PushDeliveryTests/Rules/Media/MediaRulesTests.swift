import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// The thresholds of the rules about media files. Other tests check with real files that examples break only their rule.
@Suite struct MediaRulesTests {
  /// `rule severity` of everything found, in order.
  private func found(_ file: MediaFile) -> [String] {
    MediaRules.all.diagnostics(about: .init(.file, "x"), in: file).map { "\($0.rule) \($0.severity.rawValue)" }
  }

  private func picture(
    _ format: PictureFormat = .jpeg, name: String? = nil, size: (Int, Int) = (1200, 600),
    bytes: Int = 100_000, platforms: Set<Platform> = Set(Platform.allCases), linkSpeed: Int = 1_600_000,
    _ change: (inout Picture) -> Void = { _ in }
  ) -> MediaFile {
    var picture = Picture(format: format, size: PixelSize(width: size.0, height: size.1))
    change(&picture)
    return MediaFile(
      name: name, byteCount: bytes, inspection: .still(picture), platforms: platforms, linkSpeed: linkSpeed)
  }

  private func video(
    _ format: VideoFormat = .mp4, bytes: Int = 1_000_000, platforms: Set<Platform> = [.ios], isStated: Bool = true,
    _ change: (inout Video) -> Void = { _ in }
  ) -> MediaFile {
    var video = Video(
      format: format, size: PixelSize(width: 320, height: 160), duration: 2, codec: "h264", codecProfile: "High",
      frameRate: 30)
    change(&video)
    return MediaFile(
      name: nil, byteCount: bytes, inspection: .video(video), platforms: platforms, platformsAreStated: isStated,
      linkSpeed: 100_000_000)
  }

  @Test(
    arguments: [
      ("a.jpg", []), ("a.JPEG", []), ("a.b.jpg", []), (nil, []), ("a.png", ["file.extension error"]),
      ("a", ["file.extension error"]), (".jpg", ["file.extension error"]), ("a.jpg.", ["file.extension error"]),
    ] as [(String?, [String])])
  func namesTellTheTruth(_ name: String?, _ expected: [String]) {
    #expect(found(picture(name: name)) == expected)
    #expect(found(picture(name: name, platforms: [.android, .web])) == [])
  }

  @Test(arguments: TextRow.table("pictures", in: "Media")) func pictures(_ row: TextRow) throws {
    let format = try #require(PictureFormat(rawValue: row[0]))
    let sides = row[1].split(separator: "x").compactMap { Int($0) }
    let platforms = Set(Platform.allCases.filter { row[3].contains($0.rawValue) })
    let found = found(
      picture(format, size: (sides[0], sides[1]), bytes: try #require(Int(row[2])), platforms: platforms))
    #expect(found.filter { platforms != [.android] || $0 != "image.aspect warning" }.joined(separator: ", ") == row[4])
  }

  @Test(arguments: TextRow.table("videos", in: "Media")) func videos(_ row: TextRow) throws {
    let format = try #require(VideoFormat(rawValue: row[0]))
    #expect(found(video(format, bytes: try #require(Int(row[1])))).joined(separator: ", ") == row[2])
  }

  @Test func aFasterLinkLoadsMore() {
    #expect(
      found(picture(bytes: 1_048_576, platforms: [.android], linkSpeed: 8_000_000)) == [
        "android.bytes-recommended warning"
      ])
    #expect(found(picture(bytes: 1, platforms: [.android], linkSpeed: 0)) == ["android.download-time warning"])
  }

  @Test func contents() {
    #expect(found(picture { $0.orientation = 6 }) == ["image.orientation warning"])
    #expect(found(picture { $0.metadata = [.exif, .gps] }) == ["image.metadata warning"])
    #expect(found(picture { $0.metadata = [.xmp] }) == ["image.metadata note"])
    #expect(found(picture { $0.color.profile = .other }) == ["image.color note"])
    #expect(found(picture { $0.color.transfer = .pq }) == ["image.color warning"])
    #expect(found(picture { $0.alpha = .used }) == ["image.alpha note"])
    #expect(found(picture { $0.isWidelyDecodable = false }) == ["image.coding warning"])
    let press = picture { ($0.color.model, $0.isWidelyDecodable) = (.cmyk, false) }
    #expect(found(press) == ["image.color warning"])
  }

  @Test func codecs() {
    #expect(found(video { $0.codec = "hevc" }) == ["ios.video-codec warning"])
    let opus = Video.Audio(codec: "opus", channelCount: 2, sampleRate: 48_000, streamIndex: 1)
    #expect(found(video { $0.audio = opus }) == ["ios.video-codec warning"])
  }

  @Test func videosAreForApple() {
    let all = Set(Platform.allCases)
    #expect(found(video(platforms: all, isStated: false)) == ["android.video warning"])
    #expect(found(video(platforms: all)) == ["android.video error"])
  }

  /// Of a sequence only the cover is known, which clients may show.
  @Test func coversOfSequencesDoNotMove() {
    let file = picture(.avif, platforms: [.web]) { $0.coveredFrameCount = 90 }
    let diagnostics = MediaRules.all.diagnostics(about: .init(.file, "x"), in: file)
    #expect(diagnostics.map(\.rule) == ["web.image-format", "android.animation"])
    #expect(diagnostics.last?.message.contains("90 frames") == true)
    #expect(found(picture(.avif, platforms: [.ios]) { $0.coveredFrameCount = 90 }) == ["ios.image-format error"])
    let words = DecodingRules.cover(of: .avif, frameCount: 90, about: .init(.file, "x"))
    #expect(
      words.rule == "image.unsupported" && words.severity == .warning && words.message.contains("AVIF of 90 frames"))
  }

  /// Motion may be meant only for Apple's systems, as `run` publishes it for them.
  @Test func largeAnimationsMayBeForApple() {
    func large(isStated: Bool) -> MediaFile {
      var file = picture(.gif, bytes: 1_048_577)
      file.inspection = .animation(
        Picture(format: .gif, size: PixelSize(width: 1200, height: 600)), Animation(delays: [40, 40]))
      file.platformsAreStated = isStated
      return file
    }
    #expect(found(large(isStated: false)) == ["android.animation warning", "android.bytes warning"])
    #expect(found(large(isStated: true)) == ["android.animation warning", "android.bytes error"])
    let diagnostics = MediaRules.all.diagnostics(about: .init(.file, "x"), in: large(isStated: false))
    #expect(Verdict.of([.ios, .android], after: diagnostics).map(\.shows) == [.yes, .no])
  }

  /// A rule names only the clients that are asked about.
  @Test func platformsAreThoseAskedFor() {
    let file = picture(size: (800, 800), platforms: [.ios, .web])
    let diagnostics = MediaRules.all.diagnostics(about: .init(.file, "x"), in: file)
    #expect(diagnostics.map(\.rule) == ["image.aspect"])
    #expect(diagnostics.map(\.platforms) == [[.web]])
  }
}

/// Whether damaged pictures show: some clients show the rest of them.
@Suite struct DamageVerdictTests {
  private func shows(_ format: PictureFormat, _ detail: String) -> [Verdict.Showing] {
    let diagnostic = MediaError.damaged(format: .picture(format), detail: detail).diagnostic(for: "a")
    #expect(diagnostic.severity == .error)
    return Verdict.of([.android, .ios, .web], after: [diagnostic]).map(\.shows)
  }

  @Test(arguments: [
    "truncated: 51 % of the picture is missing, from row 285 on", "32 % of the picture is wrong, from row 395 on",
  ])
  func whereARestIsLeftItIsNotKnown(_ detail: String) {
    #expect(shows(.jpeg, detail) == [.depends, .depends, .depends])
  }

  @Test(arguments: [
    "truncated: 100 % of the picture is missing, from row 1 on", "VipsJpeg: Premature end of input file", "",
  ])
  func whereNothingIsLeftNothingShows(_ detail: String) { #expect(shows(.jpeg, detail) == [.no, .no, .no]) }

  @Test func whoDoesNotReadTheFormatShowsNothingOfIt() {
    let verdicts = shows(.webp, "truncated: 10 % of the picture is missing, from row 9 on")
    #expect(verdicts.count { $0 == .no } == 1 && verdicts.count { $0 == .depends } == 2)
  }

  /// Apple's systems play it, and no one looked at it here.
  @Test(arguments: [("MP3 audio", Verdict.Showing.depends), ("AIFF audio", .depends), ("FLAC audio", .no)])
  func soundIsForApplesSystems(_ format: String, _ expected: Verdict.Showing) {
    let diagnostic = MediaError.unsupported(format: format, hint: "remove it").judgement(about: .init(.file, "a"))
    #expect(Verdict.of([.android, .ios, .web], after: [diagnostic]).map(\.shows) == [expected, .no, .no])
  }
}

/// Numbers from a worker are checked against possible values before they are used.
@Suite struct SourceLimitsTests {
  private func isRefused(_ inspection: Inspection) -> Bool {
    do { try SourceLimits().check(inspection) } catch { return true }
    return false
  }

  @Test(arguments: [(0, .max), (.max, 0), (-1, 5), (.min, 1), (1, .max), (1 << 31, 0), (185, 0)] as [(Int, Int)])
  func sizesThatThereAreNot(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(isRefused(.still(Picture(format: .jpeg, size: size))))
    #expect(isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: [100, 100]))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1, codec: "h264", frameRate: 25))))
    let coded = PixelSize(width: 640, height: 360)
    #expect(
      isRefused(.video(Video(format: .mp4, size: size, codedSize: coded, duration: 1, codec: "h264", frameRate: 25))))
  }

  @Test func numbersThatNoFileHas() {
    let size = PixelSize(width: 640, height: 360)
    #expect(isRefused(.still(Picture(format: .jpeg, size: size, orientation: 9))))
    #expect(isRefused(.still(Picture(format: .jpeg, size: size, bitDepth: -1))))
    #expect(isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: []))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1e300, codec: "h264", frameRate: 25))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1, codec: "h264", frameRate: .infinity))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, rotation: 45, duration: 1, codec: "h264", frameRate: 25))))
  }

  @Test func whatThereIsMayBe() {
    let size = PixelSize(width: 640, height: 360)
    #expect(!isRefused(.still(Picture(format: .jpeg, size: size, orientation: 8))))
    #expect(!isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: [0, 100]))))
    #expect(!isRefused(.video(Video(format: .mp4, size: size, duration: 1.5, codec: "h264", frameRate: 29.97))))
  }
}
