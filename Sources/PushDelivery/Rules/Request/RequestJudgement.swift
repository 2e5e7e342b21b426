public import Findings

/// The findings for one request, or for the text around the requests.
public struct RequestJudgement: Sendable {
  /// nil for the text as a whole.
  package let document: RequestDocument?
  /// The chosen clients that get it.
  public let platforms: Set<Platform>
  /// In the order of the rules.
  public private(set) var diagnostics: [Diagnostic]

  /// The errors in the text around the requests that make FCM refuse all of it.
  public var textErrors: [Diagnostic] {
    guard document == nil else { return [] }
    let fatal = [RequestFileRules.syntax, RequestFileRules.encoding].map(\.description.id)
    return diagnostics.filter { $0.severity == .error && fatal.contains($0.rule) }
  }
}

extension RequestJudgement {
  /// The same with the paths in a payload.
  fileprivate var ofPayload: RequestJudgement {
    var judgement = self
    for index in diagnostics.indices {
      let subject = diagnostics[index].subject
      judgement.diagnostics[index].subject.keyPath = subject.keyPath.flatMap(RequestPayload.keyPath)
    }
    return judgement
  }
}

extension RequestFile {
  /// How requests are checked.
  public struct Question: Sendable {
    /// The clients that matter.
    public var platforms: Set<Platform>
    /// The moment of the check, in seconds since 1970.
    public var now: Int
    /// Whether pictures may be on this machine or in a private network.
    public var isTrial: Bool
    /// The rules to check.
    public var rules: RuleCatalog

    public init(
      platforms: Set<Platform> = Set(Platform.allCases), now: Int, isTrial: Bool = false, rules: RuleCatalog = .standard
    ) {
      self.platforms = platforms
      self.now = now
      self.isTrial = isTrial
      self.rules = rules
    }
  }

  /// The findings for the text as a whole, then for each request in order.
  public func judgements(about subject: Diagnostic.Subject, _ question: Question) -> [RequestJudgement] {
    RequestJudge(question).judgements(of: self, about: subject)
  }

  /// All findings for the requests, in the order of the text.
  ///
  /// - Parameters:
  ///   - platforms: the clients that matter.
  ///   - now: the time of the check, in seconds since 1970.
  ///   - isTrial: whether pictures may be on this machine or in a private network.
  ///   - rules: those to check.
  public func diagnostics(
    about subject: Diagnostic.Subject, platforms: Set<Platform> = Set(Platform.allCases), now: Int,
    isTrial: Bool = false, rules: RuleCatalog = .standard
  ) -> [Diagnostic] {
    let question = Question(platforms: platforms, now: now, isTrial: isTrial, rules: rules)
    return judgements(about: subject, question).diagnostics
  }
}

extension [RequestJudgement] {
  /// All findings, in the order of the text; findings at one place stay in the order of their rules.
  public var diagnostics: [Diagnostic] {
    let found = flatMap(\.diagnostics)
    return found.isEmpty
      ? []
      : found.enumerated().sorted {
        let (one, other) = ($0.element.subject.position, $1.element.subject.position)
        return (one.line, one.column, $0.offset) < (other.line, other.column, $1.offset)
      }.map(\.element)
  }
}

/// Checks requests of several texts in sequence: findings for a URL's text are kept for later requests that name it.
public struct RequestJudge: Sendable {
  private let question: RequestFile.Question
  /// The rules to check for each request.
  private let rules: [Rule<RequestDocument>]
  private let addresses = AddressMemory()

  /// - Parameter withNotes: whether to check rules that only give notes. Verdicts do not depend on them.
  public init(_ question: RequestFile.Question, withNotes: Bool = true) {
    self.question = question
    rules = question.rules.requests.filter { withNotes || $0.description.severity > .note }
  }

