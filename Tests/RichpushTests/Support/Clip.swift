import TestSupport

/// Videos made by ffmpeg for tests.
enum Clip {
  /// Makes a test pattern with a tone.
  ///
  /// - Parameters:
  ///   - path: absolute; its extension tells the container.
  ///   - options: further arguments of ffmpeg, such as the codec.
  static func make(
    _ path: String, size: String = "320x180", seconds: Double = 2, framesPerSecond: Int = 25, options: [String] = []
  ) async throws {
    let tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=\(seconds)", "-shortest"]
    try await FFmpeg.run(pattern(size, seconds, framesPerSecond) + tone + options + [path])
  }

  /// The same without a tone.
  static func makeSilent(
    _ path: String, size: String = "320x180", seconds: Double = 2, framesPerSecond: Int = 25
  ) async throws {
    try await FFmpeg.run(pattern(size, seconds, framesPerSecond) + [path])
  }

  private static func pattern(_ size: String, _ seconds: Double, _ framesPerSecond: Int) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(framesPerSecond):duration=\(seconds)"]
  }
}
