import Findings

/// The values of `quality` in a still's profile in pipeline.yml. The encoder decides which of its keys have a meaning.
struct StillQuality: Sendable {
  private(set) var target: Int?
  private var acceptableScore: Int?
  private var ceiling: Int?
  private var floor: Int?
}

extension StillQuality {
  static let section = Section(Self(), at: .pipeline("profiles.android.quality")) {
    targetKey
    warnBelowKey
    ceilingKey
    floorKey
  }

  /// Possible target scores, in points of SSIMULACRA 2: below 30 a picture is ruined, above 95 a file only grows.
  static let targetKey = Key("target", \Self.target, .integer(30...95))

  /// 0 warns only of ruins.
  static let warnBelowKey = Key("warn-below", \Self.acceptableScore, .integer(0...95))

  /// JPEG qualities; above 95 a file only grows.
  private static let qualities = 1...95

  static let ceilingKey = Key("ceiling", \Self.ceiling, .integer(qualities))

  static let floorKey = Key("floor", \Self.floor, .integer(qualities))
}

extension StillQuality {
  /// Whether scores are wanted, not only for ruined pictures.
  var isScoreWanted: Bool { acceptableScore != nil }

  func qualities(at subject: Diagnostic.Subject?, _ reader: inout YAMLReader) -> ClosedRange<Int>? {
    let standard = Effort.standardQualities
    let ceiling = ceiling ?? standard.upperBound
    let floor = floor ?? min(standard.lowerBound, ceiling)
    if floor <= ceiling { return floor...ceiling }
    if let subject {
      reader.report(
        .configurationConflict, subject, "the floor \(floor) lies above the ceiling \(ceiling)",
        remedy: "swap them, or lower the floor")
    }
    return nil
  }

  func joinedAcceptableScore(at subject: Diagnostic.Subject?, _ reader: inout YAMLReader) -> Int {
    guard let acceptableScore else { return min(Effort.standardAcceptableScore, target ?? .max) }
    if let subject, let target, acceptableScore > target {
      reader.report(
        .configurationConflict, subject, "`warn-below` \(acceptableScore) lies above the target \(target)",
        remedy: "lower it, or raise the target")
    }
    return acceptableScore
  }
}
