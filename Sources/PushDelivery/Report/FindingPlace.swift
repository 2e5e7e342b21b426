/// Where a finding is, for those who look for it: an editor, a code host, a baseline.
public enum FindingPlace: Hashable, Sendable {
  /// A file, by its path as it was reached from the arguments.
  case file(String)
  case url(String)
  /// Standard input, a program, a destination: nothing that can be opened.
  case other(String)

  /// How people name it.
  public var name: String {
    switch self {
    case .file(let name), .url(let name), .other(let name): name
    }
  }

  /// The name under which it is known in every checkout.
  func name(from base: PathBase) -> String {
    if case .file(let path) = self { base.relative(path) } else { name }
  }
}

/// Finds out where a report's findings are, and what was there.
struct FindingPlaces: Sendable {
  private let digests: [String: ContentDigest]
  /// The only campaign.yml that was looked at; nil where there is none or several.
  private let campaign: String?

  init(_ report: CheckReport) {
    digests = Dictionary(
      report.subjects.compactMap { subject in subject.digest.map { (subject.name, $0) } }, uniquingKeysWith: { $1 })
    let campaigns = report.subjects.filter { $0.kind == .campaign }.map(\.name)
    campaign = campaigns.count == 1 ? campaigns[0] : nil
  }

  func place(of diagnostic: Diagnostic) -> FindingPlace {
    let name = diagnostic.subject.name
    switch diagnostic.subject.kind {
    case .url: return .url(name)
    case .destination, .program: return .other(name)
    case .message: return campaign.map(FindingPlace.file) ?? .other(name)
    case .file, .request, .configuration: return name == "-" ? .other(name) : .file(name)
    }
  }

  /// The digest of what the finding is about; nil where it could not be had.
  func digest(of diagnostic: Diagnostic) -> ContentDigest? { digests[place(of: diagnostic).name] }
}
