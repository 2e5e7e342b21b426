import Foundation
import SSIMULACRA2
import TestSupport

/// `ScorePictures REFERENCE.ppm CANDIDATE.ppm …` says how much each candidate looks like the reference: a line of JSON for each,
/// with the score and the milliseconds that it took.
@main struct ScorePictures {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard let first = paths.first, paths.count > 1 else {
      FileHandle.standardError.write(Data("usage: ScorePictures REFERENCE.ppm CANDIDATE.ppm ...\n".utf8))
      exit(2)
    }
    let reference = Reference(try picture(first))
    for path in paths.dropFirst() {
      let candidate = try picture(path)
      let start = ContinuousClock.now
      let score = try reference.score(of: candidate)
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      print(try line(["score": score, "ms": milliseconds]))
    }
  }

  private static func line(_ record: [String: Double]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys]), as: UTF8.self)
  }

  private static func picture(_ path: String) throws -> SRGBImage {
    guard let pixmap = PortablePixmap(Array(try Data(contentsOf: URL(filePath: path)))) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return try SRGBImage(
      width: pixmap.width, height: pixmap.height, samples: pixmap.channels == 1 ? .gray : .rgb, bytes: pixmap.samples)
  }
}
