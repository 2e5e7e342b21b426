/// Chooses the scans that take the fewest bytes, by counting.
enum ScriptChoice {
  /// Where the first of two bands may end; nil: one band. The first that is an end is the best most often.
  private static let splits: [Int?] = [2, nil, 4, 7]
  private static let mostRefinedBits = 2

  static func best(_ components: [QuantizedComponent]) -> ScanScript {
    .progressive(components.map(division))
  }

  /// First how many bits are refined, with the usual split; then, with those, where the band is split.
  private static func division(_ component: QuantizedComponent) -> ACDivision {
    let refined = (0...mostRefinedBits).map { ACDivision(split: splits[0], refinedBits: $0) }
    let best = least(refined) { bytes($0.firstScans(0) + $0.refinements(0), component) }
    let split = splits.map { ACDivision(split: $0, refinedBits: best.refinedBits) }
    return least(split) { bytes($0.firstScans(0), component) }
  }

  private static func least(_ divisions: [ACDivision], bytes: (ACDivision) -> Int) -> ACDivision {
    var best = (division: divisions[0], bytes: bytes(divisions[0]))
    for division in divisions.dropFirst() {
      let count = bytes(division)
      if count < best.bytes { best = (division, count) }
    }
    return best.division
  }

  private static func bytes(_ scans: [Scan], _ component: QuantizedComponent) -> Int {
    scans.reduce(0) { $0 + CodedScan($1, of: [component]).byteCount }
  }
}
