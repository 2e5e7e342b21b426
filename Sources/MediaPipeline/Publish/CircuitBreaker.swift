package import Findings
package import PushDelivery
import Synchronization

/// Wraps a destination, tries each URL before an asset counts as published, and stops once it is clear that nothing can be published there:
/// a campaign of thousands would otherwise wait thousands of times (https://martinfowler.com/bliki/CircuitBreaker.html).
package final class CircuitBreaker: Destination {
  private let destination: any Destination
  private let name: String
  private let verifier: URLVerifier?
  private let isProven: @Sendable () -> Bool
  private let state: Mutex<State>

  private struct State {
    /// Errors about the whole destination.
    var diagnostics: [Diagnostic]?
    /// Whether they were reported.
    var isTold = false
    /// Whether the tally said so.
    var isVerdict = false
    var tally: PublicationTally

    /// The errors about the destination, marked as reported.
    mutating func told() -> [Diagnostic]? {
      isTold = isTold || diagnostics != nil
      return diagnostics
    }
  }

  /// - Parameters:
  ///   - verifier: tries the URLs; nil if they are not tried.
  ///   - isProven: whether other evidence shows that the destination works.
  package init(
    _ destination: any Destination, name: String, verifier: URLVerifier? = nil,
    isProven: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.destination, self.name, self.verifier, self.isProven) = (destination, name, verifier, isProven)
    state = Mutex(State(tally: PublicationTally(destination: name)))
  }

  package func requireAvailable() throws(PublishError) {
    if let diagnostics = state.withLock({ $0.told() }) { throw .unavailable(diagnostics) }
  }

  /// The errors about the destination if none of its URLs delivered its file, or if it refused every upload: the files are then not at
  /// fault. A single upload may be refused because of its own file.
  package var doubts: [Diagnostic] {
    let isProven = isProven()
    return state.withLock { state in
      if let diagnostics = state.diagnostics { return state.isTold ? [] : diagnostics }
      return state.tally.doubts(isProven: isProven)
    }
  }

  /// Findings about single files that turned out to concern the destination: `doubts` or the verdict report them once.
  package var retracted: Set<PublicationTally.Finding> {
    let isProven = isProven()
    return state.withLock { state in
      state.diagnostics == nil || state.isVerdict ? state.tally.retracted(isProven: isProven) : []
    }
  }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    try requireAvailable()
    let successes = state.withLock(\.tally.successes)
    do throws(PublishError) {
      let asset = try await destination.publish(rendition, slug: slug)
      try await verifier?.verify(asset, rendition)
      state.withLock { $0.tally.succeed(writing: asset.wasWritten) }
      return asset
    } catch {
      throw opened(by: error, since: successes)
    }
  }

  /// The error as one about the whole destination, if it is one. It is if waiting did not help and nothing else succeeded in that time. The
  /// first of several is kept, so that all later errors are the same. A URL that was waited for is only late if another delivered its file:
  /// base-url is right then.
  private func opened(by error: PublishError, since successes: Int) -> PublishError {
    let isProven = isProven()
    return state.withLock { state in
      let error = state.tally.successes > 0 || isProven ? error.ofLateURL : error
      guard let diagnostics = error.diagnostics(aboutDestination: name) else {
        return Self.counted(error, isProven, &state)
      }
      guard !error.outlastedWaiting || state.tally.successes == successes else { return error }
      if state.diagnostics == nil { state.diagnostics = diagnostics }
      return .unavailable(state.told() ?? diagnostics)
    }
  }

  /// The error about one file; it becomes the destination's if that is already out of use for the same reason.
  private static func counted(_ error: PublishError, _ isProven: Bool, _ state: inout State) -> PublishError {
    if error.mayBeDestinations, state.isVerdict, let diagnostics = state.told() { return .unavailable(diagnostics) }
    let counted = state.tally.count(error)
    if state.diagnostics == nil {
      state.diagnostics = state.tally.verdict(isProven: isProven)
      state.isVerdict = state.diagnostics != nil
    }
    return counted
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

  /// Whether only other uploads show if it concerns one file.
  fileprivate var mayBeDestinations: Bool { if case .store(let error) = self { error.mayBeOfOneObject } else { false } }

  /// The diagnostics about the destination; nil if only about one file.
  fileprivate func diagnostics(aboutDestination name: String) -> [Diagnostic]? {
    switch self {
    case .store(let error) where error.isTransient || error.isAboutStore && !error.mayBeOfOneObject:
      [error.diagnostic(.init(.destination, name))]
    case .unverified(let diagnostics, hasWaited: true): diagnostics.map { $0.about(.init(.destination, name)) }
    case .conflict, .fileSystem, .store, .unverified, .hindered, .unavailable: nil
    }
  }
}
