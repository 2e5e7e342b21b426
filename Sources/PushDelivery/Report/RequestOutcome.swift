public import Findings

/// The outcome for one message.
public struct RequestOutcome: Hashable, Sendable, Codable {
  public var id: String
  public var status: Status
  /// The file's name in the request folder; nil if refused.
  public var file: String?
  /// URLs of its assets.
  public var assets: [String]
  /// The estimated bytes of its largest platform payload.
  public var payloadBytes: Int?
  /// The same for each platform.
  public var payload: PayloadEstimate?
  /// Whether its URLs are known to deliver the published bytes; nil if refused or withheld.
  public var proof: DeliveryProof?

  public enum Status: String, Hashable, Sendable, Codable {
    /// Its file is in the request folder; in a dry run it would be.
    case ready
    /// An error prevents showing it.
    case refused
    /// It is valid, but was not written because the run did not finish.
    case withheld
  }

  public init(
    id: String, status: Status, file: String? = nil, assets: [String] = [], payloadBytes: Int? = nil,
    payload: PayloadEstimate? = nil, proof: DeliveryProof? = nil
  ) {
    (self.id, self.status, self.file, self.assets, self.payloadBytes) = (id, status, file, assets, payloadBytes)
    (self.payload, self.proof) = (payload, proof)
  }
}

/// One subject of a report with all findings about it.
public struct SubjectDiagnostics: Hashable, Sendable {
  public let name: String
  /// The checked subject; nil for other things, such as pipeline.yml.
  public let subject: CheckedSubject?
  /// In the order in which they were found.
  public let findings: [Diagnostic]

  package init(name: String, subject: CheckedSubject?, findings: [Diagnostic]) {
    (self.name, self.subject, self.findings) = (name, subject, findings)
  }

  /// Whether you can open it as a file.
  var isFile: Bool {
    guard let subject else { return findings.allSatisfy { ![.url, .program, .destination].contains($0.subject.kind) } }
    return subject.kind != .url && name != "-"
  }

  /// Its kind, in a word.
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
