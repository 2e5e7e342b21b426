public import Findings
public import MediaFacts

/// A check's result: the only input to the output and the exit status. Its JSON form is a public contract; `version` is raised when a field
/// changes its meaning or is removed.
public struct CheckReport: Hashable, Sendable, Codable {
  /// The version of the JSON form. In version 1 a verdict was true or false.
  public var version = 2
  /// Everything that was checked, in the order of the arguments.
  public var subjects: [CheckedSubject]
  /// All findings, in the same order.
  public var diagnostics: [Diagnostic]
  /// Findings that are not reported, because of pipeline.yml or a baseline.
  public var suppressed: [Diagnostic]
  /// The recipients of the valid requests of the campaigns among the subjects; nil without one.
  public var recipients: Recipients?
  /// How many programs in folders were skipped; nil if none.
  public var programs: Int?

  /// Whether nothing was checked, so that nothing is known to be clean.
  public var hasJudgedNothing: Bool {
    subjects.isEmpty && (programs != nil || diagnostics.contains { $0.rule == Incident.argumentKind.id })
  }

  public init(
    subjects: [CheckedSubject], diagnostics: [Diagnostic], suppressed: [Diagnostic] = [], recipients: Recipients? = nil,
    programs: Int? = nil
  ) {
    (self.subjects, self.diagnostics, self.suppressed) = (subjects, diagnostics, suppressed)
    (self.recipients, self.programs) = (recipients, programs)
  }
}

/// One checked thing.
public struct CheckedSubject: Hashable, Sendable, Codable {
  public var kind: Kind
  /// Its path from the arguments, its URL, or `-` for standard input.
  public var name: String
  /// The digest of its bytes; nil if they could not be read.
  public var digest: ContentDigest?
  /// Each client's verdict; empty if the check did not ask for it.
  public var verdicts: [Verdict]
  /// The requests of a file, in its order; nil for everything else.
  public var requests: CheckedRequests?

  public init(
    _ kind: Kind, _ name: String, digest: ContentDigest? = nil, verdicts: [Verdict] = [],
    requests: CheckedRequests? = nil
  ) {
    (self.kind, self.name, self.digest, self.verdicts, self.requests) = (kind, name, digest, verdicts, requests)
  }

  public enum Kind: String, Hashable, Sendable, Codable {
    /// A file that `run` would make renditions of.
    case source
    /// A media file to be shown as it is.
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

/// Whether one client would show an asset.
public struct Verdict: Hashable, Sendable, Codable {
  public var platform: Platform
  public var shows: Showing
  /// The rules that keep it from being shown, or may; sorted.
  public var because: [RuleIdentifier]
  /// The reasons, a sentence without a full stop for each finding of these rules.
  public var why: [String]
  /// What would settle it, a clause for each unknown; empty for a certain verdict.
  public var settledBy: [String]

  public init(
    platform: Platform, shows: Showing, because: [RuleIdentifier] = [], why: [String] = [], settledBy: [String] = []
  ) {
    (self.platform, self.shows, self.because, self.why, self.settledBy) = (platform, shows, because, why, settledBy)
  }

  /// Whether a client shows a picture.
  public enum Showing: String, Hashable, Sendable, Codable {
    case yes
    /// The notification has only text.
    case no
    /// It cannot be known from here.
    case depends
  }

  /// The verdict for each chosen platform, from all findings about one asset: one obstacle is enough, and then uncertain findings do not
  /// matter.
  public static func of(_ platforms: Set<Platform>, after diagnostics: [Diagnostic]) -> [Verdict] {
    platforms.sorted().map { platform in
      let own = diagnostics.filter { ($0.platforms ?? Platform.allCases).contains(platform) }
      let obstacles = own.filter { $0.consequence(for: platform) == .textAlone }
      guard obstacles.isEmpty else { return Verdict(platform, .no, obstacles) }
      let doubts = own.filter { $0.settlement(on: platform) != nil }
      return Verdict(platform, doubts.isEmpty ? .yes : .depends, doubts)
    }
  }

  private init(_ platform: Platform, _ shows: Showing, _ reasons: [Diagnostic]) {
    self.init(
      platform: platform, shows: shows, because: Set(reasons.map(\.rule)).sorted { $0.rawValue < $1.rawValue },
      why: reasons.map(\.message).distinct,
      settledBy: shows == .depends ? reasons.compactMap { $0.settlement(on: platform) }.distinct : [])
  }
}

extension Diagnostic {
  /// What would settle whether it shows; nil if that is known.
  func settlement(on platform: Platform) -> String? {
    if case .uncertain(let settledBy) = consequence(for: platform) { settledBy } else { nil }
  }
}

/// One subject of a report with all findings about it.
public struct SubjectDiagnostics: Hashable, Sendable {
  public let name: String
  /// The checked subject; nil for other things, such as pipeline.yml.
  public let subject: CheckedSubject?
  /// In the order in which they were found.
  public let findings: [Diagnostic]

  /// Whether you can open it as a file.
  var isFile: Bool {
    guard let subject else { return findings.allSatisfy { ![.url, .program, .destination].contains($0.subject.kind) } }
    return subject.kind != .url && name != "-"
  }

  var kind: String { subject?.kind.rawValue ?? findings.first?.subject.kind.rawValue ?? "" }

  /// A report's subjects in order, each once, then the other things with findings.
  public static func all(in report: CheckReport) -> [SubjectDiagnostics] {
    let places = DiagnosticPlaces(report)
    let findings = Dictionary(grouping: report.diagnostics) { places.place(of: $0).name }
    var seen: Set<String> = []
    let subjects = report.subjects.filter { seen.insert($0.name).inserted }.map {
      SubjectDiagnostics(name: $0.name, subject: $0, findings: findings[$0.name] ?? [])
    }
    let others = report.diagnostics.map { places.place(of: $0).name }.filter { seen.insert($0).inserted }
    return subjects + others.map { SubjectDiagnostics(name: $0, subject: nil, findings: findings[$0] ?? []) }
  }
}
