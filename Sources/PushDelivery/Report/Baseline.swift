import Essentials
public import Findings
public import MediaFacts

/// The findings that existed when checking began, so that only new ones are reported. It identifies files only by their path from its
/// folder and by their contents: a moved checkout stays quiet, but a changed file does not.
public struct Baseline: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public private(set) var version = 1
  /// Sorted, each once.
  public let findings: [Entry]

  /// One or more findings of one rule about one thing.
  public struct Entry: Hashable, Sendable, Codable {
    /// From the folder of the baseline's file; for a hosted asset its URL.
    public var path: String
    /// The SHA-256 of the checked file; nil if it could not be read.
    public var digest: ContentDigest?
    public var rule: RuleIdentifier

    public init(path: String, digest: ContentDigest?, rule: RuleIdentifier) {
      (self.path, self.digest, self.rule) = (path, digest, rule)
    }

    fileprivate var key: [String] { [path, rule.rawValue, digest?.hex ?? ""] }
  }

  public init(findings: some Sequence<Entry>) {
    self.findings = Set(findings).sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Reads the JSON of a baseline.
  public static func read(_ bytes: [UInt8], file: String) -> Checked<Baseline> {
    func unreadable(_ detail: String) -> Checked<Baseline> {
      Checked(nil, [Diagnostic(.setting("baseline", detail), .init(.configuration, file))])
    }
    do {
      let baseline = try JSONDecoder().decode(Baseline.self, from: Data(bytes))
      return baseline.version == 1 ? Checked(baseline) : unreadable("its version is not 1")
    } catch {
      return unreadable("it is no JSON of the form that is expected")
    }
  }

  /// Its JSON form: indented, keys sorted, so that equal baselines give equal bytes.
  public func json() throws -> [UInt8] { try JSONText.pretty(self) }
}

extension CheckReport {
  /// The report without the baseline.
  ///
  /// - Parameter base: the folder of the baseline's file.
  public func applying(_ baseline: Baseline, from base: PathBase) -> CheckReport {
    let (places, known) = (DiagnosticPlaces(self), Set(baseline.findings))
    func isKnown(_ diagnostic: Diagnostic) -> Bool {
      places.mayBeInBaseline(diagnostic) && known.contains(places.entry(for: diagnostic, from: base))
    }
    var report = self
    report.suppressed += diagnostics.filter(isKnown)
    report.diagnostics.removeAll(where: isKnown)
    return report
  }

  /// The baseline with which this report would be empty.
  public func baseline(from base: PathBase) -> Baseline {
    let places = DiagnosticPlaces(self)
    return Baseline(findings: diagnostics.filter(places.mayBeInBaseline).map { places.entry(for: $0, from: base) })
  }
}

extension DiagnosticPlaces {
  /// Files that the machine could not read may be readable next time; findings about pipeline.yml are fixed there. A campaign's files count
  /// like pictures.
  fileprivate func mayBeInBaseline(_ diagnostic: Diagnostic) -> Bool {
    guard !diagnostic.rule.isEnvironmental else { return false }
    return diagnostic.subject.kind != .configuration || isOfCampaign(diagnostic)
  }

  fileprivate func entry(for diagnostic: Diagnostic, from base: PathBase) -> Baseline.Entry {
    Baseline.Entry(path: place(of: diagnostic).name(from: base), digest: digest(of: diagnostic), rule: diagnostic.rule)
  }
}

/// The place of a finding, for an editor, a code host or a baseline.
public enum DiagnosticPlace: Hashable, Sendable {
  /// A file, by its path from the arguments.
  case file(String)
  case url(String)
  /// Standard input, a program, a destination: you cannot open it.
  case other(String)

  /// Its name for people.
  public var name: String {
    switch self {
    case .file(let name), .url(let name), .other(let name): name
    }
  }

  /// Its name in every checkout.
  func name(from base: PathBase) -> String { if case .file(let path) = self { base.relative(path) } else { name } }
}

struct DiagnosticPlaces: Sendable {
  private let digests: [String: ContentDigest]
  /// The only checked campaign.yml; nil without one, or with several.
  private let campaign: String?
  private let campaigns: Set<String>

  init(_ report: CheckReport) {
    digests = Dictionary(
      report.subjects.compactMap { subject in subject.digest.map { (subject.name, $0) } }, uniquingKeysWith: { $1 })
    let campaigns = report.subjects.filter { $0.kind == .campaign }.map(\.name)
    campaign = campaigns.count == 1 ? campaigns[0] : nil
    self.campaigns = Set(campaigns)
  }

  /// Whether the finding is about a file of messages, not about the check's arguments.
  func isOfCampaign(_ diagnostic: Diagnostic) -> Bool { campaigns.contains(place(of: diagnostic).name) }

  func place(of diagnostic: Diagnostic) -> DiagnosticPlace {
    let name = diagnostic.subject.name
    switch diagnostic.subject.kind {
    case .url: return .url(name)
    case .destination, .program: return .other(name)
    case .message: return campaign.map(DiagnosticPlace.file) ?? .other(name)
    case .file, .request, .configuration: return name == "-" ? .other(name) : .file(name)
    }
  }

  /// The digest of the finding's file; nil if it could not be read.
  func digest(of diagnostic: Diagnostic) -> ContentDigest? { digests[place(of: diagnostic).name] }
}
