/// Chooses the scans that take the fewest bytes, by counting.
enum ScriptChoice {
  /// Where a band may end: the ends that cjpeg's script search tries, and around them.
  private static let splits: [Int?] = [nil, 2, 5, 8, 12, 18, 27]
  private static let mostRefinedBits = 2

  static func best(_ components: [QuantizedComponent]) -> ScanScript {
    .progressive(components.map(division))
  }

  /// First how many bits are refined, then, with those, where the band is split.
  private static func division(_ component: QuantizedComponent) -> ACDivision {
    let refined = (0...mostRefinedBits).map { ACDivision(refinedBits: $0) }
    let best = least(refined) { bytes($0.firstScans(0) + $0.refinements(0), component) }
    let split = splits.map { ACDivision(split: $0, refinedBits: best.refinedBits) }
    return least(split) { bytes($0.firstScans(0), component) }
  }

  private static func least(_ divisions: [ACDivision], bytes: (ACDivision) -> Int) -> ACDivision {
    divisions.map { ($0, bytes($0)) }.min { $0.1 < $1.1 }!.0
  }

  private static func bytes(_ scans: [Scan], _ component: QuantizedComponent) -> Int {
    scans.reduce(0) { $0 + CodedScan($1, of: [component]).byteCount }
  }
}
