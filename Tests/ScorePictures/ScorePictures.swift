import Foundation
import SSIMULACRA2
import TestSupport

/// `ScorePictures REFERENCE.ppm CANDIDATE.ppm …` says how much each candidate looks like the reference: a line of JSON for each,
/// with the score and the milliseconds that it took, and in decibels PSNR and MS-SSIM of luma.
@main struct ScorePictures {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard let first = paths.first, paths.count > 1 else {
      FileHandle.standardError.write(Data("usage: ScorePictures REFERENCE.ppm CANDIDATE.ppm ...\n".utf8))
      exit(2)
    }
    let pixmap = try pixmap(first)
    let (reference, luma) = (Reference(try picture(pixmap)), LumaPlane(pixmap))
    for path in paths.dropFirst() {
      let pixmap = try Self.pixmap(path)
      let candidate = try picture(pixmap)
      let start = ContinuousClock.now
      let score = try reference.score(of: candidate)
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      print(try line(["score": score, "ms": milliseconds].merging(fidelity(luma, LumaPlane(pixmap))) { $1 }))
    }
  }

  private static func fidelity(_ reference: LumaPlane, _ candidate: LumaPlane) -> [String: Double] {
    var result = ["psnr_y": reference.signalToNoise(candidate)]
    result["ms_ssim"] = MultiScaleSimilarity.inDecibels(reference, candidate)
    return result
  }

  private static func line(_ record: [String: Double]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys]), as: UTF8.self)
  }

  private static func pixmap(_ path: String) throws -> PortablePixmap {
    guard let pixmap = PortablePixmap(Array(try Data(contentsOf: URL(filePath: path)))) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return pixmap
  }

  private static func picture(_ pixmap: PortablePixmap) throws -> SRGBImage {
    try SRGBImage(
      width: pixmap.width, height: pixmap.height, samples: pixmap.channels == 1 ? .gray : .rgb, bytes: pixmap.samples)
  }
}
