import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Videos that were cut, combined or recorded so that players do not show them as stored.
@Suite(.timeLimit(.minutes(10))) struct CutVideoTests {
  let clips = SampleClips()

  /// Looks at a file, plans for it and renders it, as a run does.
  private func make(
    _ path: String, _ profile: MotionProfile = .iOS
  ) async throws -> (video: Video, plan: MotionPlan, record: MotionRecord) {
    let video = try await VideoProbe(path: path, format: .mp4, limits: .init()).probe().video
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: path, byteCount: 100_000, digest: digest)
    let plan = try #require(try MotionPlan(for: .video(video), source: source, profile: profile))
    let record = try await MotionRenderer(limits: .init()).render(
      path, inspection: .video(video), plan: plan, to: clips.folder.absolute("result"), progress: { _ in })
    return (video, plan, record)
  }

  /// How many packets of a kind are in the rendition, and how many of them no player shows.
  private func packets(_ kind: String) async throws -> (all: Int, hidden: Int) {
    let arguments = ["-v", "error", "-select_streams", kind, "-show_entries", "packet=flags", "-of", "csv=p=0"]
    let lines = try await Program("ffprobe").run(arguments + [clips.folder.absolute("result")]).stdout
      .split(separator: "\n")
    return (lines.count, lines.count { $0.contains("D") })
  }

  private func whole(_ options: [String] = []) async throws -> String {
    try await clips.make("whole.mp4", sound: true, MovieKeepingTests.coded + ["-c:a", "aac"] + options)
  }

  /// Edit lists are how encoders tell that decoding begins before showing, too.
  @Test func usualFilesHideNothing() async throws {
    for options in [[], ["-bf", "0"], ["-bf", "16", "-refs", "16", "-preset", "slow"]] {
      let (video, plan, record) = try await make(try await whole(options))
      #expect(!video.hasHiddenPictures && video.audio?.hasHiddenSound == false && !video.isInterlaced)
      #expect(plan.reasons == [.alreadyRight] && record.method == .remux)
    }
  }

  @Test(arguments: [["-ss", "1.3"], ["-ss", "0.6"]]) func picturesThatWereCutOffGo(_ cut: [String]) async throws {
    let source = try await whole()
    let path = clips.folder.absolute("a.mp4")
    try await FFmpeg.run(cut + ["-i", source, "-c", "copy", path])
    let (video, plan, record) = try await make(path)
    #expect(video.hasHiddenPictures && video.audio?.hasHiddenSound == true)
    #expect(plan.reasons == [.hiddenPictures, .hiddenSound] && record.method == .encode)
    let (pictures, sound) = try await (packets("v"), packets("a"))
    #expect(pictures.all == Int((video.duration * 25).rounded()) && pictures.hidden == 0)
    #expect(sound.hidden <= 3)
  }

  /// The length of each edit, in thousandths of a second, stands behind their number (ISO/IEC 14496-12, 8.6.6).
  @Test func whatLiesBehindTheEndGoes() async throws {
    _ = try await whole()
    var bytes = try clips.folder.bytes(of: "whole.mp4")
    for place in bytes.indices where bytes[place...].starts(with: Array("elst".utf8)) {
      bytes.replaceSubrange(place + 12..<place + 16, with: [0, 0, 3, 232])
    }
    try clips.folder.write(bytes, to: "a.mp4")
    let (video, plan, record) = try await make(clips.folder.absolute("a.mp4"))
    #expect(abs(video.duration - 1) < 0.001 && video.hasHiddenPictures)
    #expect(plan.reasons.contains(.hiddenPictures) && record.method == .encode)
    let pictures = try await packets("v")
    #expect(pictures.all == 25 && pictures.hidden == 0)
  }

  /// The pictures stay as they are where nothing but the sound was cut.
  @Test func soundThatWasCutOffGoes() async throws {
    let source = try await whole()
    let path = clips.folder.absolute("a.mp4")
    try await FFmpeg.run(["-i", source, "-ss", "1", "-i", source, "-map", "0:v", "-map", "1:a", "-c", "copy", path])
    let (video, plan, record) = try await make(path)
    #expect(!video.hasHiddenPictures && video.audio?.hasHiddenSound == true)
    #expect(plan.reasons == [.hiddenSound] && record.method == .remux)
    let hashes = try await (clips.streamHash(path), clips.streamHash(clips.folder.absolute("result")))
    #expect(hashes.0.filter { $0.contains(",v,") } == hashes.1.filter { $0.contains(",v,") })
    let sound = try await packets("a")
    #expect(sound.hidden <= 3 && sound.all < 60)
  }

  /// Sound that plays on makes a video longer, and is cut as it is.
  @Test func soundThatPlaysOnIsCut() async throws {
    let path = clips.folder.absolute("a.mp4")
    try await FFmpeg.run(
      ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-f", "lavfi", "-i", "sine=440:d=12", "-map", "0:v"]
        + ["-map", "1:a"] + MovieKeepingTests.coded + ["-c:a", "aac", path])
    var profile = MotionProfile.iOS
    profile.maximumSeconds = 8
    await #expect(throws: MediaError.self) { try await make(path, profile) }
    profile.trims = true
    let (video, plan, record) = try await make(path, profile)
    #expect(abs(video.duration - 2) < 0.01 && abs((video.audio?.end ?? 0) - 12) < 0.1)
    #expect(plan.reasons == [.length] && plan.specification.seconds == 8)
    #expect(abs(record.duration - 8) < 0.1 && record.frameCount == 50)
  }

  /// Two fields, each half a frame later than the other, become one picture.
  @Test func fieldsBecomeFrames() async throws {
    let fields = "testsrc2=s=320x180:r=50:d=1,tinterlace=interleave_top,setfield=tff"
    let path = try await clips.make(
      "a.mp4", pictures: fields, ["-c:v", "libx264", "-x264-params", "tff=1", "-pix_fmt", "yuv420p"])
    let (video, plan, record) = try await make(path)
    #expect(video.isInterlaced && plan.reasons == [.interlaced] && record.method == .encode)
    let frames = try await clips.probe(clips.folder.absolute("result"), "frame=interlaced_frame")
    #expect(frames.count == 25 && frames.allSatisfy { $0.hasSuffix("=0") })
  }
}
