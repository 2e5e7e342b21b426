import JPEGEncoder
import TestSupport
import Testing

/// Decoders of others.
enum Decoder: CaseIterable, Sendable {
  case libjpeg, libvips, ffmpeg

  /// The decoded pixels of JPEGs.
  ///
  /// - Throws: `ProgramError.failed` where it warns.
  func pixels(_ jpegs: [[UInt8]]) async throws -> [JPEGPixels] {
    let folder = TemporaryFolder()
    for (index, jpeg) in jpegs.enumerated() { try folder.write(jpeg, to: "\(index).jpg") }
    for command in commands(jpegs.count) {
      let output = try await Program(command[0]).run(Array(command.dropFirst()), workingDirectory: folder.path)
      guard output.status == 0, output.stderr.isEmpty else {
        throw ProgramError.failed("\(self)", stderr: output.stderr)
      }
    }
    return try jpegs.indices.map { index in
      let shown = try #require(PortablePixmap(try folder.bytes(of: "\(index).ppm")))
      return try JPEGPixels(
        width: shown.width, height: shown.height, layout: shown.channels == 3 ? .rgb : .gray, samples: shown.samples)
    }
  }

  /// To start ffmpeg takes longer than to decode, so that it gets all at once.
  private func commands(_ count: Int) -> [[String]] {
    switch self {
    case .libjpeg: (0..<count).map { ["djpeg", "-pnm", "-outfile", "\($0).ppm", "\($0).jpg"] }
    case .libvips: (0..<count).map { ["vips", "copy", "\($0).jpg[fail_on=warning]", "\($0).ppm"] }
    case .ffmpeg:
      [
        ["ffmpeg", "-v", "error", "-xerror"] + (0..<count).flatMap { ["-err_detect", "explode", "-i", "\($0).jpg"] }
          + (0..<count).flatMap { ["-map", "\($0)", "-pix_fmt", "rgb24", "\($0).ppm"] }
      ]
    }
  }
}
