import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Pictures that stay as they are coded.
@Suite(.timeLimit(.minutes(10))) struct MovieKeepingTests {
  let clips = SampleClips()

  /// B-frames reorder, so that a file with them begins with an edit list.
  static let coded = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-pix_fmt", "yuv420p"]

  private func times(_ path: String) async throws -> [String] {
    try await clips.probe(path, "stream=start_time,duration")
  }

  @Test func packetsStayTheSame() async throws {
    let path = try await clips.make("a.mov", sound: true, Self.coded)
    let (record, output) = try await clips.render(
      path, .clip(format: .quickTime, audio: .aac), method: .remux, reasons: [.container], .movie())
    #expect(record == MotionRecord(method: .remux, size: .init(width: 320, height: 180), duration: 2, frameCount: 50))
    #expect(try await clips.streamHash(output) == clips.streamHash(path))
    // x264 writes its name and all its settings into the first picture; such notes go.
    let signature = Array("x264 - core".utf8)
    #expect(try clips.folder.bytes(of: "a.mov").firstRange(of: signature) != nil)
    #expect(try clips.folder.bytes(of: "result").firstRange(of: signature) == nil)
    #expect(try await times(output) == times(path))
  }

  /// Frames at any times are no damage, although some are closer together than a constant rate allows.
  @Test func variableFrameRatesAreNoDamage() async throws {
    let times = "settb=1/90000,setpts='N*3000-2910*eq(mod(N\\,10)\\,5)'"
    let path = try await clips.make(
      "a.mp4", Self.coded + ["-vf", times, "-fps_mode", "vfr", "-enc_time_base", "1:90000"])
    let damage = try await Verifier().verify(path, inspection: .video(.clip()), withSound: false)
    #expect(damage == nil)
    let (record, _) = try await clips.render(path, .clip(), method: .remux, reasons: [.streams], .movie())
    #expect(record.method == .remux)
  }

  /// The null muxer complains of frames at the same time, which does no harm. Complaints of decoders still count, however many of those
  /// there are.
  @Test func framesAtTheSameTimeAreNoDamage() async throws {
    let coding = ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-bsf:v", "setts=ts='PTS-40*eq(mod(N,2),1)'"]
    let path = try await clips.make("a.mkv", coding)
    let video = Video.clip(format: .matroska, codec: "mjpeg")
    #expect(try await Verifier().verify(path, inspection: .video(video), withSound: false) == nil)
    var bytes = try clips.folder.bytes(of: "a.mkv")
    for index in bytes.count * 9 / 10..<bytes.count * 9 / 10 + 400 { bytes[index] = 0xFF }
    try clips.folder.write(bytes, to: "a.mkv")
    let damage = try await Verifier().verify(path, inspection: .video(video), withSound: false)
    #expect(damage != nil && damage?.contains("null") == false)
  }

  /// A source that was cut: its edit list skips the beginning.
  @Test func editListsSurvive() async throws {
    let whole = try await clips.make("whole.mp4", sound: true, Self.coded + ["-g", "25"])
    let path = clips.folder.absolute("a.mov")
    try await FFmpeg.run(["-ss", "0.5", "-i", whole, "-c", "copy", path])
    let video = Video.clip(format: .quickTime, duration: 1.5, audio: .aac)
    let (record, output) = try await clips.render(path, video, method: .remux, reasons: [.container], .movie())
    #expect(abs(record.duration - 1.5) < 0.05)
    let frames = try await (clips.frame(path), clips.frame(output))
    #expect(frames.0 == frames.1)
    let counts = try await (clips.probe(path, "frame=pts_time").count, clips.probe(output, "frame=pts_time").count)
    #expect(counts.0 == counts.1)
  }

  @Test func soundCanBeDropped() async throws {
    let path = try await clips.make("a.mp4", sound: true, Self.coded)
    let (record, output) = try await clips.render(
      path, .clip(audio: .aac), method: .remux, reasons: [.audioDropped], .movie(keepsAudio: false))
    #expect(record.method == .remux)
    #expect(try await clips.streamHash(output) == clips.streamHash(path).filter { $0.contains(",v,") })
  }

  @Test func onlySoundIsEncodedWhereOnlySoundIsWrong() async throws {
    let path = try await clips.make("a.mov", sound: true, Self.coded + ["-c:a", "pcm_s16le"])
    let audio = Video.Audio(codec: "pcm_s16le", channelCount: 2, sampleRate: 48_000, bitRate: 1_536_000, streamIndex: 1)
    let (record, output) = try await clips.render(
      path, .clip(format: .quickTime, audio: audio), method: .remux, reasons: [.container, .audioCodec], .movie())
    #expect(record.method == .remux)
    #expect(record.movie == .init(audioBitRate: 128_000))
    #expect(try await clips.probe(output, "stream=codec_name") == ["codec_name=h264", "codec_name=aac"])
    let pictures = try await (clips.streamHash(path), clips.streamHash(output))
    #expect(pictures.0.filter { $0.contains(",v,") } == pictures.1.filter { $0.contains(",v,") })
  }

  @Test func whatIsTooLargeIsEncoded() async throws {
    let path = try await clips.make("a.mp4", pictures: VideoRendererTests.lively, Self.coded)
    let limit = try clips.folder.bytes(of: "a.mp4").count / 2
    let (record, _) = try await clips.render(path, .clip(), method: .remux, reasons: [.metadata], .movie(limit))
    #expect(record.method == .encode)
    #expect(try clips.folder.bytes(of: "result").count <= limit)
  }

  /// Wrong bytes in the middle, over more than one frame: the decoder conceals them, and says so.
  @Test func damageIsEncodedAndSaid() async throws {
    let path = try await clips.make("a.mp4", pictures: VideoRendererTests.lively, Self.coded)
    var bytes = try clips.folder.bytes(of: "a.mp4")
    var generator = SeededGenerator(seed: 1)
    let middle = bytes.count / 2
    for index in middle..<middle + 30_000 { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    try clips.folder.write(bytes, to: "a.mp4")
    let (record, _) = try await clips.render(path, .clip(), method: .remux, reasons: [.metadata], .movie())
    #expect(record.method == .encode)
    #expect(record.damage?.contains("NAL") == true)
    #expect(record.frameCount >= 40)
  }

  /// Sound that would be copied is decoded first, so that damage is not published silently. The messages are those of `check`.
  @Test(arguments: [MotionPlan.Method.remux, .encode])
  func damageInTheSoundIsSaid(_ method: MotionPlan.Method) async throws {
    let path = try await clips.make("a.mp4", sound: true, Self.coded + ["-c:a", "aac"])
    let entries = ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path]
    let packets = try await Program("ffprobe").run(entries).stdout.split(separator: "\n")
    var bytes = try clips.folder.bytes(of: "a.mp4")
    for packet in packets[40..<43] {
      let numbers = packet.split(separator: ",").compactMap { Int($0) }
      try #require(numbers.count >= 2)
      for index in numbers[1]..<numbers[1] + numbers[0] { bytes[index] ^= 0xFF }
    }
    try clips.folder.write(bytes, to: "a.mp4")
    let video = Video.clip(audio: .aac)
    let (record, output) = try await clips.render(path, video, method: method, reasons: [.metadata], .movie())
    #expect(record.method == .encode && record.damage?.contains("aac") == true)
    #expect(record.movie?.audioBitRate != nil)
    #expect(try await Verifier().verify(path, inspection: .video(video), withSound: true) == record.damage)
    var made = video
    made.audio?.bitRate = 64_000
    #expect(try await Verifier().verify(output, inspection: .video(made), withSound: true) == nil)
  }

  @Test func unknownCodecsAreNotDecoded() async throws {
    let path = try await clips.make("a.avi", ["-c:v", "snow", "-strict", "experimental", "-pix_fmt", "yuv420p"])
    var video = Video.clip(format: .avi)
    video.codec = "snow"
    await #expect(
      throws: MediaError.unsupported(format: "AVI with the video codec snow", hint: "export it as H.264 in MP4")
    ) { try await clips.render(path, video, .movie()) }
  }
}
