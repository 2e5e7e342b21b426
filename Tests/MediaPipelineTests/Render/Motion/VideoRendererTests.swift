import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Videos that are encoded again.
@Suite(.timeLimit(.minutes(10))) struct VideoRendererTests {
  let clips = SampleClips()

  /// Detail everywhere and in motion, so that limits bind.
  static let lively = "testsrc2=s=320x180:r=25:d=2,format=yuv420p,noise=alls=20:allf=t:all_seed=1"

  @Test func aSmallClipIsNotInflated() async throws {
    let path = try await clips.make("a.mp4")
    let (record, output) = try await clips.render(path, .clip(), .movie())
    #expect(record.movie == .init(rateFactor: 22))
    #expect(record.frameCount == 50)
    #expect(abs(record.duration - 2) < 0.001)
    #expect(record.encodes.count == 1)
    #expect(try clips.folder.bytes(of: "result").count <= clips.folder.bytes(of: "a.mp4").count)
    let facts = try await clips.probe(
      output, "stream=codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,color_range,color_space")
    #expect(
      facts == [
        "codec_name=h264", "profile=High", "width=320", "height=180", "sample_aspect_ratio=1:1", "pix_fmt=yuv420p",
        "color_range=tv", "color_space=bt709",
      ])
    #expect(try clips.folder.names() == ["a.mp4", "result"])
    // The index is in front.
    let types = Boxes(ByteView(try clips.folder.bytes(of: "result"))).map(\.type)
    #expect(types.filter { ["moov", "mdat"].contains($0) } == ["moov", "mdat"])
  }

  @Test(arguments: [150_000, 60_000, 30_000, 12_000]) func aLimitThatBindsIsUsedAndKept(_ limit: Int) async throws {
    let path = try await clips.make("a.mp4", pictures: Self.lively)
    let (record, _) = try await clips.render(path, .clip(), .movie(limit))
    let count = try clips.folder.bytes(of: "result").count
    #expect(count <= limit)
    #expect(Double(count) >= Double(limit) * 0.92)
    #expect(record.frameCount == 50)
    #expect(record.movie?.rateFactor == nil)
  }

  @Test func whatCannotFitIsSaid() async throws {
    let path = try await clips.make("a.mp4", pictures: Self.lively)
    let problem = await #expect(throws: MediaError.self) { try await clips.render(path, .clip(), .movie(1500)) }
    guard case .motionCannotFit(let smallest, 1500) = problem else {
      Issue.record("unexpected: \(String(describing: problem))")
      return
    }
    #expect(smallest > 1500)
    #expect(try clips.folder.names() == ["a.mp4"])
  }

  @Test func sameInSameOut() async throws {
    let path = try await clips.make("a.mp4", pictures: Self.lively, sound: true)
    let video = Video.clip(audio: .aac)
    _ = try await clips.render(path, video, .movie(60_000))
    let first = try clips.folder.bytes(of: "result")
    _ = try await clips.render(path, video, .movie(60_000))
    #expect(try clips.folder.bytes(of: "result") == first)
  }

  @Test func progressNeverGoesBackAndEndsAtOne() async throws {
    let path = try await clips.make("a.mp4", pictures: Self.lively)
    let plan = MotionPlan(method: .encode, specification: .movie(20_000), reasons: [.bytes])
    let seen = Mutex<[Double]>([])
    _ = try await VideoRenderer(limits: .init()).render(
      path, video: .clip(), plan: plan, to: clips.folder.absolute("result")
    ) { part in seen.withLock { $0.append(part) } }
    let parts = seen.withLock { $0 }
    #expect(parts == parts.sorted())
    #expect(Set(parts).count == parts.count)
    #expect(parts.last == 1)
    #expect(parts.count > 3)
  }

  @Test func soundIsKeptOrDropped() async throws {
    let path = try await clips.make("a.mp4", sound: true)
    let (kept, output) = try await clips.render(path, .clip(audio: .aac), .movie())
    #expect(kept.movie == .init(rateFactor: 22))
    #expect(try await clips.probe(output, "stream=codec_name") == ["codec_name=h264", "codec_name=aac"])
    let before = try await clips.streamHash(path)
    let after = try await clips.streamHash(output)
    #expect(before.filter { $0.contains(",a,") } == after.filter { $0.contains(",a,") })
    _ = try await clips.render(path, .clip(audio: .aac), .movie(keepsAudio: false))
    #expect(try await clips.probe(output, "stream=codec_name") == ["codec_name=h264"])
  }

  @Test func fewBitsGiveModestSound() async throws {
    let path = try await clips.make("a.mp4", pictures: Self.lively, sound: true)
    let (record, output) = try await clips.render(path, .clip(audio: .aac), .movie(64_000))
    #expect(record.movie?.audioBitRate == 48_000)
    #expect(try await clips.probe(output, "stream=channels") == ["channels=1"])
    #expect(try clips.folder.bytes(of: "result").count <= 64_000)
  }

  @Test func trimmedAndSlowedToTheCap() async throws {
    let path = try await clips.make("a.mp4", pictures: "testsrc2=s=320x180:r=50:d=2", sound: true)
    let (record, _) = try await clips.render(path, .clip(frameRate: 50, audio: .aac), .movie(frameRate: 20, seconds: 1))
    #expect(record.frameCount == 20)
    #expect(abs(record.duration - 1) < 0.03)
  }

  @Test func unevenSizesAndPixelsBecomeEvenAndSquare() async throws {
    let options = ["-vf", "setsar=2", "-c:v", "libx264", "-pix_fmt", "yuv444p"]
    let path = try await clips.make("a.mp4", pictures: "testsrc2=s=161x91:r=10:d=1", options)
    var video = Video.clip(322, 91, duration: 1, frameRate: 10)
    video.codedSize = PixelSize(width: 161, height: 91)
    video.hasSquarePixels = false
    let (record, output) = try await clips.render(path, video, .movie(5_000_000, 322, 90))
    #expect(record.size == PixelSize(width: 322, height: 90))
    #expect(
      try await clips.probe(output, "stream=width,height,sample_aspect_ratio")
        == ["width=322", "height=90", "sample_aspect_ratio=1:1"])
  }

  @Test func nothingPrivateIsLeft() async throws {
    let options = [
      "-c:v", "libx264", "-metadata", "location=+48.1374+011.5755/", "-metadata", "title=secret",
      "-metadata", "creation_time=2020-01-02T03:04:05Z", "-metadata:s:v", "handler_name=secret handler",
      "-flags:a", "+bitexact", "-flags:v", "+bitexact",
    ]
    let path = try await clips.make("a.mov", pictures: "testsrc2=s=320x180:r=10:d=1", sound: true, options)
    for (method, reasons) in [(MotionPlan.Method.remux, [MotionPlan.Reason.container]), (.encode, [.codec])] {
      let video = Video.clip(format: .quickTime, duration: 2, frameRate: 10, audio: .aac)
      _ = try await clips.render(path, video, method: method, reasons: reasons, .movie())
      let text = String(decoding: try clips.folder.bytes(of: "result"), as: Unicode.ASCII.self)
      for word in ["+48.13", "secret", "Lavc", "Lavf", "udta", "meta"] + (method == .encode ? ["x264"] : []) {
        #expect(!text.contains(word), "\(method): \(word)")
      }
      let tags = try await clips.probe(
        clips.folder.absolute("result"), "format_tags=creation_time,title,location,encoder")
      #expect(tags == [])
    }
  }

  /// 203 cd/m², reference white, as PQ's code 0.58 of BT.2020.
  @Test func highDynamicRangeIsMapped() async throws {
    let options = [
      "-c:v", "libx265", "-x265-params", "log-level=error", "-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020",
      "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
    ]
    let gray = "color=c=black:s=320x180:r=10:d=1,format=yuv420p10le,lutyuv=y=64+876*0.58:u=512:v=512"
    let path = try await clips.make("a.mp4", pictures: gray, options)
    var video = Video.clip(duration: 1, frameRate: 10)
    video.codec = "hevc"
    video.pixelFormat = "yuv420p10le"
    video.color = ColorDescription(transfer: .pq, primaries: .bt2020)
    video.colorMatrix = "bt2020nc"
    let (_, output) = try await clips.render(path, video, .movie())
    let color = try await clips.frame(output).color(0.5, 0.5)
    // `ToneMapping` gives stills the same brightness, bent a little below white.
    #expect(color.allSatisfy { (205...235).contains($0) }, "\(color)")
    #expect(color.max()! - color.min()! <= 2)
    let facts = try await clips.probe(output, "stream=color_space,color_transfer,color_primaries")
    #expect(facts == ["color_space=bt709", "color_transfer=bt709", "color_primaries=bt709"])
  }

  /// Orange in all the ways that numbers can mean colour.
  @Test(arguments: [("bt709", "tv"), ("smpte170m", "tv"), ("bt709", "pc"), ("smpte170m", "pc")])
  func coloursStay(_ matrix: String, _ range: String) async throws {
    let convert = "format=gbrp,scale=out_color_matrix=\(matrix):out_range=\(range),format=yuv420p"
    let options = ["-c:v", "libx264", "-colorspace", matrix, "-color_range", range]
    let path = try await clips.make("a.mp4", pictures: "color=c=0xff8000:s=320x180:r=10:d=1,\(convert)", options)
    var video = Video.clip(duration: 1, frameRate: 10)
    video.colorMatrix = matrix
    let (_, output) = try await clips.render(path, video, .movie())
    let color = try await clips.frame(output).color(0.5, 0.5)
    #expect(zip(color, [255, 128, 0]).allSatisfy { abs($0 - $1) <= 4 }, "\(color)")
  }

  @Test func variableFrameRatesKeepTheirTimes() async throws {
    let jitter = "testsrc2=s=320x180:r=100:d=2,select='not(mod(n\\,7))+not(mod(n\\,11))'"
    let path = try await clips.make("a.mp4", pictures: jitter, ["-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0"])
    var video = Video.clip(frameRate: 22)
    video.hasVariableFrameRate = true
    let (_, output) = try await clips.render(path, video, .movie())
    func times(_ path: String) async throws -> [Double] {
      try await clips.probe(path, "frame=pts_time").compactMap { Double($0.dropFirst("pts_time=".count)) }
    }
    let (before, after) = (try await times(path), try await times(output))
    #expect(before.count == after.count)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.002 })
  }
}
