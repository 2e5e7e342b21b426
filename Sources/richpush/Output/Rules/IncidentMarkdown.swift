import Findings

/// docs/diagnostics.md: a table of the incidents of each kind.
struct IncidentMarkdown {
  private let incidents: [Incident]

  init(_ incidents: [Incident]) { self.incidents = incidents }

  var text: String {
    let groups = Incident.Kind.allCases.map { kind in (kind, incidents.filter { $0.kind == kind }) }
    let chapters = groups.filter { !$0.1.isEmpty }.map(chapter)
    return ([introduction] + chapters).joined(separator: "\n\n")
  }

  private var introduction: String {
    """
    # Diagnostics

    Every finding carries the identifier of its rule, or of an incident: something that can happen beside the rules. Identifiers are
    stable: scripts may rely on them, and not on the words. Severities: an **error** keeps something from being shown or made, a
    **warning** says that it shows but perhaps not as meant, a **note** is worth knowing. Incidents of the machine lead to exit
    status 3, other errors of a run to 1, errors of configuration and of the access to a destination to 2.

    This page lists the incidents; `make rules` makes it from the incidents themselves, so do not edit it. `richpush explain RULE`
    prints what is known of one. The rules of `richpush check`, with examples that keep and break them, are in
    [rules.md](rules.md).
    """
  }

  private func chapter(_ kind: Incident.Kind, _ incidents: [Incident]) -> String {
    (["## \(kind.title)", "", kind.introduction, "", "| incident | severity | meaning | remedy | source |"]
      + ["|---|---|---|---|---|"] + incidents.map(row) + kind.afterword).joined(separator: "\n")
  }

  private func row(_ incident: Incident) -> String {
    let source = incident.source.map { $0.hasPrefix("https://") ? "<\($0)>" : "`\($0)`" } ?? ""
    let cells = ["`\(incident.id)`", incident.severity.rawValue, incident.summary, incident.remedySentence, source]
    return "| " + cells.map(cell).joined(separator: " | ") + " |"
  }

  private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension Incident.Kind {
  fileprivate var title: String {
    switch self {
    case .configuration: "Configuration"
    case .check: "Check"
    case .campaign: "Campaign"
    case .media: "Pictures and videos"
    case .message: "Messages"
    case .destination: "Destination"
    case .machine: "Machine"
    }
  }

  fileprivate var introduction: String {
    switch self {
    case .configuration: "pipeline.yml, a flag, an environment variable or a baseline."
    case .check:
      "What `richpush check` says of its arguments (exit status 2) and of the suppressions in pipeline.yml."
    case .campaign: "campaign.yml, messages.csv and the campaign folder."
    case .media: "The files of a campaign. What is said of an `image` concerns animations and videos too."
    case .message: "What keeps a message from becoming a request."
    case .destination: "Where assets are published to."
    case .machine:
      "This machine or the network, and not the campaign: trying again may help. Their exit status is 3; that of a run is 1 where "
        + "it concerns single files alone (`machine.missing-program`)."
    }
  }

  fileprivate var afterword: [String] {
    guard self == .destination else { return [] }
    return [
      "",
      """
      About a published URL the rules of [rules.md](rules.md) that begin with `http.` are told too. A diagnostic whose subject is
      the destination and not a file tells what keeps it from taking or delivering anything at all: it is told once, nothing more
      is sent there, and the exit status is 2.
      """,
    ]
  }
}