  /// The findings for a text as a whole, then for each request in order.
  public func judgements(of file: RequestFile, about subject: Diagnostic.Subject) -> [RequestJudgement] {
    var question = question
    if let platforms = file.payload?.platforms { question.platforms.formIntersection(platforms) }
    var judgements = [
      RequestJudgement(nil, question.rules.requestFiles.findings(in: file), about: subject, question)
    ]
    judgements.reserveCapacity(file.documents.count + 1)
    for var document in file.documents {
      document.now = question.now
      let findings = document.keepingPlaceholdersAlone(
        rules.findings(in: document) + document.urlFindings(question, addresses))
      judgements.append(RequestJudgement(document, findings, about: subject, question))
    }
    return file.payload == nil ? judgements : judgements.map(\.ofPayload)
  }
}

extension Array {
  fileprivate func findings<Subject>(in subject: Subject) -> AddressMemory.Findings where Element == Rule<Subject> {
    var findings: AddressMemory.Findings = []
    // By index: copying rules costs more than checking most of them.
    for index in indices {
      for finding in self[index].find(subject) { findings.append((self[index].description, finding)) }
    }
    return findings
  }
}

extension RequestJudgement {
  /// Without findings that concern only other clients.
  fileprivate init(
    _ document: RequestDocument?, _ findings: AddressMemory.Findings, about subject: Diagnostic.Subject,
    _ question: RequestFile.Question
  ) {
    (self.document, platforms) = (document, question.platforms)
    diagnostics = findings.map { $0.finding.diagnostic(of: $0.rule, about: subject) }
      .filter { !question.platforms.isDisjoint(with: $0.platforms ?? Platform.allCases) }
  }
}

extension RequestDocument {
  /// Without findings about the form of a value that is still to be filled in, if that is reported as well.
  fileprivate func keepingPlaceholdersAlone(_ findings: AddressMemory.Findings) -> AddressMemory.Findings {
    let id = RequestRules.placeholder.description.id
    let told = Set(findings.filter { $0.rule.id == id }.compactMap(\.finding.place))
    guard !told.isEmpty else { return findings }
    let open = told.intersection(placeholders.compactMap { place(of: $0) })
    return findings.filter { rule, finding in
      !(rule.area == .url || RequestRules.ofForm.contains(rule.id)) || finding.place.map(open.contains) != true
    }
  }

  /// The findings of the URL rules for the request's URLs.
  fileprivate func urlFindings(
    _ question: RequestFile.Question, _ memory: AddressMemory
  ) -> AddressMemory.Findings {
    let lifetime = lifetime
    func found(_ field: ImageField) -> AddressMemory.Findings {
      let found =
        field.url.map { memory.findings(of: $0, for: field.platforms, lifetime, isLink: false, question) } ?? []
      return found.map { ($0.rule, placed($0.finding, at: field.path)) }
    }
    // A notification shows without icons, so an icon that cannot load is only a warning.
    let ofIcons = webIcons.flatMap(found).filter { $0.finding.severity ?? $0.rule.severity == .error }.map { found in
      var found = found
      found.finding.severity = .warning
      return found
    }
    return images.flatMap(found) + linkFindings(question, memory) + ofIcons
  }

  /// The findings of the URL rules for URLs that a tap opens.
  func linkFindings(_ question: RequestFile.Question, _ memory: AddressMemory) -> AddressMemory.Findings {
    links.filter { $0.path != LinkField.web || HTTPSLink(rawValue: $0.url) != nil }.flatMap { link in
      memory.findings(of: link.url, for: link.platforms, lifetime, isLink: true, question)
        .filter { $0.rule.id != URLRules.noValue.description.id || !isAboutMissingValue(link.url) }
        .map { ($0.rule, placed($0.finding, at: link.path)) }
    }
  }

  /// Whether a page may be called so: `…/sql/null` of a text about NULL.
  private func isAboutMissingValue(_ link: String) -> Bool {
    let path = link.prefix { !"?#".contains($0) }
    guard let name = ["null", "None"].first(where: { path.hasSuffix("/" + $0) }) else { return false }
    let word = ASCIIWord(name, ignoresCase: name == "null")
    return visibleTexts.contains { word.isIn($0.text) }
  }

  private func placed(_ finding: Finding, at path: [String]) -> Finding {
    var finding = finding
    finding.place = place(of: path)
    return finding
  }
}

extension Diagnostic.Subject {
  fileprivate var position: (line: Int, column: Int) { (line ?? 0, column ?? 0) }
}
