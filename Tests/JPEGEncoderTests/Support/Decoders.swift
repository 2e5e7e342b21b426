import JPEGEncoder
import TestSupport

/// Decoders of others.
enum Decoder: CaseIterable, Sendable {
  case libjpeg, libvips, ffmpeg

  /// What the decoder shows of a JPEG.
  ///
  /// - Throws: `ProgramError.failed` where it warns.
  func pixels(_ jpeg: [UInt8]) async throws -> JPEGPixels {
    let folder = try TemporaryFolder()
    try folder.write(jpeg, to: "a.jpg")
    let (program, arguments) = command
    let output = try await Program(program).run(arguments, workingDirectory: folder.path)
    guard output.status == 0, output.stderr.isEmpty else {
      throw ProgramError.failed("\(self)", stderr: output.stderr)
    }
    return try PortablePixmap.pixels(try folder.bytes(of: "a.ppm"))
  }

  private var command: (program: String, arguments: [String]) {
    switch self {
    case .libjpeg: ("djpeg", ["-pnm", "-outfile", "a.ppm", "a.jpg"])
    case .libvips: ("vips", ["copy", "a.jpg[fail_on=warning]", "a.ppm"])
    case .ffmpeg:
      (
        "ffmpeg",
        ["-v", "error", "-xerror", "-err_detect", "explode", "-i", "a.jpg", "-pix_fmt", "rgb24", "a.ppm"]
      )
    }
  }
}

/// Reads PGM and PPM files of 8 bits.
enum PortablePixmap {
  struct Malformed: Error {}

  static func pixels(_ file: [UInt8]) throws -> JPEGPixels {
    var place = 0
    let words = try (0..<4).map { _ in try word(file, &place) }
    guard let width = Int(words[1]), let height = Int(words[2]), words[3] == "255" else { throw Malformed() }
    return try JPEGPixels(
      width: width, height: height, layout: words[0] == "P6" ? .rgb : .gray, samples: Array(file[place...]))
  }

  /// A word and the one character after it; comments are left out.
  private static func word(_ file: [UInt8], _ place: inout Int) throws -> String {
    var word: [UInt8] = []
    while place < file.count {
      let byte = file[place]
      place += 1
      if byte == UInt8(ascii: "#") {
        place = (file[place...].firstIndex(of: UInt8(ascii: "\n")) ?? file.count) + 1
      } else if byte > 32 {
        word.append(byte)
      } else if !word.isEmpty {
        return String(decoding: word, as: UTF8.self)
      }
    }
    throw Malformed()
  }
}
