import Findings

/// What `quality` of a still's profile in pipeline.yml says. Which of its keys mean something depends on the encoder.
struct StillQuality: Sendable {
  private(set) var target: Int?
  private var acceptableScore: Int?
  private var ceiling: Int?
  private var floor: Int?
}

extension StillQuality {
  static let section = Section(Self()) {
    targetKey
    warnBelowKey
    ceilingKey
    floorKey
  }

  /// Scores that may be aimed at, in points of SSIMULACRA 2: below 30 a picture is a ruin, above 95 a file only grows.
  static let targetKey = Key(
    "target", \Self.target, .integer(30...95), "The SSIMULACRA 2 score that is enough, with effort best."
  ).reference(
    "The score that is enough, in points of SSIMULACRA 2 (below). As few bytes as reach it are used; where `max-bytes` does "
      + "not allow that, the best that fits. From 90 on nobody tells the rendition from the picture, so more bytes would only "
      + "cost time on slow links. With `effort: best` only.", standard: "\(Effort.standardTarget)")

  /// 0 gives no warning but for ruins.
  static let warnBelowKey = Key(
    "warn-below", \Self.acceptableScore, .integer(0...95), "Lower scores get a warning."
  ).reference(
    "A rendition that scores less gets the warning `image.low-score`. With `effort: fast` JPEGs of a quality of "
      + "\(Effort.surelyGoodQuality) and more are scored only if this is written: it takes time.",
    type: "0 to 95, at most the target",
    standard: "\(Effort.standardAcceptableScore), or the target if that is lower")

  /// JPEG qualities; above 95 a file only grows.
  private static let qualities = 1...95

  static let ceilingKey = Key(
    "ceiling", \Self.ceiling, .integer(qualities), "The highest JPEG quality, with effort fast."
  ).reference(
    "The highest JPEG quality that is used. Above 95 a file only grows. With `effort: fast` only.",
    standard: "\(Effort.standardQualities.upperBound)")

  static let floorKey = Key(
    "floor", \Self.floor, .integer(qualities), "The lowest JPEG quality, with effort fast."
  ).reference(
    "The lowest. When even it is over `max-bytes`, the picture is scaled down instead. With `effort: fast` only.",
    type: "1 to 95, at most the ceiling",
    standard: "\(Effort.standardQualities.lowerBound), or the ceiling if that is lower")
}

extension StillQuality {
  /// Whether somebody cares for scores, and not for ruins alone.
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
