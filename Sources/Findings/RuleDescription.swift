/// What the handbook says of a rule.
public final class RuleDescription: Sendable {
  public let id: RuleIdentifier
  /// Which kind of thing it looks at.
  public let area: Area
  /// The gravest that breaking it can be; a finding may be milder.
  public let severity: Diagnostic.Severity
  /// The clients that it concerns.
  public let platforms: Set<Platform>
  /// What is asked, as a sentence.
  public let summary: String
  /// What clients or FCM do when it is broken, in sentences.
  public let why: String
  /// What to do about it, as an instruction without a full stop.
  public let remedy: String
  /// Where it is documented: an address, or a repository's file.
  public let source: String
  /// At least one; each breaks this rule and no other, except for notes.
  public let failing: [HandbookSection.Part]
  /// At least one; none breaks any rule, except for notes of others.
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

  /// What rules look at.
  public enum Area: String, Hashable, Sendable, Codable, CaseIterable {
    /// A picture or video as it is.
    case media
    /// The text of a URL.
    case url = "address"
    /// What a server answers.
    case response
    /// A send request.
    case request
  }
}

extension Set<Platform> {
  /// A rule without names of platforms is for all.
  fileprivate var orAll: Self { isEmpty ? Set(Platform.allCases) : self }
}
