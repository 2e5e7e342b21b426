import Foundation
import MediaFacts
import SSIMULACRA2

/// Pictures that ffmpeg has decoded.
enum PortablePixmap {
  static func read(_ file: URL) throws -> SRGBImage {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "error", "-i", file.path(percentEncoded: false),
      "-f", "image2pipe", "-pix_fmt", "rgb24", "-c:v", "ppm", "pipe:1",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    return try parse(bytes)
  }

  /// "P6", width, height and 255, each followed by one byte of white space, then the samples.
  private static func parse(_ bytes: [UInt8]) throws -> SRGBImage {
    let fields = bytes.split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x0A }
    let header = fields.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 5, header[0] == "P6", header[3] == "255", let width = Int(header[1]),
      let height = Int(header[2])
    else { throw CocoaError(.fileReadCorruptFile) }
    return try SRGBImage(width: width, height: height, bytes: Array(fields[4]))
  }
}
