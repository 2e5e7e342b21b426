import JPEGEncoder
import TestSupport
import Testing

/// Decoders of others.
enum Decoder: CaseIterable, Sendable {
  case libjpeg, libvips, ffmpeg

  /// The decoded pixels of a JPEG.
  ///
  /// - Throws: `ProgramError.failed` where it warns.
  func pixels(_ jpeg: [UInt8]) async throws -> JPEGPixels {
    let folder = try TemporaryFolder()
    try folder.write(jpeg, to: "a.jpg")
    let (program, arguments) = command
    let output = try await Program(program).run(arguments, workingDirectory: folder.path)
    guard output.status == 0, output.stderr.isEmpty else { throw ProgramError.failed("\(self)", stderr: output.stderr) }
    let shown = try #require(PortablePixmap(try folder.bytes(of: "a.ppm")))
    return try JPEGPixels(
      width: shown.width, height: shown.height, layout: shown.channels == 3 ? .rgb : .gray, samples: shown.samples)
  }

  private var command: (program: String, arguments: [String]) {
    switch self {
    case .libjpeg: ("djpeg", ["-pnm", "-outfile", "a.ppm", "a.jpg"])
    case .libvips: ("vips", ["copy", "a.jpg[fail_on=warning]", "a.ppm"])
    case .ffmpeg:
      ("ffmpeg", ["-v", "error", "-xerror", "-err_detect", "explode", "-i", "a.jpg", "-pix_fmt", "rgb24", "a.ppm"])
    }
  }
}
