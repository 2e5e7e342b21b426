import Foundation
import SSIMULACRA2
import Testing

/// Pairs of real pictures with the scores that the reference implementation gave them.
///
/// `TEST_METRIC` names a folder with `ssimulacra2.tsv`: a line of titles, then lines of reference, distorted (both PNG
/// files of the folder) and score.
@Suite(.enabled(if: ReferencePairs.folder != nil, "TEST_METRIC names no folder")) struct ReferencePairsTests {
  /// 0.05 is what an implementation has to reach. This one rounds as the reference implementation does, but leaves the smallest
  /// weights out, which makes up to 0.00016 points.
  private static let tolerance = 5e-4

  @Test(arguments: try ReferencePairs.all()) func scoresAsTheReferenceImplementation(_ pair: ReferencePairs.Pair) throws
  {
    let reference = Reference(try PortablePixmap.read(pair.reference))
    let distorted = try PortablePixmap.read(pair.distorted)
    let score = try reference.score(of: distorted)
    #expect(abs(score - pair.score) < Self.tolerance, "\(score)")
    #expect(try reference.prepared().score(of: distorted) == score)
  }
}

/// What the folder of `TEST_METRIC` holds.
enum ReferencePairs {
  struct Pair: Sendable, CustomTestStringConvertible {
    let reference: URL
    let distorted: URL
    let score: Double

    var testDescription: String { distorted.lastPathComponent }
  }

  static let folder: URL? = ProcessInfo.processInfo.environment["TEST_METRIC"]
    .flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }

  /// Empty where there is no folder.
  static func all() throws -> [Pair] {
    guard let folder else { return [] }
    let table = try String(contentsOf: folder.appending(path: "ssimulacra2.tsv"), encoding: .utf8)
    return try table.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let score = Double(fields[2]) else { throw CocoaError(.fileReadCorruptFile) }
      return Pair(
        reference: folder.appending(path: fields[0]), distorted: folder.appending(path: fields[1]), score: score)
    }
  }
}

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
