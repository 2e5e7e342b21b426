/// One finding as data. Words for severities, colours and exit statuses belong to the executable.
public struct Diagnostic: Hashable, Sendable {
  /// The name of its subject.
  private var name: String
  /// All else. There may be a finding for each of thousands of files, and they share this.
  private var text: Text

  private final class Text: Hashable, Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (left: Text, right: Text) -> Bool { left === right || left.parts == right.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
  }

  private struct Parts: Hashable, Sendable, Codable {
    let rule: RuleIdentifier
    var severity: Severity
    var message: String
    var remedy: String
    var platforms: [Platform]?
    /// The consequences for clients where the severity does not give them. Verdicts use them; reports do not write them.
    var consequences: [Platform: Consequence] = [:]
    /// The subject without its name.
    var place = Subject(.file, "")

    enum CodingKeys: String, CodingKey { case rule, severity, message, remedy, platforms }
  }

  private var parts: Parts {
    get { text.parts }
    set { text = Text(newValue) }
  }

  /// Its subject.
  public var subject: Subject {
    get {
      var subject = parts.place
      subject.name = name
      return subject
    }
    set {
      name = newValue.name
      if parts.place != newValue.unnamed { parts.place = newValue.unnamed }
    }
  }

  /// The rule or incident that reports it.
  public var rule: RuleIdentifier { parts.rule }

  public var severity: Severity {
    get { parts.severity }
    set { parts.severity = newValue }
  }

  /// What is wrong and why it matters, in one or two sentences without a final full stop.
  public var message: String {
    get { parts.message }
    set { parts.message = newValue }
  }

  /// How to fix it, as an instruction; empty only for notes.
  public var remedy: String {
    get { parts.remedy }
    set { parts.remedy = newValue }
  }

  /// The clients concerned, sorted; nil for all of them, or for none in particular.
  public var platforms: [Platform]? {
    get { parts.platforms }
    set { parts.platforms = newValue }
  }

  /// Whether a client concerned shows the picture.
  public func consequence(for platform: Platform) -> Consequence {
    parts.consequences[platform] ?? Consequence(severity)
  }

  /// For tests, and for the initializers that take an `Incident` or a `RuleDescription`.
  package init(
    rule: RuleIdentifier, severity: Severity, subject: Subject, message: String, remedy: String,
    platforms: Set<Platform>?, consequences: [Platform: Consequence] = [:]
  ) {
    name = subject.name
    text = Text(
      Parts(
        rule: rule, severity: severity, message: message, remedy: remedy, platforms: platforms?.sorted(),
        consequences: consequences, place: subject.unnamed))
  }

  /// An incident that happened.
  ///
  /// - Parameters:
  ///   - severity: nil: the incident's; a diagnostic may be milder.
  ///   - remedy: nil: the incident's.
  ///   - platforms: the clients concerned; nil: all of them, or none in particular.
  public init(
    _ incident: Incident, _ subject: Subject, _ message: String, severity: Severity? = nil, remedy: String? = nil,
    platforms: Set<Platform>? = nil
  ) {
    self.init(
      rule: incident.id, severity: severity ?? incident.severity, subject: subject, message: message,
      remedy: remedy ?? incident.remedy, platforms: platforms)
  }

  /// A broken rule.
  ///
  /// - Parameters:
  ///   - severity: nil: the rule's; a diagnostic may be milder.
  ///   - remedy: nil: the rule's.
  ///   - platforms: the clients concerned; nil: the rule's.
  ///   - consequences: for clients where the severity does not give them.
  public init(
    _ rule: RuleDescription, _ subject: Subject, _ message: String, severity: Severity? = nil, remedy: String? = nil,
    platforms: Set<Platform>? = nil, consequences: [Platform: Consequence] = [:]
  ) {
    let concerned = platforms ?? rule.platforms
    self.init(
      rule: rule.id, severity: severity ?? rule.severity, subject: subject, message: message,
      remedy: remedy ?? rule.remedy, platforms: concerned.count < Platform.allCases.count ? concerned : nil,
      consequences: consequences)
  }

  /// Whether it blocks a whole destination until you correct the destination or its settings in pipeline.yml. Rules about server answers
  /// (`http.status`) count if every URL breaks them.
  public var isDestinationError: Bool {
    severity == .error && subject.kind == .destination && !rule.isEnvironmental
  }

  /// Whether it is a line of the summary, after the targets, although it is a note.
  package var isOfSummary: Bool {
    severity == .note && [Incident.campaignFallback.id, Incident.campaignWiderAudience.id].contains(rule)
  }

  public enum Severity: String, Hashable, Sendable, Codable, Comparable {
    /// A note.
    case note
    /// It shows, but perhaps not as meant.
    case warning
    /// It does not show or could not be made: richpush does not publish it.
    case error

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// What a diagnostic is about.
  public struct Subject: Hashable, Sendable, Codable {
    public var kind: Kind
    /// A path relative to the campaign folder, a message's identifier, a configuration file's path, a destination.
    public var name: String
    /// The line in that file, counted from 1, if known.
    public var line: Int?
    /// The column in that line, counted from 1, if known.
    public var column: Int?
    /// The key path (`profiles.universal.max-bytes`), where the subject is a file of keys.
    public var keyPath: String?

    public init(_ kind: Kind, _ name: String, line: Int? = nil, column: Int? = nil, keyPath: String? = nil) {
      (self.kind, self.name, self.line, self.column, self.keyPath) = (kind, name, line, column, keyPath)
    }

    fileprivate var unnamed: Subject { Subject(kind, "", line: line, column: column, keyPath: keyPath) }

    public enum Kind: String, Hashable, Sendable, Codable {
      /// A media file of the campaign.
      case file
      /// A message of the campaign.
      case message
      /// pipeline.yml, campaign.yml, a flag or an environment variable.
      case configuration
      /// The target of assets or requests.
      case destination
      /// A program that richpush needs.
      case program
      /// A file of send requests.
      case request
      /// A hosted asset.
      case url
    }
  }
}

extension Diagnostic: Codable {
  private enum CodingKeys: CodingKey { case subject }

  public init(from decoder: any Decoder) throws {
    let subject = try decoder.container(keyedBy: CodingKeys.self).decode(Subject.self, forKey: .subject)
    var parts = try Parts(from: decoder)
    parts.place = subject.unnamed
    (name, text) = (subject.name, Text(parts))
  }

  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
  }
}

/// The stable name of a rule or an incident: dotted, lower case (`image.truncated`). Part of the public contract. Not a literal, so that
/// each name is written only once, where it is described.
public struct RuleIdentifier: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
}

/// The result of reading a user's input: a value, or the errors that explain why it is missing.
public struct Checked<Value> {
  /// The value; nil as soon as one of the diagnostics is an error.
  public let value: Value?
  /// Every problem found, in the order of the source.
  public let diagnostics: [Diagnostic]

  /// An error among `diagnostics` makes the value nil.
  public init(_ value: Value?, _ diagnostics: [Diagnostic] = []) {
    self.value = diagnostics.contains { $0.severity == .error } ? nil : value
    self.diagnostics = diagnostics
  }
}

extension Checked: Equatable where Value: Equatable {}
extension Checked: Sendable where Value: Sendable {}
