package import Findings
package import PushDelivery
import Synchronization

/// Another destination, which is left alone once it is clear that nothing can be published there: a campaign of thousands would
/// else wait for it thousands of times (https://martinfowler.com/bliki/CircuitBreaker.html).
package final class CircuitBreaker: Destination {
  private let destination: any Destination
  private let name: String
  private let isProven: @Sendable () -> Bool
  private let state: Mutex<State>

  private struct State {
    /// What is wrong with the destination as a whole.
    var diagnostics: [Diagnostic]?
    /// Whether that was given to anybody.
    var isTold = false
    /// Whether that is what the tally says.
    var isVerdict = false
    var tally: PublicationTally

    /// What is wrong with the destination, for whoever cannot publish there.
    mutating func told() -> [Diagnostic]? {
      isTold = isTold || diagnostics != nil
      return diagnostics
    }
  }

  /// - Parameters:
  ///   - name: the destination's in pipeline.yml.
  ///   - isProven: whether something is known to lie there as it should of which this one is not asked.
  package init(_ destination: any Destination, name: String, isProven: @escaping @Sendable () -> Bool = { false }) {
    self.destination = destination
    self.name = name
    self.isProven = isProven
    state = Mutex(State(tally: PublicationTally(destination: name)))
  }

  package func requireAvailable() throws(PublishError) {
    if let diagnostics = state.withLock({ $0.told() }) { throw .unavailable(diagnostics) }
  }

  /// What is wrong with the destination if no URL of it delivered what was published, or if it refused whatever it was sent, which is
  /// then not the files' fault. A single upload that is refused for what is known to be its own may be.
  package var doubts: [Diagnostic] {
    let isProven = isProven()
    return state.withLock { state in
      if let diagnostics = state.diagnostics { return state.isTold ? [] : diagnostics }
      return state.tally.doubts(isProven: isProven)
    }
  }

  /// What was told of single files before it was clear that it is the destination's: `doubts`, or what it is left alone for, say it once.
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
      state.withLock { $0.tally.succeed(writing: asset.wasWritten) }
      return asset
    } catch {
      throw opened(by: error, since: successes)
    }
  }

  /// The error as it concerns the whole destination, if it does. What waiting did not mend does where nothing else succeeded
  /// meanwhile. Of several the first is told, so that everything that follows tells the same. A URL that was waited for is only late
  /// where another delivered its file: base-url is right then.
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

  /// The error as it concerns one file, which is told as the destination's where that is left alone already for the like.
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
  /// The same of a URL that was waited for in vain, where others of the host deliver their files.
  fileprivate var ofLateURL: PublishError {
    guard case .unverified(let diagnostics, hasWaited: true) = self else { return self }
    return .unverified(diagnostics.map(\.ofLateURL), hasWaited: true)
  }

  /// Whether it was tried for as long as it makes sense.
  fileprivate var outlastedWaiting: Bool {
    switch self {
    case .store(let error): error.isTransient
    case .unverified(_, let hasWaited): hasWaited
    case .conflict, .fileSystem, .hindered, .unavailable: false
    }
  }

  /// Whether only what becomes of other uploads tells if it concerns one file.
  fileprivate var mayBeDestinations: Bool { if case .store(let error) = self { error.mayBeOfOneObject } else { false } }

  /// The same about the destination; nil when it can concern only one file.
  fileprivate func diagnostics(aboutDestination name: String) -> [Diagnostic]? {
    switch self {
    case .store(let error) where error.isTransient || error.isAboutStore && !error.mayBeOfOneObject:
      [error.diagnostic(.init(.destination, name))]
    case .unverified(let diagnostics, hasWaited: true): diagnostics.map { $0.about(.init(.destination, name)) }
    case .conflict, .fileSystem, .store, .unverified, .hindered, .unavailable: nil
    }
  }
}
