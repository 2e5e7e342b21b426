package import Findings

/// How many of the files that were published to a destination fared in which way, and what that says of the destination: what goes
/// wrong with every one is no fault of the files.
package struct PublicationTally: Sendable {
  /// What was told of one file, whatever its name is.
  package struct Finding: Hashable, Sendable {
    let rule: RuleIdentifier
    let message: String

    package init(_ diagnostic: Diagnostic) { (rule, message) = (diagnostic.rule, diagnostic.message) }
  }

  private let destination: Diagnostic.Subject
  /// Files that are there and whose URLs are as they should be.
  private(set) var successes = 0
  /// Uploads that were taken, and files that were there.
  private var (written, present) = (0, 0)
  /// URLs that deliver something else than was published.
  private var unverified = 0
  /// URLs that deliver what was published, and not as clients need it, and what is wrong with the last.
  private var hindered = 0
  private var hindrance: [Diagnostic] = []
  /// Uploads that were refused, and why the last was.
  private var refused = 0
  /// Those of them of which the store's words do not say whether they concern one file.
  private var undecided = 0
  private var refusal: ObjectStoreError?
  /// What was told of single files in either way, and may be the destination's.
  private var findings: Set<Finding> = []

  /// So many URLs that deliver something else, and none that is right, are no fault of the files: a site that answers anything
  /// with its start page, a host that is parked. Nor are so many uploads that are refused: something on the way lets nothing through.
  private static let most = 5

  init(destination name: String) { destination = .init(.destination, name) }

  mutating func succeed(writing: Bool) {
    successes += 1
    if writing { written += 1 } else { present += 1 }
  }

  /// Counts an error that may concern one file.
  ///
  /// - Returns: the same in words about that file.
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

  /// Why nothing more is published; nil as long as that makes sense.
  ///
  /// - Parameter isProven: whether something is known to lie there as it should that is not counted here.
  func verdict(isProven: Bool) -> [Diagnostic]? {
    if refused >= Self.most, refusesAll(isProven) { return refusals }
    guard successes == 0, !isProven, max(unverified, hindered) >= Self.most else { return nil }
    return hindered > 0 ? hindrances : [elsewhere]
  }

  /// What is wrong with the destination, when no more files come.
  func doubts(isProven: Bool) -> [Diagnostic] {
    let urls = hindered > 0 ? hindrances : unverified > 0 ? [elsewhere] : []
    let isRefusing = refusesAll(isProven) && (refused > 1 || undecided > 0)
    return (successes > 0 || isProven ? [] : urls) + (isRefusing ? refusals : [])
  }

  /// What `doubts` or `verdict` say once for all files of which it was told.
  func retracted(isProven: Bool) -> Set<Finding> {
    let told = Set(hindrance.map(\.rule))
    let (hinderAll, refusesAll) = (successes == 0 && !isProven, refusesAll(isProven))
    return findings.filter { told.contains($0.rule) ? hinderAll : refusesAll }
  }

  /// Whether it takes no uploads. What is there already was taken once, so that a single file may be refused for itself, and hardly many.
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
  /// Whether that was told of a file.
  func has(_ diagnostic: Diagnostic) -> Bool { diagnostic.subject.kind == .file && contains(.init(diagnostic)) }
}
