package import Findings

/// Counts the outcomes of files published to a destination, to judge the destination: if every file fails, the files are not at fault.
package struct PublicationTally: Sendable {
  /// A finding about one file, without its name.
  package struct Finding: Hashable, Sendable {
    let rule: RuleIdentifier
    let message: String

    package init(_ diagnostic: Diagnostic) { (rule, message) = (diagnostic.rule, diagnostic.message) }
  }

  private let destination: Diagnostic.Subject
  /// Files that are there and whose URLs are right.
  private(set) var successes = 0
  /// Accepted uploads, and files already there.
  private var (written, present) = (0, 0)
  /// URLs that deliver other content.
  private var unverified = 0
  /// URLs that deliver the published bytes, but not as clients need them, and the last one's errors.
  private var hindered = 0
  private var hindrance: [Diagnostic] = []
  /// Uploads that were refused, and the last reason.
  private var refused = 0
  /// Refused uploads without a clear sign that they concern one file.
  private var undecided = 0
  private var refusal: ObjectStoreError?
  /// Findings about single files that may concern the destination.
  private var findings: Set<Finding> = []

  /// This many URLs with other content, and none that is right, are not the files' fault: a site that answers everything with its start
  /// page, or a parked host. The same goes for refused uploads: something on the way blocks them.
  private static let most = 5

  init(destination name: String) { destination = .init(.destination, name) }

  mutating func succeed(writing: Bool) {
    successes += 1
    if writing { written += 1 } else { present += 1 }
  }

  /// Counts an error that may concern one file.
  /// - Returns: the same about that file.
  mutating func count(_ error: PublishError) -> PublishError {
    switch error {
    case .unverified:
      unverified += 1
      present += 1
    case .hindered(let diagnostics):
      hindered += 1
      present += 1
      hindrance = diagnostics.map { $0.about(destination) }
      findings.formUnion(hindrance.map(Finding.init))
    case .conflict: present += 1
    case .store(let error) where [.unfit, .missingToken].contains(error.reason): present += 1
    case .store(let error) where error.reason == .rejected || error.mayBeOfOneObject: return refuse(error)
    case .store, .fileSystem, .unavailable: break
    }
    return error
  }

  private mutating func refuse(_ error: ObjectStoreError) -> PublishError {
    refused += 1
    guard error.mayBeOfOneObject else {
      if refusal?.mayBeOfOneObject != true { refusal = error }
      return .store(error)
    }
    undecided += 1
    refusal = error
    findings.insert(Finding(error.ofOneObject.diagnostic(destination)))
    return .store(error.ofOneObject)
  }

  /// Why nothing more is published; nil while publishing makes sense.
  /// - Parameter isProven: whether other evidence shows that the destination works.
  func verdict(isProven: Bool) -> [Diagnostic]? {
    if refused >= Self.most, refusesAll(isProven) { return refusals }
    guard successes == 0, !isProven, max(unverified, hindered) >= Self.most else { return nil }
    return hindered > 0 ? hindrances : [elsewhere]
  }

  /// The errors about the destination, once all files are done.
  func doubts(isProven: Bool) -> [Diagnostic] {
    let urls = hindered > 0 ? hindrances : unverified > 0 ? [elsewhere] : []
    let isRefusing = refusesAll(isProven) && (refused > 1 || undecided > 0)
    return (successes > 0 || isProven ? [] : urls) + (isRefusing ? refusals : [])
  }

  /// The findings about files that `doubts` or `verdict` report once.
  func retracted(isProven: Bool) -> Set<Finding> {
    let told = Set(hindrance.map(\.rule))
    let (hinderAll, refusesAll) = (successes == 0 && !isProven, refusesAll(isProven))
    return findings.filter { told.contains($0.rule) ? hinderAll : refusesAll }
  }

  /// Whether it accepts no uploads. Files already there were accepted once, so a single file may be refused for itself, but hardly many.
  private func refusesAll(_ isProven: Bool) -> Bool {
    written == 0 && (undecided >= Self.most || present == 0 && !isProven)
  }

  private var elsewhere: Diagnostic {
    Diagnostic(
      .destinationUnverified, destination,
      "\(unverified == 1 ? "the one URL that was tried delivers" : "all \(unverified) URLs that were tried deliver") "
        + "something else than was published")
  }

  private var hindrances: [Diagnostic] {
    hindrance.map { diagnostic in
      var diagnostic = diagnostic
      let urls = hindered == 1 ? "one URL delivers" : "\(hindered) URLs deliver"
      diagnostic.message =
        "\(urls) what was published, and none does so as clients need it, the last so: \(diagnostic.message)"
      return diagnostic
    }
  }

  private var refusals: [Diagnostic] {
    guard let refusal else { return [] }
    var diagnostic = refusal.diagnostic(destination)
    if refused > 1 {
      diagnostic.message = "all \(refused) uploads that were tried were refused, the last so: \(diagnostic.message)"
    }
    return [diagnostic]
  }
}

extension Set<PublicationTally.Finding> {
  /// Whether a file got that finding.
  func has(_ diagnostic: Diagnostic) -> Bool { diagnostic.subject.kind == .file && contains(.init(diagnostic)) }
}
