import TestSupport

/// Animations and videos that ffmpeg makes in the tests, tiny and with known content.
enum SampleVideos {
  /// Makes a file by ffmpeg.
  ///
  /// - Returns: its absolute path.
  static func make(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) async throws -> String {
    let path = folder.absolute(name)
    try await FFmpeg.run(arguments + [path])
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

/// Changes how players turn the pictures of an MPEG-4 file.
enum MovieMatrix {
  /// Writes another matrix into the header of the first track (ISO/IEC 14496-12, 8.3.2): it lies 40 bytes into version 0.
  static func turning(_ movie: [UInt8], clockwise angle: Int) -> [UInt8] {
    let one: [UInt8] = [0, 1, 0, 0]
    let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
    let zero: [UInt8] = [0, 0, 0, 0]
    let turns = [
      0: [one, zero, zero, one], 90: [zero, one, minusOne, zero], 180: [minusOne, zero, zero, minusOne],
      270: [zero, minusOne, one, zero],
      // Mirrored, which is not a turn.
      -1: [minusOne, zero, zero, one],
    ]
    let name = Array("tkhd".utf8)
    guard let turn = turns[angle], let start = movie.indices.first(where: { movie[$0...].starts(with: name) }) else {
      return movie
    }
    var changed = movie
    for (number, value) in zip([0, 1, 3, 4], turn) {
      let place = start + 4 + 40 + number * 4
      changed.replaceSubrange(place..<(place + 4), with: value)
    }
    return changed
  }
}
