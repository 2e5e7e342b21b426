import Findings
import MediaFacts

/// The values of `fit`, `aspect` and `crop` in a still's profile, which only have a meaning together.
struct StillShape: Sendable {
  fileprivate let standard: Profile.Fit
  fileprivate var fit: FitName?
  fileprivate var aspect: AspectRatio?
  fileprivate var crop: CropAnchor?

  /// - Parameter standard: the default of all three keys.
  init(standard: Profile.Fit) { self.standard = standard }

  fileprivate enum FitName: String { case auto, inside, cover, pad }
}

extension StillShape {
  /// Combines the keys' values: each fit needs the other two differently; nil if they contradict each other, which has been reported.
  func joined(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> Profile.Fit? {
    let (aspectKey, cropKey) = (StillShapeKeys.aspectName, StillShapeKeys.cropName)
    let name = mapping[StillShapeKeys.fitName] == nil ? standardName(mapping) : fit
    switch name {
    case .auto:
      reader.refuse(mapping[cropKey], because: "`fit: auto` chooses what a cut keeps", use: "`fit: cover`")
      return ratio(mapping, &reader).map(Profile.Fit.auto)
    case .inside:
      reader.refuse(
        mapping[aspectKey], because: "`fit: inside` keeps a picture's own shape",
        use: "`fit: auto`, `fit: cover` or `fit: pad`")
      reader.refuse(mapping[cropKey], because: "`fit: inside` cuts nothing", use: "`fit: cover`")
      return .inside
    case .cover: return ratio(mapping, &reader).map { .cover($0, crop ?? .attention) }
    case .pad:
      reader.refuse(mapping[cropKey], because: "`fit: pad` cuts nothing", use: "`fit: cover`")
      return ratio(mapping, &reader).map(Profile.Fit.pad)
    case nil: return nil
    }
  }

  /// A `crop` asks for a cut.
  private func standardName(_ mapping: YAMLMapping) -> FitName {
    standard.name == .auto && mapping[StillShapeKeys.cropName] != nil ? .cover : standard.name
  }

  private func ratio(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> AspectRatio? {
    guard let known = standard.aspect else {
      _ = reader.required(StillShapeKeys.aspectName, of: mapping)
      return aspect
    }
    return aspect ?? known
  }
}

extension Profile.Fit {
  fileprivate var name: StillShape.FitName {
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

/// The three keys of a profile, and the schema's constraints on them.
struct StillShapeKeys: Sendable {
  static let fitName = "fit"
  static let aspectName = "aspect"
  static let cropName = "crop"

  private let standard: Profile.Fit

  /// - Parameter standard: the default of all three.
  init(_ standard: Profile.Fit) { self.standard = standard }

  var fit: Key<StillProfile> {
    Key(
      Self.fitName, \StillProfile.shape.fit, .choice(["auto": .auto, "inside": .inside, "cover": .cover, "pad": .pad])
    ).example(.written(standard.name.rawValue))
  }

  var aspect: Key<StillProfile> {
    let known = standard.aspect.map { "\"\($0)\"" }
    return Key(
      Self.aspectName, \StillProfile.shape.aspect,
      .parsed(
        JSONSchema.form("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$"), refusal: "is no ratio of width to height",
        remedy: "write two whole numbers from 1 to 100, as in \"2:1\""
      ) { AspectRatio($0) }
    ).example(known.map { .written($0) } ?? .commentedOut("\"2:1\""))
  }

  var crop: Key<StillProfile> {
    Key(
      Self.cropName, \StillProfile.shape.crop,
      .choice(["attention": .attention, "entropy": .entropy, "centre": .centre, "center": .centre])
    ).example(.commentedOut("attention"))
  }

  /// The schema's constraints on keys that need or exclude others.
  var constraints: [JSONValue] {
    let aspectNeed: [String: JSONValue] = standard.aspect == nil ? ["required": [.string(Self.aspectName)]] : [:]
    let uncut: JSONValue = .object([Self.cropName: false])
    let without: JSONValue = ["properties": .object([Self.aspectName: false, Self.cropName: false])]
    return [
      Self.rule(Self.fit("cover"), then: .object(aspectNeed)),
      Self.rule(
        Self.fit("auto", "pad"), then: .object(aspectNeed.merging(["properties": uncut]) { first, _ in first })),
      Self.rule(keepsShape, then: without),
    ]
  }

  private var keepsShape: JSONValue {
    standard.name == .inside ? ["not": Self.fit("auto", "cover", "pad")] : Self.fit("inside")
  }

  private static func fit(_ names: JSONValue...) -> JSONValue {
    ["properties": ["fit": ["enum": .array(names)]], "required": [.string(fitName)]]
  }

  private static func rule(_ condition: JSONValue, then: JSONValue) -> JSONValue { ["if": condition, "then": then] }
}

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
