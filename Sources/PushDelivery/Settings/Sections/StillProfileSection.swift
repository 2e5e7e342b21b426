import Findings
import MediaFacts

/// What one of the stills' profiles in pipeline.yml says, key by key. Some of its keys mean something only together.
struct StillProfile: Sendable {
  private(set) var profile: Profile
  var shape: StillShape
  fileprivate var effort: EffortName?
  fileprivate var quality = StillQuality()

  /// - Parameter standard: what holds for the keys that are left out.
  init(_ standard: Profile) {
    profile = standard
    shape = StillShape(standard: standard.fit)
  }

  fileprivate enum EffortName { case best, fast }
}

extension StillProfile {
  /// The section of pipeline.yml for a profile.
  ///
  /// - Parameters:
  ///   - standard: what holds for the keys that are left out.
  ///   - bounds: what its clients show at most.
  static func section(_ standard: Profile, within bounds: StillBounds) -> Section<StillProfile> {
    let shape = StillShapeKeys(standard.fit)
    return Section(StillProfile(standard)) {
      Key(
        "max-bytes", \.profile.maximumBytes, .integer(1_000...bounds.bytes.value, limit: bounds.bytes),
        "The most bytes of a rendition."
      ).comment("The most bytes of a rendition, {range}: \(bounds.bytesWords).")
        .reference(
          "The most bytes of a rendition. The bound: \(bounds.bytesWords). Smaller files reach phones on slow links within "
            + "Android's 5 seconds.")
      Key("max-width", \.profile.maximumSize.width, .side(bounds.width), "The most pixels across.")
        .comment("The most pixels across, {range}: \(bounds.sizeWords). Nothing is ever enlarged.")
        .reference("The most pixels across. The bound: \(bounds.sizeWords). Nothing is ever enlarged.")
      Key("max-height", \.profile.maximumSize.height, .side(bounds.height), "The most pixels down.")
        .comment("The most pixels down, {range}.")
        .reference("The most pixels down.")
      shape.fit
      shape.aspect
      shape.crop
      Key(
        "least-shown", \.profile.leastShown, .integer(0...100, isGrouped: false),
        "The per cent of a picture that a client must show, without a warning."
      ).comment(
        """
        Below how many per cent of a picture that its clients show there is a warning, {range}. A message that gives a
        `focal-point`, or a picture of its own for the platform, gets none.
        """
      ).reference(
        "How many per cent of a picture its clients must show: below that there is the warning `image.cut`, unless the message "
          + "gives a `focal-point` or a picture of its own for the platform. 0 for none.")
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
        "quality", \.quality, StillQuality.section,
        "What the encoder aims at, and below which score there is a warning."
      )
      .comment(
        """
        What it aims at and what is worth a warning, in points of SSIMULACRA 2, which says how much a rendition looks like the
        picture: 100 the same, 90 nobody tells them apart, 70 good, 50 fair, 30 poor. As few bytes as reach `target`, 30 to 95,
        are used; below `warn-below`, 0 to 95 and at most the target, there is a warning. With `effort: fast` there are JPEG
        qualities instead of a target, 1 to 95: the best is at most `ceiling` (90 when left out), and below `floor` (60) the
        picture is scaled down; good qualities are scored only if `warn-below` is written.
        """, example: .written("{target: 90, warn-below: 50}"))
    }.constrained(by: constraints(of: shape)).after { $1.join($0, &$2) }
  }

  /// What the schema says of keys that need or exclude one another.
  private static func constraints(of shape: StillShapeKeys) -> JSONValue {
    let quality: JSONValue = [
      "if": ["properties": ["effort": ["const": "fast"]], "required": ["effort"]],
      "then": withoutQuality([StillQuality.targetKey]),
      "else": withoutQuality([StillQuality.ceilingKey, StillQuality.floorKey]),
    ]
    return ["allOf": .array(shape.constraints + [quality])]
  }

  /// Keys that would do nothing with an effort.
  private static func withoutQuality(_ keys: [Key<StillQuality>]) -> JSONValue {
    let none = keys.map { ($0.name, JSONValue.bool(false)) }
    return ["properties": ["quality": ["properties": .object(Dictionary(uniqueKeysWithValues: none))]]]
  }
}

extension StillProfile {
  fileprivate static let effortKey = Key(
    "effort", \StillProfile.effort, .choice(["best": .best, "fast": .fast]),
    "Which encoder makes JPEGs: the one that aims at a score, or libvips'."
  ).comment(
    """
    Who encodes JPEGs: best (richpush's own encoder: the best picture that fits) or fast (that of libvips, in a fraction of
    the time).
    """, example: .written("best")
  ).reference(
    "Who encodes JPEGs: richpush's own encoder, which makes the best picture that fits, or that of libvips in a "
      + "fraction of the time.", standard: "`best`")
}

extension StillProfile {
  /// Makes of the keys what they mean together.
  fileprivate mutating func join(_ mapping: YAMLMapping, _ reader: inout YAMLReader) {
    profile.fit = shape.joined(mapping, &reader) ?? profile.fit
    joinEffort(mapping, &reader)
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
      profile.effort = .fast(qualities: qualities, scoresAll: quality.isScoreWanted)
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
