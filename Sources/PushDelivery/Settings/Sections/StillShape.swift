import Findings
import MediaFacts

/// `fit`, `aspect` and `crop` in a still's profile, which only have a meaning together.
extension StillProfile {
  enum FitName: String { case auto, inside, cover, pad }

  static func fitKey(_ standard: Profile.Fit) -> Key<StillProfile> {
    Key("fit", \StillProfile.fit, .choice(["auto": .auto, "inside": .inside, "cover": .cover, "pad": .pad]))
      .example(.written(standard.name.rawValue))
  }

  static func aspectKey(_ standard: Profile.Fit) -> Key<StillProfile> {
    let type = YAMLType<AspectRatio>.parsed(
      JSONSchema.form("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$"), refusal: "is no ratio of width to height",
      remedy: "write two whole numbers from 1 to 100, as in \"2:1\""
    ) { AspectRatio($0) }
    return Key("aspect", \StillProfile.aspect, type)
      .example(standard.aspect.map { .written("\"\($0)\"") } ?? .commentedOut("\"2:1\""))
  }

  static let cropKey = Key(
    "crop", \StillProfile.crop,
    .choice(["attention": .attention, "entropy": .entropy, "centre": .centre, "center": .centre])
  ).example(.commentedOut("attention"))

  /// Combines the keys' values: each fit needs the other two differently. Returns nil if they contradict each other, which has been reported.
  func joinedFit(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> Profile.Fit? {
    let crops = mapping["crop"]
    // A `crop` asks for a cut.
    let standard = profile.fit.name == .auto && crops != nil ? .cover : profile.fit.name
    switch mapping["fit"] == nil ? standard : fit {
    case .auto:
      reader.refuse(crops, because: "`fit: auto` chooses what a cut keeps", use: "`fit: cover`")
      return ratio(mapping, &reader).map(Profile.Fit.auto)
    case .inside:
      reader.refuse(
        mapping["aspect"], because: "`fit: inside` keeps a picture's own shape",
        use: "`fit: auto`, `fit: cover` or `fit: pad`")
      reader.refuse(crops, because: "`fit: inside` cuts nothing", use: "`fit: cover`")
      return .inside
    case .cover: return ratio(mapping, &reader).map { .cover($0, crop ?? .attention) }
    case .pad:
      reader.refuse(crops, because: "`fit: pad` cuts nothing", use: "`fit: cover`")
      return ratio(mapping, &reader).map(Profile.Fit.pad)
    case nil: return nil
    }
  }

  private func ratio(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> AspectRatio? {
    if profile.fit.aspect == nil { _ = reader.required("aspect", of: mapping) }
    return aspect ?? profile.fit.aspect
  }

  /// The schema's constraints on keys that need or exclude others.
  static func shapeConstraints(_ standard: Profile.Fit) -> [JSONValue] {
    let aspectNeed: JSONValue = standard.aspect == nil ? ["required": ["aspect"]] : [:]
    let keepsShape = standard.name == .inside ? ["not": fits("auto", "cover", "pad")] : fits("inside")
    return [
      ["if": fits("cover"), "then": aspectNeed],
      ["if": fits("auto", "pad"), "then": aspectNeed.merging(["properties": ["crop": false]])],
      ["if": keepsShape, "then": ["properties": ["aspect": false, "crop": false]]],
    ]
  }

  private static func fits(_ names: JSONValue...) -> JSONValue {
    ["properties": ["fit": ["enum": .array(names)]], "required": ["fit"]]
  }
}

extension Profile.Fit {
  fileprivate var name: StillProfile.FitName {
    switch self {
    case .auto: .auto
    case .inside: .inside
    case .cover: .cover
    case .pad: .pad
    }
  }

  fileprivate var aspect: AspectRatio? {
    switch self {
    case .inside: nil
    case .auto(let aspect), .cover(let aspect, _), .pad(let aspect): aspect
    }
  }
}

/// The values of `quality` in a still's profile in pipeline.yml. The encoder decides which of its keys have a meaning.
struct StillQuality: Sendable {
  private(set) var target: Int?
  private var acceptableScore: Int?
  private var ceiling: Int?
  private var floor: Int?

  /// JPEG qualities; above 95 a file only grows.
  private static let qualities = 1...95

  static let section = Section(Self(), at: .pipeline("profiles.android.quality")) {
    // In points of SSIMULACRA 2: below 30 a picture is ruined, above 95 a file only grows.
    Key("target", \.target, .integer(30...95))
    // 0 warns only of ruins.
    Key("warn-below", \.acceptableScore, .integer(0...95))
    Key("ceiling", \.ceiling, .integer(qualities))
    Key("floor", \.floor, .integer(qualities))
  }

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
