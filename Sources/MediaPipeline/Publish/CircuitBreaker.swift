package import Findings
package import PushDelivery
import Synchronization

/// Wraps a destination, tries each URL before an asset counts as published, and stops once it is clear that nothing can be published there:
/// a campaign of thousands would otherwise wait thousands of times (https://martinfowler.com/bliki/CircuitBreaker.html).
package final class CircuitBreaker: Destination {
  private let destination: any Destination
  private let subject: Diagnostic.Subject
  private let verifier: URLVerifier?
  private let isProven: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    /// Errors about the whole destination, after which nothing more is published.
    var diagnostics: [Diagnostic]?
    /// Files whose URLs are right, accepted uploads, and files that were there already.
    var successes = 0
    var written = 0
    var present = 0
    /// Errors about single files that may be the destination's: how many of each kind, and the last.
    var suspicions: [Suspicion: (count: Int, last: [Diagnostic])] = [:]
  }

  /// A kind of error about one file, which is the destination's if every file has it.
  private enum Suspicion: CaseIterable {
    /// URLs do not deliver what was published, or not as clients need it.
    case unverified, hindered
    /// Uploads are refused: for themselves, or without a sign of what for.
    case refused, refusedSomehow
  }

  /// So many errors of a kind, and none that speaks against it, are not the files' fault: a site that answers everything with its start page,
  /// or something on the way that blocks uploads.
  private static let most = 5

  /// - Parameters:
  ///   - verifier: tries the URLs; nil if they are not tried.
  ///   - isProven: whether other evidence shows that the destination works.
  package init(
    _ destination: any Destination, name: String, verifier: URLVerifier? = nil,
    isProven: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.destination, self.verifier, self.isProven) = (destination, verifier, isProven)
    subject = .init(.destination, name)
  }

  package func requireAvailable() throws(PublishError) {
    if let diagnostics = state.withLock(\.diagnostics) { throw .unavailable(diagnostics) }
  }

  /// The errors about the destination, once all files are done: a single upload may be refused because of its own file.
  package var doubts: [Diagnostic] {
    let isProven = isProven()
    return state.withLock { state in
      state.diagnostics
        ?? Suspicion.allCases.flatMap { verdict($0, state, isProven, fewest: $0 == .refused ? 2 : 1) ?? [] }
    }
  }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    try requireAvailable()
    let successes = state.withLock(\.successes)
    do throws(PublishError) {
      let asset = try await destination.publish(rendition, slug: slug)
      try await verifier?.verify(asset, rendition)
      state.withLock { state in
        state.successes += 1
        if asset.wasWritten { state.written += 1 } else { state.present += 1 }
      }
      return asset
    } catch {
      throw judged(error, since: successes)
    }
  }

  /// The error as one about the whole destination, if it is one. It is if waiting did not help and nothing else succeeded in that time. The
  /// first of several is kept, so that all later errors are the same. A URL that was waited for is only late if another delivered its file:
  /// base-url is right then.
  private func judged(_ error: PublishError, since successes: Int) -> PublishError {
    let isProven = isProven()
    return state.withLock { state in
      let error = state.successes > 0 || isProven ? error.ofLateURL : error
      guard let diagnostics = error.diagnostics(about: subject) else {
        let counted = count(error, &state)
        state.diagnostics =
          state.diagnostics
          ?? Suspicion.allCases.compactMap { self.verdict($0, state, isProven, fewest: Self.most) }.first
        return counted
      }
      guard !error.outlastedWaiting || state.successes == successes else { return error }
      state.diagnostics = state.diagnostics ?? diagnostics
      return .unavailable(state.diagnostics ?? diagnostics)
    }
  }

  /// Counts an error that may concern one file, and gives it as one about that file.
  private func count(_ error: PublishError, _ state: inout State) -> PublishError {
    func suspect(_ kind: Suspicion, _ diagnostics: [Diagnostic]) {
      state.suspicions[kind] = ((state.suspicions[kind]?.count ?? 0) + 1, diagnostics)
    }
    switch error {
    case .unverified(let diagnostics, _): suspect(.unverified, diagnostics.map { $0.about(subject) })
    case .hindered(let diagnostics): suspect(.hindered, diagnostics.map { $0.about(subject) })
    case .store(let refusal) where refusal.mayBeOfOneObject:
      suspect(.refusedSomehow, [refusal.diagnostic(subject)])
      return .store(refusal.ofOneObject)
    case .store(let refusal) where refusal.reason == .rejected: suspect(.refused, [refusal.diagnostic(subject)])
    case .conflict, .store, .fileSystem, .unavailable: break
    }
    if error.isOfPresentFile { state.present += 1 }
    return error
  }

  /// The destination's errors if one kind of error is its own; nil if it is not, or not yet.
  private func verdict(_ kind: Suspicion, _ state: State, _ isProven: Bool, fewest: Int) -> [Diagnostic]? {
    guard let (count, last) = state.suspicions[kind], count >= fewest else { return nil }
    let isOthers =
      switch kind {
      case .unverified, .hindered: state.successes > 0 || isProven
      case .refused: state.written + state.present > 0 || isProven
      // Files already there were accepted once, so a single file may be refused for itself, but hardly many.
      case .refusedSomehow: state.written > 0 || count < Self.most && (state.present > 0 || isProven)
      }
    if isOthers { return nil }
    return last.map { diagnostic in
      var diagnostic = diagnostic
      if count > 1 { diagnostic.message = "all \(count) files that were tried fail, the last: \(diagnostic.message)" }
      return diagnostic
    }
  }
}

extension PublishError {
  /// A late URL's error, while others of the host deliver their files.
  fileprivate var ofLateURL: PublishError {
    guard case .unverified(let diagnostics, hasWaited: true) = self else { return self }
    return .unverified(diagnostics.map(\.ofLateURL), hasWaited: true)
  }

  /// Whether it was retried for as long as useful.
  fileprivate var outlastedWaiting: Bool {
    switch self {
    case .store(let error): error.isTransient
    case .unverified(_, let hasWaited): hasWaited
    case .conflict, .fileSystem, .hindered, .unavailable: false
    }
  }

  /// Whether the destination has the file, or another of its name.
  fileprivate var isOfPresentFile: Bool {
    switch self {
    case .unverified, .hindered, .conflict: true
    case .store(let error): error.reason == .unfit
    case .fileSystem, .unavailable: false
    }
  }

  /// The diagnostics about the destination; nil if only about one file.
  fileprivate func diagnostics(about destination: Diagnostic.Subject) -> [Diagnostic]? {
    switch self {
    case .store(let error) where error.isTransient || error.isAboutStore && !error.mayBeOfOneObject:
      [error.diagnostic(destination)]
    case .unverified(let diagnostics, hasWaited: true): diagnostics.map { $0.about(destination) }
    case .conflict, .fileSystem, .store, .unverified, .hindered, .unavailable: nil
    }
  }
}

extension [Diagnostic] {
  /// Without errors about files that are the destination's, too: those are told once.
  package func untold(by destination: [Diagnostic]) -> [Diagnostic] {
    let told = Set(destination.filter(\.isDestinationError).map(\.rule))
    return told.isEmpty ? self : filter { $0.subject.kind != .file || !told.contains($0.rule) }
  }
}
