/// Something that can happen beside the rules: what richpush says of the machine, of its configuration and arguments,
/// and of what became of a run. Each is one constant; `explain` and docs/diagnostics.md print it.
public struct Incident: Hashable, Sendable {
  public let id: RuleIdentifier
  /// What it concerns. What is done about it hangs on this, and never on how its identifier begins.
  public let kind: Kind
  public let severity: Diagnostic.Severity
  /// What is the case, as a sentence; code in backticks.
  public let summary: String
  /// What to do about it, as an instruction; code in backticks. A diagnostic that knows more has its own. Empty only for
  /// notes.
  public let remedy: String
  /// The document or source file that a number, or what a client or server does, is known from; nil where none is behind
  /// it.
  public let source: String?
  /// Whether it may happen to one file and to no other, though the machine is at fault.
  public let isOfFilesAlone: Bool

  /// - Parameter id: dotted, in lower case; no other rule or incident has it.
  public init(
    _ id: String, _ kind: Kind, _ severity: Diagnostic.Severity, _ summary: String, remedy: String,
    source: String? = nil, isOfFilesAlone: Bool = false
  ) {
    self.id = RuleIdentifier(rawValue: id)
    self.kind = kind
    self.severity = severity
    self.summary = summary
    self.remedy = remedy
    self.source = source
    self.isOfFilesAlone = isOfFilesAlone
  }

  /// What to do about it, as a sentence.
  public var remedySentence: String {
    remedy.isEmpty ? "None needed." : remedy.prefix(1).uppercased() + remedy.dropFirst() + "."
  }

  /// What an incident concerns, in the order in which a campaign meets it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// pipeline.yml, a flag, an environment variable, a baseline.
    case configuration
    /// The arguments and suppressions of a check.
    case check
    /// campaign.yml, messages.csv, the campaign folder.
    case campaign
    /// A picture, an animation or a video.
    case media
    /// A message that is to become a request.
    case message
    /// Where assets are published to.
    case destination
    /// This machine or the network: trying again may help.
    case machine
  }
}

extension Incident {
  /// All that there are, sorted by identifier.
  public static let all: [Incident] =
    (configuration + check + campaign + media + message + destination + machine)
    .sorted { $0.id.rawValue < $1.id.rawValue }

  /// The incident of this name; nil for a rule, and for what nobody says.
  public static func named(_ id: RuleIdentifier) -> Incident? { byIdentifier[id] }

  private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

extension RuleIdentifier {
  /// True when the machine or the network is at fault and not the campaign, so that trying again may help.
  public var isEnvironmental: Bool { Incident.named(self)?.kind == .machine }

  /// True when it keeps every file from being finished, or may have, so that nothing is committed.
  public var withholdsRequests: Bool { isEnvironmental && Incident.named(self)?.isOfFilesAlone == false }
}
