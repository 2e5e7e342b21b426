import Findings
import MediaFacts

/// The values of a still's profile in pipeline.yml, key by key. Some keys only have a meaning together.
struct StillProfile: Sendable {
  /// The defaults, and the values so far.
  private(set) var profile: Profile
  var fit: FitName?
  var aspect: AspectRatio?
  var crop: CropAnchor?
  fileprivate var effort: EffortName?
  fileprivate var quality = StillQuality()

  init(_ standard: Profile) { profile = standard }

  fileprivate enum EffortName { case best, fast }
}

extension StillProfile {
  /// The section of pipeline.yml for a profile. `standard`: the defaults. `bounds`: the limits of its clients.
  static func section(_ standard: Profile, within bounds: StillBounds) -> Section<StillProfile> {
    Section(StillProfile(standard), at: .pipeline("profiles.android")) {
      Key("max-bytes", \.profile.maximumBytes, .integer(1_000...bounds.bytes.value, limit: bounds.bytes))
      Key("max-width", \.profile.maximumSize.width, .side(bounds.width))
      Key("max-height", \.profile.maximumSize.height, .side(bounds.height))
      fitKey(standard.fit)
      aspectKey(standard.fit)
      cropKey
      Key("least-shown", \.profile.leastShown, .integer(0...100, isGrouped: false))
      Key("transparency", \.profile.transparency, .choice(["keep": .keep, "flatten": .flatten]))
      Key("background", \.profile.background, .color)
      Key("effort", \.effort, .choice(["best": .best, "fast": .fast])).example(.written("best"))
      Key("quality", \.quality, StillQuality.section).example(.written("{target: 90, warn-below: 50}"))
    }.constrained(by: ["allOf": .array(shapeConstraints(standard.fit) + [qualityConstraint])]).after {
      mapping, draft, reader in
      draft.profile.fit = draft.joinedFit(mapping, &reader) ?? draft.profile.fit
      draft.joinEffort(mapping, &reader)
    }
  }

  /// Keys without effect for an effort.
  private static let qualityConstraint: JSONValue = [
    "if": ["properties": ["effort": ["const": "fast"]], "required": ["effort"]],
    "then": ["properties": ["quality": ["properties": ["target": false]]]],
    "else": ["properties": ["quality": ["properties": ["ceiling": false, "floor": false]]]],
  ]

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
    .parsed(
      JSONSchema.form("^#[0-9A-Fa-f]{6}$"), refusal: "is no colour",
      remedy: "write six hexadecimal digits in quotes, as in \"#ffffff\""
    ) { RGBColor($0) }.written { "\"\($0)\"" }
  }
}

/// The upper limits of a still's clients, which pipeline.yml cannot exceed.
struct StillBounds: Sendable {
  let bytes: ClientLimit
  let width: ClientLimit
  let height: ClientLimit

  static let universal = StillBounds(
    bytes: .composerImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight)
  static let android = StillBounds(
    bytes: .androidImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight)
  static let ios = StillBounds(bytes: .appleImageBytes, width: .appleScreenSide, height: .appleScreenSide)
  /// Browsers document no limit in bytes; what Android takes, they take.
  static let web = StillBounds(bytes: .androidImageBytes, width: .webVisibleWidth, height: .webVisibleHeight)
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
