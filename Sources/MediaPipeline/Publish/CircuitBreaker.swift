package import Findings
import MediaFacts
package import PushDelivery
import Synchronization

/// Wraps a destination: skips files that are recorded as present, tries each URL before an asset counts as published, and stops once it is
/// clear that nothing can be published there: a campaign of thousands would otherwise wait thousands of times
/// (https://martinfowler.com/bliki/CircuitBreaker.html).
package final class CircuitBreaker: Destination {
  private let destination: any Destination
  private let subject: Diagnostic.Subject
  private let verifier: URLVerifier?
  private let recorded: RecordedFiles?
  private let copies: String?
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
  ///   - recorded: files found there by earlier runs; nil without records.
  ///   - copies: a folder that gets a copy of everything that is published, under its digest; nil without copies.
  package init(
    _ destination: any Destination, name: String, verifier: URLVerifier? = nil, recorded: RecordedFiles? = nil,
    copies: String? = nil
  ) {
    (self.destination, self.verifier, self.recorded, self.copies) = (destination, verifier, recorded, copies)
    subject = .init(.destination, name)
  }

  /// Whether another file is known to be there.
  private var isProven: Bool { recorded?.records.provedAny == true }

  package func requireAvailable() throws(PublishError) {
    if let diagnostics = state.withLock(\.diagnostics) { throw .unavailable(diagnostics) }
  }

  /// The errors about the destination, once all files are done: a single upload may be refused because of its own file.
  package var doubts: [Diagnostic] {
    let isProven = isProven
    return state.withLock { state in
      state.diagnostics
        ?? Suspicion.allCases.flatMap { verdict($0, state, isProven, fewest: $0 == .refused ? 2 : 1) ?? [] }
    }
  }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    let known = recorded?.asset(PublishedAsset.name(slug: slug, rendition: rendition), rendition.digest)
    let asset = if let known { known } else { try await attempt(rendition, slug: slug) }
    if known == nil { recorded?.add(asset, rendition.digest) }
    // Without a copy the contact sheet lacks the file; nothing else depends on it.
    if let copies { try? DurableFile.write(rendition.bytes, to: copies + "/" + rendition.digest.hex, isDurable: false) }
    return asset
  }

  private func attempt(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
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
    } catch { throw judged(error, since: successes) }
  }

  /// The error as one about the whole destination, if it is one. It is if waiting did not help and nothing else succeeded in that time. The
  /// first of several is kept, so that all later errors are the same. A URL that was waited for is only late if another delivered its file:
  /// base-url is right then.
  private func judged(_ error: PublishError, since successes: Int) -> PublishError {
    let isProven = isProven
    return state.withLock { state in
      var error = error
      if state.successes > 0 || isProven, case .unverified(let found, hasWaited: true) = error {
        error = .unverified(found.map(\.ofLateURL), hasWaited: true)
      }
      let meaning = meaning(of: error)
      if let diagnostics = meaning.diagnostics {
        guard !meaning.outlastedWaiting || state.successes == successes else { return error }
        state.diagnostics = state.diagnostics ?? diagnostics
        return .unavailable(state.diagnostics ?? diagnostics)
      }
      if let (kind, diagnostics) = meaning.suspicion {
        state.suspicions[kind] = ((state.suspicions[kind]?.count ?? 0) + 1, diagnostics)
      }
      if meaning.isOfPresentFile { state.present += 1 }
      state.diagnostics =
        state.diagnostics
        ?? Suspicion.allCases.compactMap { self.verdict($0, state, isProven, fewest: Self.most) }.first
      if meaning.suspicion?.kind == .refusedSomehow, case .store(let refusal) = error {
        return .store(refusal.ofOneObject)
      }
      return error
    }
  }

  private struct Meaning {
    /// About the whole destination; nil if only about one file.
    var diagnostics: [Diagnostic]?
    /// Whether it was retried for as long as useful.
    var outlastedWaiting = false
    var suspicion: (kind: Suspicion, diagnostics: [Diagnostic])?
    /// Whether the destination has the file, or another of its name.
    var isOfPresentFile = false
  }

  private func meaning(of error: PublishError) -> Meaning {
    switch error {
    case .unverified(let found, hasWaited: true):
      return Meaning(diagnostics: found.map { $0.about(subject) }, outlastedWaiting: true)
    case .unverified(let found, hasWaited: false):
      return Meaning(suspicion: (.unverified, found.map { $0.about(subject) }), isOfPresentFile: true)
    case .hindered(let found):
      return Meaning(suspicion: (.hindered, found.map { $0.about(subject) }), isOfPresentFile: true)
    case .conflict: return Meaning(isOfPresentFile: true)
    case .store(let error):
      let found = [error.diagnostic(subject)]
      if error.mayBeOfOneObject { return Meaning(suspicion: (.refusedSomehow, found)) }
      if error.isTransient { return Meaning(diagnostics: found, outlastedWaiting: true) }
      if error.isAboutStore { return Meaning(diagnostics: found) }
      return Meaning(
        suspicion: error.reason == .rejected ? (.refused, found) : nil, isOfPresentFile: error.reason == .unfit)
    case .fileSystem, .unavailable: return Meaning()
    }
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

extension [Diagnostic] {
  /// Without errors about files that are the destination's, too: those are told once.
  package func untold(by destination: [Diagnostic]) -> [Diagnostic] {
    let told = Set(destination.filter(\.isDestinationError).map(\.rule))
    return told.isEmpty ? self : filter { $0.subject.kind != .file || !told.contains($0.rule) }
  }
}
