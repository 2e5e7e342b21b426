import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Real animations and videos, where a folder of them is named.
@Suite(.serialized, .enabled(if: corpusFolder != nil)) struct CorpusMotionTests {
  init() throws { try VipsLibrary.start() }

  private func inspect(_ path: String) async throws -> Inspection {
    let folder = try #require(corpusFolder)
    return try await Inspector(limits: .init()).inspect(folder.appending(path: path).path(percentEncoded: false))
  }

  static let animations: [(String, width: Int, height: Int, frames: Int, plays: Int, Picture.Alpha)] = [
    ("Rotating_earth_(large).gif", 400, 400, 44, 65_536, .opaque), ("apache-animated.gif", 400, 400, 49, 0, .opaque),
    ("flanimatedimage-demo-player.gif", 440, 625, 137, 0, .used), ("iap_ios.gif", 177, 384, 341, 0, .opaque),
    ("pigs_in_a_polka.gif", 314, 273, 30, 0, .used), ("test.gif", 703, 681, 24, 0, .opaque),
    ("Animation Lossless.webp", 320, 240, 101, 0, .opaque), ("TestAnimatedImageMemory.webp", 600, 600, 16, 0, .opaque),
    ("big_buck_bunny_720_5s.webp", 480, 270, 50, 0, .opaque), ("fade_lineup.webp", 1000, 463, 152, 0, .opaque),
    ("cube@2x.png", 192, 192, 100, 0, .used), ("test4.png", 148, 148, 25, 0, .used),
  ]

  @Test(arguments: animations) func animation(
    _ name: String, _ width: Int, _ height: Int, _ frames: Int, _ plays: Int, _ alpha: Picture.Alpha
  ) async throws {
    guard case .animation(let picture, let animation) = try await inspect("graphics/" + name) else {
      Issue.record("\(name) is an animation")
      return
    }
    #expect(picture.size == PixelSize(width: width, height: height) && picture.alpha == alpha)
    #expect(animation.frameCount == frames && animation.loopCount == plays)
    #expect((0...animation.duration).contains(animation.posterTime))
  }

  static let videos: [(String, VideoFormat, width: Int, height: Int, String, seconds: Double)] = [
    ("Butterfly-209.mp4", .mp4, 1280, 720, "h264 aac", 7.54), ("MVI_4823.AVI", .avi, 640, 480, "mjpeg pcm_s16le", 2.6),
    ("frog.mp4", .mp4, 720, 480, "h264 aac", 8.27), ("ftyp3gp5.mp4", .threeGP, 720, 1280, "h264 aac", 1.3),
    ("long_1080p_lowbitrate.mp4", .mp4, 1920, 1080, "h264 aac", 362.77),
    ("sample_iTunes.mov", .quickTime, 640, 480, "mpeg4 aac", 85.5),
    ("sample_mpeg2.m2v", .mpegProgramStream, 192, 240, "mpeg2video mp2", 4.97),
    ("transparent.webm", .webm, 200, 200, "vp9 vorbis", 5),
  ]

  @Test(arguments: videos) func video(
    _ name: String, _ format: VideoFormat, _ width: Int, _ height: Int, _ codecs: String, _ seconds: Double
  ) async throws {
    guard case .video(let video) = try await inspect("video/" + name) else {
      Issue.record("\(name) is a video")
      return
    }
    #expect(video.format == format && video.size == PixelSize(width: width, height: height))
    #expect([video.codec, video.audio?.codec].compactMap { $0 }.joined(separator: " ") == codecs)
    #expect(abs(video.duration - seconds) < 0.02 && (0..<video.duration).contains(video.posterTime))
    #expect((9...61).contains(video.frameRate) && !video.hasVariableFrameRate && video.bitDepth == 8)
    #expect(video.hasAlpha == (name == "transparent.webm") && video.rotation == (format == .threeGP ? 90 : 0))
  }
}
