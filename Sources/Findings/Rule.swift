/// A requirement of clients or FCM, and the function that finds where it is not met.
///
/// `Subject` is the type that the rule checks: a media file, a URL, a server's answer or a request.
public struct Rule<Subject: Sendable>: Sendable {
  public let description: RuleDescription
  /// The texts of a message that the rule reads. For messages that differ only in other texts, it runs once.
  package let reads: Set<ReadText>
  /// Finds everything in a subject that breaks the rule, in the subject's order.
  package let find: @Sendable (Subject) -> [Finding]

  /// A rule that the handbook describes.
  package init(_ id: String, reads: Set<ReadText> = [], find: @escaping @Sendable (Subject) -> [Finding]) {
    self.init(RuleDescription(id), reads: reads, find: find)
  }

  package init(
    _ description: RuleDescription, reads: Set<ReadText> = [], find: @escaping @Sendable (Subject) -> [Finding]
  ) {
    (self.description, self.reads, self.find) = (description, reads, find)
  }
}

/// A text that differs within a shape.
package enum ReadText: Hashable, Sendable, CaseIterable {
  /// Title and body.
  case words
  case target
  case link
  /// The values of data.
  case data
}

extension Array {
  /// The findings of all rules, in their order.
  public func diagnostics<Subject>(
    about subject: Diagnostic.Subject, in value: Subject
  ) -> [Diagnostic] where Element == Rule<Subject> {
    flatMap { rule in rule.find(value).map { $0.diagnostic(of: rule.description, about: subject) } }
  }
}

/// One place where a rule is broken.
public struct Finding: Hashable, Sendable {
  /// What is wrong and why it matters, in one or two sentences without a final full stop.
  package var message: String
  /// nil: the rule's.
  package var severity: Diagnostic.Severity?
  /// nil: the rule's.
  var remedy: String?
  /// The clients concerned; nil: the rule's.
  package var platforms: Set<Platform>?
  /// Its place in a text; nil: the subject as a whole.
  package var place: TextPlace?
  /// Whether clients show the picture, for those where the severity does not say it.
  package var consequences: [Platform: Consequence]

  /// - Parameters:
  ///   - consequence: for all clients; nil: what the severity says.
  ///   - consequences: for single clients.
  package init(
    _ message: String, severity: Diagnostic.Severity? = nil, remedy: String? = nil, platforms: Set<Platform>? = nil,
    at place: TextPlace? = nil, consequence: Consequence? = nil, consequences: [Platform: Consequence] = [:]
  ) {
    self.message = message
    self.severity = severity
    self.remedy = remedy
    self.platforms = platforms
    self.place = place
    self.consequences = Consequence.forAll(consequence).merging(consequences) { $1 }
  }

  /// The same for those of the clients that a subject is for; nil if it concerns none of them.
  package func limited(to platforms: Set<Platform>, of rule: RuleDescription) -> Finding? {
    var finding = self
    finding.platforms = (self.platforms ?? rule.platforms).intersection(platforms)
    return finding.platforms?.isEmpty == true ? nil : finding
  }

  package func diagnostic(of rule: RuleDescription, about subject: Diagnostic.Subject) -> Diagnostic {
    var subject = subject
    if let place { (subject.line, subject.column, subject.keyPath) = (place.line, place.column, place.keyPath) }
    return Diagnostic(
      rule, subject, message, severity: severity, remedy: remedy, platforms: platforms, consequences: consequences)
  }
}

extension [Finding] {
  /// Only this finding.
  package static func one(
    _ message: String, severity: Diagnostic.Severity? = nil, remedy: String? = nil, platforms: Set<Platform>? = nil,
    at place: TextPlace? = nil, consequence: Consequence? = nil, consequences: [Platform: Consequence] = [:]
  ) -> [Finding] {
    [
      Finding(
        message, severity: severity, remedy: remedy, platforms: platforms, at: place, consequence: consequence,
        consequences: consequences)
    ]
  }
}

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
  /// At least one, the chapter's if its section has none; none breaks any rule, except for others' notes.
  public let passing: [HandbookSection.Part]

  /// The rule of this name in the handbook.
  package convenience init(_ id: String) { self.init(HandbookPage.rules.section(id)) }

  package init(_ section: HandbookSection) {
    let parts = section.parts
    let facts = parts.facts
    id = RuleIdentifier(rawValue: section.id)
    area = section.value(of: section.chapterName)
    severity = section.value(of: facts.first)
    let named = Set(facts.dropFirst().flatMap { $0.split(separator: ", ") }.map(section.value) as [Platform])
    platforms = named.isEmpty ? Set(Platform.allCases) : named
    summary = parts.summary
    why = parts.first("Why") ?? ""
    remedy = parts.remedy
    source = parts.source ?? ""
    failing = parts.all("Fails")
    let own = parts.all("Passes")
    passing = own.isEmpty ? section.chapterParts.all("Passes") : own
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
