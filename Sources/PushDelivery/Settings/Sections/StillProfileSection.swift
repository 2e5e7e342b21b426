import Findings
import MediaFacts

/// What `profiles.universal` of pipeline.yml says, key by key. Some of its keys mean something only together.
struct StillProfile: Sendable {
  private(set) var profile = Profile.universal
  fileprivate var fit: FitName?
  fileprivate var aspect: AspectRatio?
  fileprivate var crop: CropAnchor?
  fileprivate var effort: EffortName?
  fileprivate var quality = StillQuality()

  fileprivate enum FitName { case inside, cover, pad }
  fileprivate enum EffortName { case best, fast }
}

extension StillProfile {
  /// The section of pipeline.yml.
  static let section = Section(StillProfile()) {
    Key(
      "max-bytes", \.profile.maximumBytes,
      .integer(1_000...ClientLimit.composerImageBytes.value, limit: .composerImageBytes),
      "The most bytes of a rendition."
    ).comment("The most bytes of a rendition: {range}, which is the composer's limit of 300 KB.")
      .reference(
        "The most bytes of a rendition. The bound is the composer's \"300 KB\", read as decimal; smaller files reach phones on "
          + "slow links within Android's 5 seconds.")
    Key("max-width", \.profile.maximumSize.width, .side(.androidVisibleWidth), "The most pixels across.")
      .comment("The most pixels across, {range}: no Android screen shows more. Nothing is ever enlarged.")
      .reference(
        "The most pixels across. The bound is 416 dp at four pixels each: no Android screen shows more. Nothing is ever "
          + "enlarged.")
    Key("max-height", \.profile.maximumSize.height, .side(.androidVisibleHeight), "The most pixels down.")
      .comment("The most pixels down, {range}: no Android screen shows more.")
      .reference("The most pixels down: 284 dp at four pixels each.")
    fitKey
    aspectKey
    cropKey
    Key(
      "transparency", \.profile.transparency, .choice(["keep": .keep, "flatten": .flatten]),
      "What becomes of transparency."
    ).comment("Transparency that is really used: keep (which needs PNG) or flatten onto the background.")
      .reference(
        "What becomes of transparency that is really used: kept, which needs PNG, or flattened onto `background`.")
    Key("background", \.profile.background, .color, "A colour, as in \"#ffffff\".")
      .comment(
        "What lies behind flattened transparency and in the bars of pad: six hexadecimal digits, in quotes because of the #."
      )
      .reference(
        "What lies behind transparency where it is flattened, in stills and in what moves, and in the bars of `pad`. In "
          + "quotes, because `#` begins a comment.")
    effortKey
    Key(
      "quality", \.quality, StillQuality.section, "What the encoder aims at, and below which score there is a warning."
    )
    .comment(
      """
      What it aims at and what is worth a warning, in points of SSIMULACRA 2, which says how much a rendition looks like the
      picture: 100 the same, 90 nobody tells them apart, 70 good, 50 fair, 30 poor. As few bytes as reach `target`, 30 to 95,
      are used; below `warn-below`, 0 to 95 and at most the target, there is a warning. With `effort: fast` there are JPEG
      qualities instead of a target, 1 to 95: the best is at most `ceiling` (90 when left out), and below `floor` (60) the
      picture is scaled down.
      """, example: .written("{target: 90, warn-below: 50}"))
  }.constrained(by: constraints).after { $1.join($0, &$2) }

  /// What the schema says of keys that need or exclude one another.
  private static let constraints: JSONValue = [
    "allOf": [
      rule(fit: "cover", ["required": [.string(aspectKey.name)]]),
      rule(fit: "pad", ["required": [.string(aspectKey.name)], "properties": .object([cropKey.name: false])]),
      [
        "if": ["not": ["properties": ["fit": ["enum": ["cover", "pad"]]], "required": ["fit"]]],
        "then": ["properties": .object([aspectKey.name: false, cropKey.name: false])],
      ],
      [
        "if": ["properties": ["effort": ["const": "fast"]], "required": ["effort"]],
        "then": withoutQuality([StillQuality.targetKey]),
        "else": withoutQuality([StillQuality.ceilingKey, StillQuality.floorKey]),
      ],
    ]
  ]

  private static func rule(fit: String, _ then: JSONValue) -> JSONValue {
    ["if": ["properties": ["fit": ["const": .string(fit)]], "required": ["fit"]], "then": then]
  }

  /// Keys that would do nothing with an effort.
  private static func withoutQuality(_ keys: [Key<StillQuality>]) -> JSONValue {
    let none = keys.map { ($0.name, JSONValue.bool(false)) }
    return ["properties": ["quality": ["properties": .object(Dictionary(uniqueKeysWithValues: none))]]]
  }
}

extension StillProfile {
  fileprivate static let fitKey = Key(
    "fit", \StillProfile.fit, .choice(["inside": .inside, "cover": .cover, "pad": .pad]),
    "How a picture gets its shape."
  ).comment(
    """
    How a picture gets its shape: inside (scaled down, nothing cut), cover (cut to `aspect`) or
    pad (bars in the background colour up to `aspect`).
    """, example: .written("inside")
  ).reference(
    "How a picture gets its shape: scaled down with nothing cut; cut to `aspect`; or with bars in `background` up to "
      + "`aspect`.", standard: "`inside`")

