import Foundation
import SSIMULACRA2
import Testing

/// Pairs of real pictures with the scores that the reference implementation gave them.
///
/// `RICHPUSH_METRIC` names a folder with `ssimulacra2.tsv`: a line of titles, then lines of reference, distorted (both PNG
/// files of the folder) and score.
@Suite(.enabled(if: ReferencePairs.folder != nil, "RICHPUSH_METRIC names no folder"))
struct ReferencePairsTests {
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
