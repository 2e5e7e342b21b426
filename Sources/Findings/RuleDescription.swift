/// A rule in the handbook.
public final class RuleDescription: Sendable {
  public let id: RuleIdentifier
  /// The kind of its subjects.
  public let area: Area
  /// The gravest severity of a finding; it may be milder.
  public let severity: Diagnostic.Severity
  /// The clients concerned.
  public let platforms: Set<Platform>
  /// The requirement, in words.
  public let summary: String
  /// How clients or FCM react if it is broken, in sentences.
  public let why: String
  /// How to fix it, as an instruction without a full stop.
  public let remedy: String
  /// Its documentation: a URL, or a repository's file.
  public let source: String
  /// At least one; each breaks this rule and no other, except for notes.
  public let failing: [HandbookSection.Part]
  /// At least one; none breaks any rule, except for others' notes.
  public let passing: [HandbookSection.Part]

  /// The rule of this name in the handbook.
  package convenience init(_ id: String) { self.init(HandbookPage.rules.section(id)) }

  package init(_ section: HandbookSection) {
    let parts = section.parts
    let facts = parts.facts
    id = RuleIdentifier(rawValue: section.id)
    area = section.value(of: section.chapterName)
    severity = section.value(of: facts.first)
    platforms = Set(facts.dropFirst().flatMap { $0.split(separator: ", ") }.map(section.value)).orAll
    summary = parts.summary
    why = parts.first("Why") ?? ""
    remedy = parts.remedy
    source = parts.source ?? ""
    failing = parts.all("Fails")
    passing = parts.all("Passes")
  }

  /// Subjects of rules.
  public enum Area: String, Hashable, Sendable, Codable, CaseIterable {
    /// A picture or video file.
    case media
    /// The text of a URL.
    case url = "address"
    /// A server's answer.
    case response
    /// A send request.
    case request
  }
}

extension Set<Platform> {
  /// A rule that names no platforms is for all.
  fileprivate var orAll: Self { isEmpty ? Set(Platform.allCases) : self }
}
