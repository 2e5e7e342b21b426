import MediaFacts
import PushDelivery
import Testing

/// Sources that move, and plans for them.
enum MotionExample {
  /// A video that needs nothing but a new container.
  static func video(
    _ width: Int = 1280, _ height: Int = 720, _ change: (inout Video) -> Void = { _ in }
  ) -> Inspection {
    var video = Video(
      format: .mp4, size: PixelSize(width: width, height: height), duration: 12, codec: "h264", codecProfile: "High",
      frameRate: 30, audio: aac, streamCount: 2)
    change(&video)
    return .video(video)
  }

  static let aac = Video.Audio(
    codec: "aac", codecProfile: "LC", channelCount: 2, sampleRate: 44_100, bitRate: 128_000, streamIndex: 1)

  /// A GIF that needs nothing at all.
  static func animation(
    _ format: PictureFormat = .gif, _ width: Int = 480, _ height: Int = 360, delays: [Int] = [100, 100, 100],
    _ change: (inout Picture) -> Void = { _ in }
  ) -> Inspection {
    var picture = Picture(
      format: format, size: PixelSize(width: width, height: height), content: .graphic, isWidelyDecodable: false)
    change(&picture)
    return .animation(picture, Animation(delays: delays))
  }

  static func plan(
    _ inspection: Inspection, bytes: Int = 1_000_000, _ profile: MotionProfile = .iOS
  ) throws -> MotionPlan? {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a", byteCount: bytes, digest: digest)
    return try MotionPlan(for: inspection, source: source, profile: profile)
  }
}

extension MotionProfile {
  static func iOS(_ change: (inout MotionProfile) -> Void) -> MotionProfile {
    var profile = iOS
    change(&profile)
    return profile
  }
}
