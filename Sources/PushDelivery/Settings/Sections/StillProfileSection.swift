import Findings
import MediaFacts

/// The values of a still's profile in pipeline.yml, key by key. Some keys only have a meaning together.
struct StillProfile: Sendable {
  /// The defaults, and the values so far.
  private(set) var profile: Profile
  fileprivate var fit: FitName?
  fileprivate var aspect: AspectRatio?
  fileprivate var crop: CropAnchor?
  fileprivate var effort: EffortName?
  fileprivate var quality = StillQuality()

  init(_ standard: Profile) { profile = standard }

  fileprivate enum EffortName { case best, fast }

  fileprivate enum FitName: String { case auto, inside, cover, pad }

  /// The section of pipeline.yml for a profile. `standard`: the defaults. The others: the limits of its clients.
  static func section(
    _ standard: Profile, bytes: ClientLimit, width: ClientLimit, height: ClientLimit
  ) -> Section<StillProfile> {
    Section(StillProfile(standard), at: .pipeline("profiles.android")) {
      Key("max-bytes", \.profile.maximumBytes, .integer(1_000...bytes.value, limit: bytes))
      Key("max-width", \.profile.maximumSize.width, .side(width))
      Key("max-height", \.profile.maximumSize.height, .side(height))
      Key("fit", \.fit, .choice(["auto": .auto, "inside": .inside, "cover": .cover, "pad": .pad]))
        .example(.written(standard.fit.name.rawValue))
      Key(
        "aspect", \.aspect,
        .parsed("aspect", JSONSchema.form("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$")) { AspectRatio($0) }
      ).example(standard.fit.aspect.map { .written("\"\($0)\"") } ?? .commentedOut("\"2:1\""))
      Key(
        "crop", \.crop,
        .choice(["attention": .attention, "entropy": .entropy, "centre": .centre, "center": .centre])
      ).example(.commentedOut("attention"))
      Key("least-shown", \.profile.leastShown, .integer(0...100, isGrouped: false))
      Key("transparency", \.profile.transparency, .choice(["keep": .keep, "flatten": .flatten]))
      Key("background", \.profile.background, .color)
      Key("effort", \.effort, .choice(["best": .best, "fast": .fast])).example(.written("best"))
      Key("quality", \.quality, StillQuality.section).example(.written("{target: 90, warn-below: 50}"))
    }.after { mapping, draft, reader in
      draft.profile.fit = draft.joinedFit(mapping, &reader) ?? draft.profile.fit
      draft.joinEffort(mapping, &reader)
    }
  }

  /// Combines the keys' values: each fit needs the other two differently. Returns nil if they contradict each other, which has been reported.
  private func joinedFit(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> Profile.Fit? {
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

  /// `effort` and `quality`: each encoder has its own target.
  private mutating func joinEffort(_ mapping: YAMLMapping, _ reader: inout YAMLReader) {
    let written = mapping["quality"]
    let qualities = quality.qualities(at: written?.subject, &reader) ?? Effort.standardQualities
    let keys = written?.membersByName ?? [:]
    switch mapping["effort"] == nil ? .best : effort {
    case .best:
      let reason = "`effort: best` aims at a score and has no JPEG qualities"
      reader.refuse(keys["ceiling"], because: reason, use: "`target`, or `effort: fast` above")
      reader.refuse(keys["floor"], because: reason, use: "`effort: fast` above")
      profile.effort = .best(target: quality.target ?? Effort.standardTarget)
    case .fast:
      reader.refuse(keys["target"], because: "`effort: fast` aims at a JPEG quality", use: "`ceiling`")
      profile.effort = .fast(qualities: qualities, scoresAll: quality.isScoreWanted)
    case nil: break
    }
    profile.acceptableScore = quality.joinedAcceptableScore(at: written?.subject, &reader)
  }
}

extension YAMLType<Int> {
  /// Pixels across or down; clients never show more than their limit.
  fileprivate static func side(_ limit: ClientLimit) -> YAMLType {
    .integer(1...limit.value, limit: limit, isGrouped: false)
  }
}

extension YAMLType<RGBColor> {
  fileprivate static var color: YAMLType {
    .parsed("color", JSONSchema.form("^#[0-9A-Fa-f]{6}$")) { RGBColor($0) }.written { "\"\($0)\"" }
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
    if let subject { reader.report(.setting("floor", "\(floor)", "\(ceiling)"), subject) }
    return nil
  }

  func joinedAcceptableScore(at subject: Diagnostic.Subject?, _ reader: inout YAMLReader) -> Int {
    guard let acceptableScore else { return min(Effort.standardAcceptableScore, target ?? .max) }
    if let subject, let target, acceptableScore > target {
      reader.report(.setting("warnBelow", "\(acceptableScore)", "\(target)"), subject)
    }
    return acceptableScore
  }
}

extension MotionProfile {
  /// The section `profiles.ios-motion` of pipeline.yml.
  ///
  /// The background is not read here: it is the still's, so that poster and motion look alike. A key that the chosen `motion` does not use
  /// is allowed, so that you can change only that word.
  static let section = Section(MotionProfile.iOS, at: .pipeline("profiles.ios-motion")) {
    Key("motion", \.motion, .choice(["auto": .automatic, "gif": .gif, "still": .still]))
    Key(
      "max-movie-bytes", \.maximumMovieBytes,
      .integer(20_000...ClientLimit.appleMovieBytes.value, limit: .appleMovieBytes))
    Key(
      "max-gif-bytes", \.maximumGIFBytes, .integer(1_000...ClientLimit.appleImageBytes.value, limit: .appleImageBytes))
    Key("max-seconds", \.maximumSeconds, .integer(1...600))
    Key("max-edge", \.maximumEdge, .integer(16...3840, isGrouped: false))
    Key("max-frame-rate", \.maximumFrameRate, .integer(1...60))
    Key("trim", \.trims, .bool)
    Key("audio", \.keepsAudio, .choice(["keep": true, "drop": false]))
  }
}
