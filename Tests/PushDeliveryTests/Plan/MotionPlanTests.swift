import MediaFacts
import PushDelivery
import Testing

@Suite struct MotionPlanTests {
  /// A source, and what is planned for it.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let inspection: Inspection
    let byteCount: Int
    let profile: MotionProfile
    let method: MotionPlan.Method
    let reasons: [MotionPlan.Reason]

    init(
      _ name: String, _ inspection: Inspection, bytes: Int = 1_000_000, under profile: MotionProfile = .iOS,
      _ method: MotionPlan.Method, _ reasons: [MotionPlan.Reason]
    ) {
      testDescription = name
      self.inspection = inspection
      byteCount = bytes
      (self.profile, self.method, self.reasons) = (profile, method, reasons)
    }
  }

  private static let video = MotionExample.video
  private static let animation = MotionExample.animation

  private static let remuxedVideos: [Example] = [
    Example("a right MP4", video(1280, 720) { _ in }, .remux, [.alreadyRight]),
    Example("at every limit", video(1280, 1280) { $0.duration = 30.05 }, bytes: 5_000_000, .remux, [.alreadyRight]),
    Example("silent", video(64, 48) { ($0.audio, $0.streamCount) = (nil, 1) }, .remux, [.alreadyRight]),
    Example("Main profile", video(64, 48) { $0.codecProfile = "Main" }, .remux, [.alreadyRight]),
    Example("no profile named", video(64, 48) { $0.codecProfile = nil }, .remux, [.alreadyRight]),
    Example("full range", video(64, 48) { $0.pixelFormat = "yuvj420p" }, .remux, [.alreadyRight]),
    Example("stored turned", video(720, 1280) { $0.rotation = 90 }, .remux, [.alreadyRight]),
    Example("a phone's clock", video(64, 48) { $0.frameRate = 30.2 }, .remux, [.alreadyRight]),
    Example("frames of many lengths", video(64, 48) { $0.hasVariableFrameRate = true }, .remux, [.alreadyRight]),
    Example("QuickTime", video(64, 48) { $0.format = .quickTime }, .remux, [.container]),
    Example("M4V", video(64, 48) { $0.format = .m4v }, .remux, [.container]),
    Example("Matroska", video(64, 48) { $0.format = .matroska }, .remux, [.container]),
    Example("subtitles", video(64, 48) { $0.streamCount = 3 }, .remux, [.streams]),
    Example("MP3 sound", video(64, 48) { $0.audio?.codec = "mp3" }, .remux, [.audioCodec]),
    Example("HE-AAC", video(64, 48) { $0.audio?.codecProfile = "HE-AAC" }, .remux, [.audioCodec]),
    Example("AAC of no profile", video(64, 48) { $0.audio?.codecProfile = nil }, .remux, [.alreadyRight]),
    Example("sound cut off", video(64, 48) { $0.audio?.hasHiddenSound = true }, .remux, [.hiddenSound]),
    Example(
      "unwanted sound cut off", video(64, 48) { $0.audio?.hasHiddenSound = true },
      under: .iOS { $0.keepsAudio = false }, .remux, [.audioDropped]),
    Example("sound that ends a little later", video(64, 48) { $0.audio?.end = 12.4 }, .remux, [.alreadyRight]),
    Example("sound unwanted", video(64, 48) { _ in }, under: .iOS { $0.keepsAudio = false }, .remux, [.audioDropped]),
    Example(
      "unwanted sound of any codec", video(64, 48) { $0.audio?.codec = "opus" }, under: .iOS { $0.keepsAudio = false },
      .remux, [.audioDropped]),
  ]

  private static let encodedVideos: [Example] = [
    Example("HEVC", video(64, 48) { ($0.codec, $0.codecProfile) = ("hevc", "Main") }, .encode, [.codec]),
    Example("High 4:4:4", video(64, 48) { $0.codecProfile = "High 4:4:4 Predictive" }, .encode, [.codec]),
    Example("4:2:2", video(64, 48) { $0.pixelFormat = "yuv422p" }, .encode, [.codec]),
    Example(
      "10 bits", video(64, 48) { ($0.codecProfile, $0.pixelFormat, $0.bitDepth) = ("High 10", "yuv420p10le", 10) },
      .encode, [.codec, .bitDepth]),
    Example(
      "a phone's HDR",
      video(1080, 1920) {
        ($0.format, $0.codec, $0.codecProfile) = (.quickTime, "hevc", "Main 10")
        ($0.pixelFormat, $0.bitDepth, $0.rotation) = ("yuv420p10le", 10, 90)
        $0.color = ColorDescription(transfer: .hlg, primaries: .bt2020)
        ($0.frameRate, $0.streamCount) = (59.94, 5)
      }, bytes: 20_000_000, .encode,
      [.container, .codec, .bitDepth, .highDynamicRange, .color, .size, .frameRate, .bytes, .streams]),
    Example("Display P3", video(64, 48) { $0.color.primaries = .displayP3 }, .encode, [.color]),
    Example(
      "VP9 with alpha", video(64, 48) { ($0.format, $0.codec, $0.hasAlpha) = (.webm, "vp9", true) }, .encode,
      [.container, .codec, .transparency]),
    Example("wide pixels", video(64, 48) { $0.hasSquarePixels = false }, .encode, [.pixelShape]),
    Example("two fields in a frame", video(64, 48) { $0.isInterlaced = true }, .encode, [.interlaced]),
    Example(
      "cut off without encoding",
      video(64, 48) {
        $0.hasHiddenPictures = true
        $0.audio?.hasHiddenSound = true
      },
      .encode, [.hiddenPictures, .hiddenSound]),
    Example("a pixel too wide", video(1281, 720) { _ in }, .encode, [.size]),
    Example("an odd side", video(63, 48) { _ in }, .encode, [.oddSize]),
    Example("a single pixel", video(1, 1) { _ in }, .encode, [.oddSize]),
    Example("60 frames a second", video(64, 48) { $0.frameRate = 60 }, .encode, [.frameRate]),
    Example("a byte too many", video(64, 48) { _ in }, bytes: 5_000_001, .encode, [.bytes]),
    Example("too long", video(64, 48) { $0.duration = 31 }, under: .iOS { $0.trims = true }, .encode, [.length]),
    Example(
      "too long a sound", video(64, 48) { $0.audio?.end = 31 }, under: .iOS { $0.trims = true }, .encode, [.length]),
    Example("to a GIF", video(64, 48) { _ in }, under: .iOS { $0.motion = .gif }, .encode, [.format, .audioDropped]),
  ]

  private static let animations: [Example] = [
    Example("a right GIF", animation(.gif, 480, 360, [100, 100]) { _ in }, .copy, [.alreadyRight]),
    Example(
      "at every limit", animation(.gif, 1280, 1279, [30, 30]) { $0.alpha = .used }, bytes: 2_000_000, .copy,
      [.alreadyRight]), Example("an hour", animation(.gif, 4, 4, [3_600_000, 100]) { _ in }, .copy, [.alreadyRight]),
    Example("a comment", animation(.gif, 4, 4, [100, 100]) { $0.metadata = [.comment] }, .remux, [.metadata]),
    Example("a tail", animation(.gif, 4, 4, [100, 100]) { $0.trailingByteCount = 1 }, .remux, [.trailingBytes]),
    Example("no delays", animation(.gif, 4, 4, [0, 0]) { _ in }, .remux, [.delays]),
    Example(
      "all three", animation(.gif, 4, 4, [100, 10]) { ($0.metadata, $0.trailingByteCount) = ([.xmp], 1) }, .remux,
      [.delays, .metadata, .trailingBytes]),
    Example("a byte too many", animation(.gif, 4, 4, [100, 100]) { _ in }, bytes: 2_000_001, .encode, [.bytes]),
    Example("a pixel too high", animation(.gif, 4, 1281, [100, 100]) { _ in }, .encode, [.size]),
    Example("50 frames a second", animation(.gif, 4, 4, [20, 20]) { _ in }, .encode, [.frameRate]),
    Example("WebP", animation(.webp, 480, 360, [100, 100]) { _ in }, .encode, [.format]),
    Example(
      "APNG of 16 bits", animation(.png, 480, 360, [100, 100]) { ($0.bitDepth, $0.metadata) = (16, [.exif]) }, .encode,
      [.format, .bitDepth, .metadata]),
    Example(
      "Display P3", animation(.webp, 4, 4, [100, 100]) { $0.color.profile = .other }, .encode, [.format, .color]),
  ]

  private static let all = remuxedVideos + encodedVideos + animations

  @Test(arguments: all) func decides(_ example: Example) throws {
    let plan = try #require(try MotionExample.plan(example.inspection, bytes: example.byteCount, example.profile))
    #expect(plan.method == example.method)
    #expect(plan.reasons == example.reasons)
  }

  @Test func everyReasonIsCovered() { #expect(Set(Self.all.flatMap(\.reasons)) == Set(MotionPlan.Reason.allCases)) }

  @Test func reasonsAreInOrder() {
    for example in Self.all { #expect(example.reasons == MotionPlan.Reason.allCases.filter(example.reasons.contains)) }
  }

  @Test func stillsHaveNone() throws {
    let still = Inspection.still(Picture(format: .gif, size: PixelSize(width: 4, height: 4)))
    for motion in MotionProfile.Motion.allCases {
      #expect(try MotionExample.plan(still, .iOS { $0.motion = motion }) == nil)
    }
    for moving in [Self.video(64, 48) { $0.duration = 99 }, Self.animation(.gif, 4, 4, [100, 100]) { _ in }] {
      #expect(try MotionExample.plan(moving, .iOS { $0.motion = .still }) == nil)
    }
  }

  @Test(arguments: [MotionProfile.Motion.automatic, .gif])
  func longVideosAreRefused(_ motion: MotionProfile.Motion) {
    #expect(throws: MediaError.tooLong(seconds: 30.2, limit: 30)) {
      try MotionExample.plan(Self.video(64, 48) { $0.duration = 30.2 }, .iOS { $0.motion = motion })
    }
  }

  /// Sound that is dropped does not make a video long.
  @Test func soundCountsWhereItIsKept() throws {
    let long = Self.video(64, 48) { $0.audio?.end = 40 }
    #expect(throws: MediaError.tooLong(seconds: 40, limit: 30)) { try MotionExample.plan(long) }
    for profile in [MotionProfile.iOS { $0.keepsAudio = false }, .iOS { $0.motion = .gif }] {
      let specification = try #require(try MotionExample.plan(long, profile)).specification
      #expect(specification.seconds == nil)
    }
  }

  @Test func longAnimationsStayWhole() throws {
    let long = Self.animation(.gif, 4, 4, [20_000, 20_000]) { _ in }
    #expect(try MotionExample.plan(long)?.specification.seconds == nil)
  }
}
