package import Findings
package import PushDelivery
import Synchronization

/// Another destination, which is left alone once it is clear that nothing can be published there: a campaign of thousands would
/// else wait for it thousands of times (https://martinfowler.com/bliki/CircuitBreaker.html).
package final class CircuitBreaker: Destination {
  private let destination: any Destination
  private let name: String
  private let state = Mutex(State())

  private struct State {
    /// What is wrong with the destination as a whole.
    var diagnostics: [Diagnostic]?
    var successes = 0
    /// URLs that deliver something else than was published.
    var unverified = 0
  }

  /// So many URLs that deliver something else, and none that is right, are no fault of the files: a site that answers anything
  /// with its start page, a host that is parked.
  private static let mostUnverified = 5

  /// - Parameter name: the destination's in pipeline.yml.
  package init(_ destination: any Destination, name: String) {
    self.destination = destination
    self.name = name
  }

  package func requireAvailable() throws(PublishError) {
    if let diagnostics = state.withLock(\.diagnostics) { throw .unavailable(diagnostics) }
  }

  /// What is wrong with the destination if no URL of it delivered what was published, which is then not the files' fault.
  package var doubts: [Diagnostic] {
    state.withLock { state in
      guard state.unverified > 0, state.successes == 0, state.diagnostics == nil else { return [] }
      return [.unverified(destination: name, count: state.unverified)]
    }
  }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    try requireAvailable()
    let successes = state.withLock(\.successes)
    do throws(PublishError) {
      let asset = try await destination.publish(rendition, slug: slug)
      state.withLock { $0.successes += 1 }
      return asset
    } catch {
      throw opened(by: error, since: successes)
    }
  }

  /// The error as it concerns the whole destination, if it does. What waiting did not mend does where nothing else succeeded
  /// meanwhile. Of several the first is told, so that everything that follows tells the same.
  private func opened(by error: PublishError, since successes: Int) -> PublishError {
    guard let diagnostics = error.diagnostics(aboutDestination: name) else { return counted(error) }
    return state.withLock { state in
      guard !error.outlastedWaiting || state.successes == successes else { return error }
      if state.diagnostics == nil { state.diagnostics = diagnostics }
      return .unavailable(state.diagnostics ?? diagnostics)
    }
  }
}

extension CircuitBreaker {
  private func counted(_ error: PublishError) -> PublishError {
    guard case .unverified = error else { return error }
    state.withLock { state in
      state.unverified += 1
      guard state.unverified >= Self.mostUnverified, state.successes == 0, state.diagnostics == nil else { return }
      state.diagnostics = [.unverified(destination: name, count: state.unverified)]
    }
    return error
  }
}

extension Diagnostic {
  fileprivate static func unverified(destination name: String, count: Int) -> Diagnostic {
    Diagnostic(
      .destinationUnverified, .init(.destination, name),
      "\(count == 1 ? "the one URL that was tried delivers" : "all \(count) URLs that were tried deliver") something else "
        + "than was published",
      remedy: "look whether base-url leads to the place that is published to")
  }
}

extension PublishError {
  /// Whether it was tried for as long as it makes sense.
  fileprivate var outlastedWaiting: Bool {
    switch self {
    case .store(let error): error.isTransient
    case .unverified(_, let hasWaited): hasWaited
    case .conflict, .fileSystem, .unavailable: false
    }
  }

  /// The same about the destination; nil when it can only concern one file.
  fileprivate func diagnostics(aboutDestination name: String) -> [Diagnostic]? {
    switch self {
    case .store(let error) where error.isTransient || error.isAboutStore:
      [error.diagnostic(.init(.destination, name))]
    case .unverified(let diagnostics, hasWaited: true): diagnostics.map { $0.about(.init(.destination, name)) }
    case .conflict, .fileSystem, .store, .unverified, .unavailable: nil
    }
  }
}
