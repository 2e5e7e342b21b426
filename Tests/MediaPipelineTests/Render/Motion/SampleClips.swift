import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Little videos made by ffmpeg, and what it says about others.
struct SampleClips {
  let folder = TemporaryFolder()

  /// Makes a file and gives its absolute path.
  ///
  /// - Parameters:
  ///   - pictures: a source of ffmpeg's `lavfi`.
  ///   - sound: whether it has a tone in stereo.
  ///   - options: for the output.
  func make(
    _ name: String, pictures: String = "testsrc2=s=320x180:r=25:d=2", sound: Bool = false,
    _ options: [String] = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  ) async throws -> String {
    let tone = sound ? ["-f", "lavfi", "-i", "sine=f=440:d=2:r=48000"] : []
    let path = folder.absolute(name)
    try await FFmpeg.run(["-f", "lavfi", "-i", pictures] + tone + (sound ? ["-ac", "2"] : []) + options + [path])
    return path
  }

  /// One `key=value` of ffprobe for each stream or for the file.
  func probe(_ path: String, _ entries: String) async throws -> [String] {
    let arguments = ["-v", "error", "-show_entries", entries, "-of", "default=noprint_wrappers=1", path]
    return try await Program("ffprobe").run(arguments).stdout.split(separator: "\n").map(String.init)
  }

  /// The hashes of the packets of H.264 and sound, but for the notes (SEI) that are not published.
  func streamHash(_ path: String) async throws -> [String] {
    let copying = ["-c", "copy", "-bsf:v", "filter_units=remove_types=6"]
    return try await FFmpeg.run(["-i", path, "-map", "0:v", "-map", "0:a?"] + copying + ["-f", "streamhash", "-"])
      .split(separator: "\n").map(String.init).sorted()
  }

  /// The pixels of one frame as players show it.
  func frame(_ path: String, at time: Double = 0) async throws -> PortablePixmap {
    let output = folder.absolute("frame.ppm")
    try await FFmpeg.run(["-ss", "\(time)", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", output])
    return try #require(PortablePixmap(folder.bytes(of: "frame.ppm")))
  }

  /// Renders, noting progress.
  func render(
    _ path: String, _ video: Video, method: MotionPlan.Method = .encode, reasons: [MotionPlan.Reason] = [.codec],
    _ specification: MotionSpecification
  ) async throws(MediaError) -> (record: MotionRecord, output: String) {
    let output = folder.absolute("result")
    let plan = MotionPlan(method: method, specification: specification, reasons: reasons)
    let record = try await VideoRenderer(limits: .init()).render(path, video: video, plan: plan, to: output) { _ in }
    return (record, output)
  }
}

extension PortablePixmap {
  var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixel at a place given in parts of the sides, 0...1.
  func color(_ x: Double, _ y: Double) -> [Int] {
    let (column, row) = (min(Int(x * Double(width)), width - 1), min(Int(y * Double(height)), height - 1))
    let index = (row * width + column) * channels
    return samples[index..<index + channels].map { Int($0) }
  }
}

extension Video {
  /// What `SampleClips.make` makes by default.
  static func clip(
    _ width: Int = 320, _ height: Int = 180, format: VideoFormat = .mp4, duration: Double = 2, frameRate: Double = 25,
    codec: String = "h264", audio: Audio? = nil
  ) -> Video {
    Video(
      format: format, size: PixelSize(width: width, height: height), duration: duration, codec: codec,
      codecProfile: codec == "h264" ? "High" : nil, frameRate: frameRate, audio: audio,
      streamCount: audio == nil ? 1 : 2)
  }
}

extension Video.Audio {
  static let aac = Video.Audio(
    codec: "aac", codecProfile: "LC", channelCount: 2, sampleRate: 48_000, bitRate: 130_000, streamIndex: 1)
}

extension MotionSpecification {
  static func movie(
    _ limit: Int = 5_000_000, _ width: Int = 320, _ height: Int = 180, frameRate: Int = 30, seconds: Double? = nil,
    keepsAudio: Bool = true
  ) -> MotionSpecification {
    MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: limit, size: PixelSize(width: width, height: height),
      maximumFrameRate: frameRate, seconds: seconds, keepsAudio: keepsAudio)
  }
}
