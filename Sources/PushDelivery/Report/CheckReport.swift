public import Findings
public import MediaFacts

/// What a check found: the only input to what is printed and to the exit status. Its JSON form is a public contract;
/// `version` is raised when a field changes its meaning or goes.
public struct CheckReport: Hashable, Sendable, Codable {
  /// The version of the JSON form. In version 1 a verdict was true or false.
  public var version = 2
  /// Everything that was looked at, in the order of the arguments.
  public var subjects: [CheckedSubject]
  /// Everything that was found, in the same order.
  public var diagnostics: [Diagnostic]
  /// What was found and is not to be reported, because pipeline.yml or a baseline says so.
  public var suppressed: [Diagnostic]
  /// Who would get the good requests of the campaigns among the subjects; nil where there is none.
  public var recipients: Recipients?
  /// How many programs were passed over in folders; nil where there were none.
  public var programs: Int?

  /// Whether nothing was judged, so that nothing is known to be clean.
  public var hasJudgedNothing: Bool {
    subjects.isEmpty && (programs != nil || diagnostics.contains { $0.rule == Incident.argumentKind.id })
  }

  public init(
    subjects: [CheckedSubject], diagnostics: [Diagnostic], suppressed: [Diagnostic] = [], recipients: Recipients? = nil,
    programs: Int? = nil
  ) {
    self.subjects = subjects
    self.diagnostics = diagnostics
    self.suppressed = suppressed
    self.recipients = recipients
    self.programs = programs
  }
}

/// One thing that was looked at.
public struct CheckedSubject: Hashable, Sendable, Codable {
  public var kind: Kind
  /// Its path as it was reached from the arguments, its URL, or `-` for standard input.
  public var name: String
  /// The digest of its bytes; nil where they could not be had.
  public var digest: ContentDigest?
  /// What each client would make of it; empty where the question was another.
  public var verdicts: [Verdict]
  /// The requests of a file of requests, in its order; nil for everything else.
  public var requests: CheckedRequests?

  public init(
    _ kind: Kind, _ name: String, digest: ContentDigest? = nil, verdicts: [Verdict] = [],
    requests: CheckedRequests? = nil
  ) {
    self.kind = kind
    self.name = name
    self.digest = digest
    self.verdicts = verdicts
    self.requests = requests
  }

  public enum Kind: String, Hashable, Sendable, Codable {
    /// A file of which `run` would make renditions.
    case source
    /// A media file that is to be shown as it is.
    case media
    /// A hosted asset.
    case url
    /// A file of send requests.
    case request
    /// campaign.yml or messages.csv.
    case campaign
    /// pipeline.yml.
    case configuration
  }
}
