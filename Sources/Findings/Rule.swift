/// One thing that clients or FCM ask of what is sent, and the function that tells where it is not so.
///
/// `Subject` is what the rule looks at: a media file, an address, a server's answer or a request.
public struct Rule<Subject: Sendable>: Sendable {
  public let description: RuleDescription
  /// The texts of a message that decide whether it is kept. Of messages that differ in other texts alone it is asked once.
  package let reads: Set<ReadText>
  /// Tells everything in a subject that breaks the rule, in the order in which it stands there.
  package let find: @Sendable (Subject) -> [Finding]

  /// A rule that the handbook describes.
  package init(_ id: String, reads: Set<ReadText> = [], find: @escaping @Sendable (Subject) -> [Finding]) {
    self.init(RuleDescription(id), reads: reads, find: find)
  }

  package init(
    _ description: RuleDescription, reads: Set<ReadText> = [], find: @escaping @Sendable (Subject) -> [Finding]
  ) {
    self.description = description
    self.reads = reads
    self.find = find
  }

  /// What breaks the rule, as diagnostics about `subject`.
  func diagnostics(about subject: Diagnostic.Subject, in value: Subject) -> [Diagnostic] {
    find(value).map { $0.diagnostic(of: description, about: subject) }
  }
}

/// A text in which messages of one shape differ.
package enum ReadText: Hashable, Sendable, CaseIterable {
  /// Title and body.
  case words
  case target
  case link
  /// The values of data.
  case data
}

extension Array {
  /// What breaks any of the rules, in their order.
  public func diagnostics<Subject>(
    about subject: Diagnostic.Subject, in value: Subject
  ) -> [Diagnostic] where Element == Rule<Subject> {
    flatMap { $0.diagnostics(about: subject, in: value) }
  }
}

/// One place where a rule is broken.
public struct Finding: Hashable, Sendable {
  /// What is wrong and why it matters, in one or two sentences without a final full stop.
  var message: String
  /// nil: the rule's own.
  package var severity: Diagnostic.Severity?
  /// nil: the rule's own.
  var remedy: String?
  /// Which clients it concerns; nil: the rule's own.
  package var platforms: Set<Platform>?
  /// Where in a text it stands; nil: the subject as a whole.
  package var place: TextPlace?
  /// What it means for whether clients show the picture, for those of which the severity does not say it.
  package var consequences: [Platform: Consequence]
  /// The changes to the text that mend it and leave no choice; empty where somebody has to decide.
  package var repair: [TextEdit]

  /// - Parameters:
  ///   - consequence: for all clients; nil: what the severity says.
  ///   - consequences: for single clients.
  package init(
    _ message: String, severity: Diagnostic.Severity? = nil, remedy: String? = nil, platforms: Set<Platform>? = nil,
    at place: TextPlace? = nil, consequence: Consequence? = nil, consequences: [Platform: Consequence] = [:],
    repair: [TextEdit] = []
  ) {
    self.message = message
    self.severity = severity
    self.remedy = remedy
    self.platforms = platforms
    self.place = place
    self.consequences = Consequence.forAll(consequence).merging(consequences) { $1 }
    self.repair = repair
  }

  package func diagnostic(of rule: RuleDescription, about subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(
      rule, place.map(subject.at) ?? subject, message, severity: severity, remedy: remedy, platforms: platforms,
      consequences: consequences)
  }
}

extension Diagnostic.Subject {
  /// The same subject at a place of its text.
  func at(_ place: TextPlace) -> Self {
    Self(kind, name, line: place.line, column: place.column, keyPath: place.keyPath)
  }
}
