public import Findings
public import MediaFacts

/// What became of one message.
public struct RequestOutcome: Hashable, Sendable, Codable {
  public var id: String
  public var status: Status
  /// The file's name in the request folder; nil when refused.
  public var file: String?
  /// Addresses of the assets it refers to.
  public var assets: [String]
  /// The estimated payload in bytes of the platform where it is largest.
  public var payloadBytes: Int?
  /// The same for each platform.
  public var payload: Payload?
  /// Whether its URLs are known to deliver what was published; nil when refused or withheld.
  public var proof: DeliveryProof?

  /// Bytes of a payload as FCM hands it to each platform.
  public struct Payload: Hashable, Sendable, Codable {
    public var android: Int
    public var apns: Int
    public var webpush: Int

    public init(android: Int, apns: Int, webpush: Int) {
      self.android = android
      self.apns = apns
      self.webpush = webpush
    }
  }

  public enum Status: String, Hashable, Sendable, Codable {
    /// Its file is in the request folder; in a dry run it would be.
    case ready
    /// An error keeps it from being shown.
    case refused
    /// It is good, and was not written because the run did not get to its end.
    case withheld
  }

  public init(
    id: String, status: Status, file: String? = nil, assets: [String] = [], payloadBytes: Int? = nil,
    payload: Payload? = nil, proof: DeliveryProof? = nil
  ) {
    self.id = id
    self.status = status
    self.file = file
    self.assets = assets
    self.payloadBytes = payloadBytes
    self.payload = payload
    self.proof = proof
  }
}

/// What `publish` did. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PublicationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// The destination's name in pipeline.yml.
  public var destination: String
  /// One for each file, in the order of their names.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]

  public init(destination: String, assets: [Asset], diagnostics: [Diagnostic]) {
    self.destination = destination
    self.assets = assets
    self.diagnostics = diagnostics
  }

  /// A file that is at its URL.
  public struct Asset: Hashable, Sendable, Codable {
    public var name: String
    public var url: String
    public var bytes: Int
    public var digest: ContentDigest
    /// False when equal bytes were there already.
    public var written: Bool

    public init(name: String, url: String, bytes: Int, digest: ContentDigest, written: Bool) {
      self.name = name
      self.url = url
      self.bytes = bytes
      self.digest = digest
      self.written = written
    }
  }

  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  public var hasEnvironmentalErrors: Bool {
    diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental }
  }
}

/// One subject of a report with everything that was found about it.
public struct SubjectDiagnostics: Hashable, Sendable {
  public let name: String
  /// What was looked at; nil for what is no subject of the check itself, such as pipeline.yml.
  public let subject: CheckedSubject?
  /// In the order in which they were found.
  public let findings: [Diagnostic]

  package init(name: String, subject: CheckedSubject?, findings: [Diagnostic]) {
    (self.name, self.subject, self.findings) = (name, subject, findings)
  }

  /// Whether it is a file that can be opened.
  var isFile: Bool {
    guard let subject else { return findings.allSatisfy { ![.url, .program, .destination].contains($0.subject.kind) } }
    return subject.kind != .url && name != "-"
  }

  /// What it is, in a word.
  var kind: String { subject?.kind.rawValue ?? findings.first?.subject.kind.rawValue ?? "" }

  /// A report's subjects in their order, each once, then what else something was found about.
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
