public import Findings

/// What the rules say of one request, or of the text around the requests.
public struct RequestJudgement: Sendable {
  /// nil for the text as a whole.
  package let document: RequestDocument?
  /// The clients that were asked for and get it.
  public let platforms: Set<Platform>
  /// In the order of the rules.
  public private(set) var diagnostics: [Diagnostic]
  /// The changes to the text that mend what leaves no choice, each group made together or not at all.
  let repairs: [[TextEdit]]

  /// What is wrong with the text around the requests in such a way that FCM refuses all of it.
  public var textErrors: [Diagnostic] {
    guard document == nil else { return [] }
    let fatal = [RequestFileRules.syntax, RequestFileRules.encoding].map(\.description.id)
    return diagnostics.filter { $0.severity == .error && fatal.contains($0.rule) }
  }
}

extension RequestJudgement {
  /// The same by the ways that lead there in a payload.
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
  /// How requests are judged.
  public struct Question: Sendable {
    /// The clients that matter.
    public var platforms: Set<Platform>
    /// The moment of the check, in seconds since 1970.
    public var now: Int
    /// Whether pictures may lie on this machine or in a private network.
    public var isTrial: Bool
    /// Those that are looked at.
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

  /// What is wrong with the text as a whole, then with each request in its order.
  public func judgements(about subject: Diagnostic.Subject, _ question: Question) -> [RequestJudgement] {
    var question = question
    question.platforms.formIntersection(payload?.platforms ?? question.platforms)
    let whole = RuleFindings(question.rules.requestFiles, in: self)
    let judgements =
      [whole.judgement(of: nil, about: subject, question)]
      + documents.map { document in
        var document = document
        document.now = question.now
        let findings = RuleFindings(question.rules.requests, in: document) + document.urlFindings(question)
        return findings.judgement(of: document, about: subject, question)
      }
    return payload == nil ? judgements : judgements.map(\.ofPayload)
  }

  /// Everything that is wrong with the requests, in the order of the text.
  ///
  /// - Parameters:
  ///   - platforms: the clients that matter.
  ///   - now: the moment of the check, in seconds since 1970.
  ///   - isTrial: whether pictures may lie on this machine or in a private network.
  ///   - rules: those that are looked at.
  public func diagnostics(
    about subject: Diagnostic.Subject, platforms: Set<Platform> = Set(Platform.allCases), now: Int,
    isTrial: Bool = false, rules: RuleCatalog = .standard
  ) -> [Diagnostic] {
    let question = Question(platforms: platforms, now: now, isTrial: isTrial, rules: rules)
    return judgements(about: subject, question).diagnostics
  }
}

extension [RequestJudgement] {
  /// All that was found, in the order of the text; findings of one place stay in the order of their rules.
  public var diagnostics: [Diagnostic] {
    flatMap(\.diagnostics).enumerated().sorted {
      ($0.element.subject.position, $0.offset) < ($1.element.subject.position, $1.offset)
    }.map(\.element)
  }
}

/// Findings, each with its rule.
private struct RuleFindings {
  private let findings: [(rule: RuleDescription, finding: Finding)]

  init(_ findings: [(rule: RuleDescription, finding: Finding)]) { self.findings = findings }

  init<Subject>(_ rules: [Rule<Subject>], in subject: Subject) {
    findings = rules.flatMap { rule in rule.find(subject).map { (rule.description, $0) } }
  }

  static func + (left: Self, right: Self) -> Self { Self(left.findings + right.findings) }

  /// Without what concerns only clients that do not matter.
  func judgement(
    of document: RequestDocument?, about subject: Diagnostic.Subject, _ question: RequestFile.Question
  ) -> RequestJudgement {
    let found = findings.map { ($0.finding, $0.finding.diagnostic(of: $0.rule, about: subject)) }
    let relevant = found.filter { !question.platforms.isDisjoint(with: $0.1.platforms ?? Platform.allCases) }
    return RequestJudgement(
      document: document, platforms: question.platforms, diagnostics: relevant.map(\.1),
      repairs: relevant.map(\.0.repair).filter { !$0.isEmpty })
  }
}

extension RequestDocument {
  /// What the rules about URLs say of those that the request names.
  fileprivate func urlFindings(_ question: RequestFile.Question) -> RuleFindings {
    let lifetime = lifetime
    // Most messages name one address several times: it is taken apart once.
    var candidates: [String: URLCandidate] = [:]
    func findings(_ field: ImageField) -> [(rule: RuleDescription, finding: Finding)] {
      guard let url = field.url else { return [] }
      let candidate =
        candidates[url] ?? URLCandidate(url, lifetime: lifetime, now: question.now, isTrial: question.isTrial)
      candidates[url] = candidate
      return self.findings(field, candidate.loaded(by: field.platforms), question)
    }
    let pictures = images.flatMap(findings)
    // A notification shows without them, so that what would keep one from loading is no more than a warning.
    let icons = webIcons.flatMap(findings)
      .filter { ($0.finding.severity ?? $0.rule.severity) == .error }
      .map { rule, finding in
        var finding = finding
        finding.severity = .warning
        return (rule: rule, finding: finding)
      }
    return RuleFindings(pictures + icons)
  }

  private func findings(
    _ field: ImageField, _ candidate: URLCandidate, _ question: RequestFile.Question
  ) -> [(rule: RuleDescription, finding: Finding)] {
    question.rules.urls.flatMap { rule in
      rule.find(candidate).compactMap { finding in
        var finding = finding
        let concerned = (finding.platforms ?? rule.description.platforms).intersection(field.platforms)
        finding.platforms = concerned
        finding.place = place(of: field.path)
        // To the API, an empty text is none.
        if candidate.text.isEmpty { (finding.severity, finding.consequences) = (.warning, Consequence.forAll(.shown)) }
        return concerned.isEmpty ? nil : (rule.description, finding)
      }
    }
  }
}

extension Diagnostic.Subject {
  fileprivate var position: Position { Position(line: line ?? 0, column: column ?? 0) }

  fileprivate struct Position: Comparable {
    let line: Int
    let column: Int

    static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }
}
