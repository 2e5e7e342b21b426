import Findings
package import PushDelivery

/// Tries a published URL as clients use it, before a request may refer to it.
package struct URLVerifier: Sendable {
  /// Why a URL was not proven to deliver its file.
  struct LoadFailure: Error {
    var diagnostics: [Diagnostic]
    var hasWaited: Bool
    /// How long the last attempt took: all the time that it had, where nothing answered.
    var lastTime: Duration
    /// Whether it delivers the bytes, and something beside them is wrong.
    var deliversBytes = false
  }

  private let trial: any URLTrial
  private let load: LoadTrial
  private let retries: RetryPolicy
  private let clock: RetryClock
  private let notes: DeliveryNotes
  /// Whether what is published comes to its URL only in a while, by a deployment.
  private let awaitsArrival: Bool

  /// The longest that one attempt takes, whoever would wait for longer: with a single one more, or two that come soon, that is the
  /// minute for which a URL is asked.
  private static let longestAttempt = Duration.seconds(30)

  /// - Parameters:
  ///   - verification: how far URLs are tried; `off` makes no verifier.
  ///   - patience: for how long a URL that does not answer yet is asked again.
  ///   - mostAttempts: how often it is asked at most.
  ///   - longestTime: for each attempt to load it, where that is less than the clients' own; nil: half a minute.
  package init?(
    _ verification: URLVerification, patience: Duration = .seconds(60), mostAttempts: Int = .max,
    longestTime: Duration? = nil, clock: RetryClock = .system
  ) {
    self.init(
      verification, patience, longestTime, mostAttempts: mostAttempts, clock, site: { _ in nil }, DeliveryNotes())
  }

  /// - Parameters:
  ///   - site: which site shows what lies at a URL.
  ///   - notes: takes what there is to say of URLs that deliver their files.
  ///   - awaitsArrival: whether a file that is not there yet may come.
  init?(
    _ verification: URLVerification, _ patience: Duration, _ longestTime: Duration? = nil,
    mostAttempts: Int = .max, _ clock: RetryClock = .system, site: @escaping SiteLookup, _ notes: DeliveryNotes,
    awaitsArrival: Bool = true
  ) {
    self.awaitsArrival = awaitsArrival
    let judge = DeliveryJudge(site: site)
    load = LoadTrial(judge, longestTime: longestTime ?? Self.longestAttempt)
    // Shorter waits would be over before anybody has read of them.
    retries = RetryPolicy(
      firstDelay: .seconds(1), longestDelay: .seconds(8), totalLimit: patience, mostAttempts: mostAttempts,
      hasJitter: false)
    (self.clock, self.notes) = (clock, notes)
    switch verification {
    case .off: return nil
    case .head: trial = HeadTrial(judge)
    case .get: trial = load
    }
  }

  /// - Throws: `PublishError.unverified` with everything that is wrong when the time is over, or at once when waiting cannot
  ///   help.
  package func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    do throws(LoadFailure) {
      try await insist(on: asset.url) { try await trial.answer(of: asset.url, rendition) }
    } catch {
      throw error.deliversBytes
        ? .hindered(error.diagnostics) : .unverified(error.diagnostics, hasWaited: error.hasWaited)
    }
  }

  /// Loads a URL as clients do, whatever else is thought enough, without the bytes at hand.
  ///
  /// - Throws: everything that is wrong, as the other one does.
  func load(_ url: String, delivering file: some DeliverableFile) async throws(LoadFailure) {
    try await insist(on: url) { try await load.answer(of: url, delivering: file) }
  }

  private func insist(on url: String, _ attempt: @Sendable () async throws -> Answer) async throws(LoadFailure) {
    do throws(Unverified) {
      try await retries.run(clock) { () async throws(Unverified) in
        let start = ContinuousClock.now
        var answer = await Self.answer(of: url, attempt)
        answer.time = ContinuousClock.now - start
        guard answer.diagnostics.isEmpty else { throw Unverified(answer: answer, url: url, isFinal: isFinal(answer)) }
        notes.add(answer.warnings)
      }
    } catch {
      throw LoadFailure(
        diagnostics: error.answer.diagnostics, hasWaited: error.hasWaited, lastTime: error.answer.time,
        deliversBytes: error.answer.deliversBytes)
    }
  }

  /// Whether the answer is the same the next time.
  private func isFinal(_ answer: Answer) -> Bool {
    guard let status = answer.status, PassingFault.absences.contains(status) else { return answer.isPermanent }
    return !awaitsArrival || status == PassingFault.login
  }

  /// A URL that does not answer as it should.
  private struct Unverified: RetryableError {
    let answer: Answer
    let url: String
    let isFinal: Bool
    /// Whether it may still mend itself, and the time for that is over.
    var hasWaited = false

    var isTransient: Bool { answer.mayMend }
    var mostAttempts: Int? { isFinal ? 1 : nil }
    /// With the host alone: several files that wait for one server are told once.
    var briefly: String {
      let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return url[..<end] + url[end...].prefix { $0 != "/" } + ": " + answer.brief
    }

    func concluded(after effort: RetryEffort, isCancelled: Bool) -> Unverified {
      Unverified(answer: answer, url: url, isFinal: isFinal, hasWaited: isTransient && !isCancelled)
    }
  }

  private static func answer(of url: String, _ attempt: @Sendable () async throws -> Answer) async -> Answer {
    do { return try await attempt() } catch let error as FileSystemError {
      // This machine's own files say nothing of the URL.
      return Answer(diagnostics: [error.failure])
    } catch {
      return .unreachable(error.reason, url)
    }
  }
}

extension ResolvedDestination {
  /// What is published there without being proven to arrive. A directory is not served yet when it is written to, so that nobody
  /// expects a proof of it.
  var verificationNotes: [Diagnostic] {
    let unproven: String
    switch verification {
    case .get: return []
    case .off where place.folder != nil: return []
    case .head:
      unproven = "only length, type and entity tag of each URL are looked at, and no byte is loaded (`verify: head`)"
    case .off: unproven = "no published URL is tried (`verify: off`)"
    }
    return [
      Diagnostic(.destinationUnproven, .init(.destination, name), unproven)
    ]
  }
}
