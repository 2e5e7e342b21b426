import TestSupport
import Testing

/// Animations and videos that ffmpeg makes in the tests, tiny and with known content.
enum SampleVideos {
  /// Makes a file by ffmpeg.
  ///
  /// - Returns: its absolute path.
  static func make(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) async throws -> String {
    let path = folder.absolute(name)
    let output = try await Program("ffmpeg").run(["-v", "error", "-nostdin", "-y"] + arguments + [path])
    try #require(output.status == 0, "\(output.stderr)")
    return path
  }

  /// The same from ffmpeg's own sources of pictures and sound, such as `testsrc2`.
  static func make(
    _ name: String, in folder: TemporaryFolder, from sources: [String], _ options: [String]
  ) async throws -> String {
    try await make(name, in: folder, sources.flatMap { ["-f", "lavfi", "-i", $0] } + options)
  }

  /// A moving test pattern of 64x36, ten frames a second.
  static func pattern(seconds: Double = 2) -> String { "testsrc2=s=64x36:r=10:d=\(seconds)" }

  /// A video in the common way: H.264, unless `options` say otherwise.
  static func movie(
    _ name: String, in folder: TemporaryFolder, from sources: [String] = [pattern()], filters: String = "null",
    _ options: [String] = []
  ) async throws -> String {
    let coding = ["-vf", filters, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast"]
    let color = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    return try await make(name, in: folder, from: sources, coding + color + options)
  }
}