  fileprivate static let aspectKey = Key(
    "aspect", \StillProfile.aspect,
    .parsed(
      "text `\"W:H\"`, each 1 to 100", JSONSchema.form("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$"),
      refusal: "is no ratio of width to height", remedy: "write two whole numbers from 1 to 100, as in \"2:1\""
    ) { AspectRatio($0) },
    "Width to height, as in \"2:1\"."
  ).comment(
    "Width to height, two whole numbers from 1 to 100. Only with cover and pad, which need it.",
    example: .commentedOut("\"2:1\"")
  ).reference("Width to height. Required with `cover` and `pad`, refused with `inside`, where it would do nothing.")

  fileprivate static let cropKey = Key(
    "crop", \StillProfile.crop,
    .choice(["attention": .attention, "entropy": .entropy, "centre": .centre, "center": .centre]), "What a cut keeps."
  ).comment(
    """
    What a cut keeps: attention (what draws the eye), entropy (the most detail) or centre. Only with cover;
    attention when left out. A message's `focal-point` wins over it.
    """, example: .commentedOut("attention")
  ).reference(
    "What a cut keeps: what draws the eye, the most detail, or the middle. With `cover` only. A message's `focal-point` "
      + "wins over it.", type: "`attention`, `entropy`, `centre` (or `center`)", standard: "`attention`")

  fileprivate static let effortKey = Key(
    "effort", \StillProfile.effort, .choice(["best": .best, "fast": .fast]),
    "Which encoder makes JPEGs: the one that aims at a score, or libvips'."
  ).comment(
    """
    Who encodes JPEGs: best (richpush's own encoder: the best picture that fits) or fast (that of libvips, in a fraction of
    the time).
    """, example: .written("best")
  ).reference(
    "Who encodes JPEGs: richpush's own encoder, which makes the best picture that fits, or that of libvips in about a "
      + "quarter of the time.", standard: "`best`")
}

extension StillProfile {
  /// Makes of the keys what they mean together.
  fileprivate mutating func join(_ mapping: YAMLMapping, _ reader: inout YAMLReader) {
    profile.fit = joinedFit(mapping, &reader) ?? profile.fit
    joinEffort(mapping, &reader)
  }

  /// `fit`, `aspect` and `crop`: each fit has its own need of the other two.
  private func joinedFit(_ mapping: YAMLMapping, _ reader: inout YAMLReader) -> Profile.Fit? {
    let (aspectKey, cropKey) = (Self.aspectKey.name, Self.cropKey.name)
    switch mapping[Self.fitKey.name] == nil ? .inside : fit {
    case .inside:
      reader.refuse(
        mapping[aspectKey], because: "`fit: inside` keeps a picture's own shape", use: "`fit: cover` or `fit: pad`")
      reader.refuse(mapping[cropKey], because: "`fit: inside` cuts nothing", use: "`fit: cover`")
      return .inside
    case .cover:
      _ = reader.required(aspectKey, of: mapping)
      return aspect.map { .cover($0, crop ?? .attention) }
    case .pad:
      reader.refuse(mapping[cropKey], because: "`fit: pad` cuts nothing", use: "`fit: cover`")
      _ = reader.required(aspectKey, of: mapping)
      return aspect.map(Profile.Fit.pad)
    case nil: return nil
    }
  }

  /// `effort` and `quality`: each encoder aims at something else.
  private mutating func joinEffort(_ mapping: YAMLMapping, _ reader: inout YAMLReader) {
    let written = mapping["quality"]
    let qualities = quality.qualities(at: written?.subject, &reader) ?? Effort.standardQualities
    let keys = written?.membersByName ?? [:]
    switch mapping[Self.effortKey.name] == nil ? .best : effort {
    case .best:
      let reason = "`effort: best` aims at a score and has no JPEG qualities"
      reader.refuse(keys[StillQuality.ceilingKey.name], because: reason, use: "`target`, or `effort: fast` above")
      reader.refuse(keys[StillQuality.floorKey.name], because: reason, use: "`effort: fast` above")
      profile.effort = .best(target: quality.target ?? Effort.standardTarget)
    case .fast:
      reader.refuse(
        keys[StillQuality.targetKey.name], because: "`effort: fast` aims at a JPEG quality", use: "`ceiling`")
      profile.effort = .fast(qualities: qualities)
    case nil: break
    }
    profile.acceptableScore = quality.joinedAcceptableScore(at: written?.subject, &reader)
  }
}

extension YAMLType<Int> {
  /// Pixels across or down, of which no client shows more than its limit.
  fileprivate static func side(_ limit: ClientLimit) -> YAMLType {
    .integer(1...limit.value, limit: limit, isGrouped: false)
  }
}

extension YAMLType<RGBColor> {
  fileprivate static var color: YAMLType {
    .parsed(
      "text `\"#rrggbb\"`", JSONSchema.form("^#[0-9A-Fa-f]{6}$"), refusal: "is no colour",
      remedy: "write six hexadecimal digits in quotes, as in \"#ffffff\""
    ) { RGBColor($0) }.written { "\"\($0)\"" }
  }
}
