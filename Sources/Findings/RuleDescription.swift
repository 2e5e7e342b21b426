/// What a rule is, for people: data alone. `richpush explain` and docs/rules.md print it.
public struct RuleDescription: Hashable, Sendable {
  public let id: RuleIdentifier
  /// Which kind of thing it looks at.
  public let area: Area
  /// The gravest that breaking it can be; a finding may be milder.
  public let severity: Diagnostic.Severity
  /// The clients that it concerns.
  public let platforms: Set<Platform>
  /// What is asked, in one line that begins with a small letter, unless a name comes first, and has no full stop.
  public let summary: String
  /// What clients or FCM do when it is broken.
  public let why: String
  /// What to do about it, as an instruction.
  public let remedy: String
  /// The document or source file that it is known from: an address, or a repository's file.
  public let source: String
  /// At least one; each breaks this rule and no other, but for notes.
  public let failing: [RuleExample]
  /// At least one; none breaks any rule, but for notes of others.
  public let passing: [RuleExample]

  package init(
    _ id: String, _ area: Area, _ severity: Diagnostic.Severity,
    platforms: Set<Platform> = Set(Platform.allCases), summary: String, why: String, remedy: String, source: String,
    failing: [RuleExample], passing: [RuleExample]
  ) {
    self.id = RuleIdentifier(rawValue: id)
    self.area = area
    self.severity = severity
    self.platforms = platforms
    self.summary = summary
    self.why = why
    self.remedy = remedy
    self.source = source
    self.failing = failing
    self.passing = passing
  }

  /// What the handbook says of a rule.
  package init(_ section: HandbookSection) {
    let parts = section.parts
    let facts = parts.facts
    let named = facts.dropFirst().flatMap { $0.split(separator: ", ") }.compactMap(Platform.init(displayName:))
    id = RuleIdentifier(rawValue: section.id)
    area = Area(rawValue: section.chapterName) ?? .request
    severity = facts.first.flatMap(Diagnostic.Severity.init) ?? .error
    platforms = named.isEmpty ? Set(Platform.allCases) : Set(named)
    summary = parts.all(nil).dropFirst().first?.text ?? ""
    why = parts.first("Why") ?? ""
    remedy = parts.remedy
    source = parts.source ?? ""
    failing = []
    passing = []
  }

  /// What rules look at.
  public enum Area: String, Hashable, Sendable, Codable, CaseIterable {
    /// A picture or video as it is.
    case media
    /// The text of a URL.
    case url = "address"
    /// What a server answers.
    case response
    /// A send request.
    case request
  }
}

/// Something that keeps or breaks a rule: documentation and test in one.
public enum RuleExample: Hashable, Sendable {
  /// The text of a request file.
  case request(String)
  /// A media file.
  case media(MediaExample)
  /// A hosted asset.
  case response(ResponseExample)
}

/// A media file that commands make.
public struct MediaExample: Hashable, Sendable {
  /// The file's name.
  public let name: String
  /// The commands, each with its arguments, that are run one after the other in an empty folder, without a shell, and
  /// leave a file of that name there. `ffmpeg`, `vips`, `exiftool`, `jpegtran` and `dd` do all of it.
  public let commands: [[String]]
  /// Flags of `richpush check` that it is checked with.
  public let flags: [String]

  package init(_ name: String, _ commands: [String]..., flags: [String] = []) {
    self.init(name, commands, flags: flags)
  }

  package init(_ name: String, _ commands: [[String]], flags: [String] = []) {
    self.name = name
    self.commands = commands
    self.flags = flags
  }
}
