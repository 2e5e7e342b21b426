import Findings
package import PushDelivery

/// Tries a published URL as clients do, before a request may refer to it.
package struct URLVerifier: Sendable {
  /// Why a URL is not proven to deliver its file.
  struct LoadFailure: Error {
    var diagnostics: [Diagnostic]
    var hasWaited: Bool
    /// How long the last attempt took: the whole limit if there was no answer.
    var lastTime: Duration
    /// Whether it delivers the bytes, but something else is wrong.
    var deliversBytes = false
  }

  private let trial: any URLTrial
  private let load: LoadTrial
  private let retries: RetryPolicy
  private let clock: RetryClock
  private let notes: DeliveryNotes
  /// Whether published files only reach their URL after a deployment.
  private let awaitsArrival: Bool

  /// The longest attempt, even if a client would wait longer: with one more attempt, or two quick ones, it fills the minute for which a URL
  /// is tried.
  private static let longestAttempt = Duration.seconds(30)
  /// A missing file that nothing deploys is asked for this often: within the three seconds this takes, other files of the same place show
  /// whether base-url is right, and a cache that has not heard of the file learns of it.
  private static let mostAbsences = 3

  /// - Parameters:
  ///   - verification: how thoroughly URLs are tried; nil for `off`.
  ///   - patience: for how long a URL that does not answer yet is retried.
  ///   - mostAttempts: the maximum number of attempts.
  ///   - longestTime: the limit of each attempt, if less than the clients' own; nil: half a minute.
  package init?(
    _ verification: URLVerification, patience: Duration = .seconds(60), mostAttempts: Int = .max,
    longestTime: Duration? = nil, clock: RetryClock = .system
  ) {
    self.init(
      verification, patience, longestTime, mostAttempts: mostAttempts, clock, site: { _ in nil }, DeliveryNotes())
  }

  /// - Parameters:
  ///   - site: gives the site that shows a URL.
  ///   - notes: receives notes about URLs that deliver their files.
  ///   - awaitsArrival: whether a missing file may still arrive.
  init?(
    _ verification: URLVerification, _ patience: Duration, _ longestTime: Duration? = nil,
    mostAttempts: Int = .max, _ clock: RetryClock = .system, site: @escaping SiteLookup, _ notes: DeliveryNotes,
    awaitsArrival: Bool = true
  ) {
    self.awaitsArrival = awaitsArrival
    let judge = DeliveryJudge(site: site)
    load = LoadTrial(judge, longestTime: longestTime ?? Self.longestAttempt)
    // Shorter waits would end before their notice was read.
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

  /// - Throws: `PublishError.unverified` with all errors when the time is over, or at once if waiting cannot help.
  package func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    do throws(LoadFailure) {
      try await insist(on: asset.url) { try await trial.answer(of: asset.url, rendition) }
    } catch {
      throw error.deliversBytes
        ? .hindered(error.diagnostics) : .unverified(error.diagnostics, hasWaited: error.hasWaited)
    }
  }

  /// Loads a URL as clients do, whatever the verification setting, without having the bytes.
  ///
  /// - Throws: all errors, like `verify`.
  func load(_ url: String, delivering file: some DeliverableFile) async throws(LoadFailure) {
    try await insist(on: url) { try await load.answer(of: url, delivering: file) }
  }

  private func insist(on url: String, _ attempt: @Sendable () async throws -> Answer) async throws(LoadFailure) {
    do throws(Unverified) {
      try await retries.run(clock) { () async throws(Unverified) in
        let start = ContinuousClock.now
        var answer = await Self.answer(of: url, attempt)
        answer.time = ContinuousClock.now - start
        guard answer.diagnostics.isEmpty else {
          throw Unverified(answer: answer, url: url, mostAttempts: mostAttempts(after: answer))
        }
        notes.add(answer.warnings)
      }
    } catch {
      throw LoadFailure(
        diagnostics: error.answer.diagnostics, hasWaited: error.hasWaited, lastTime: error.answer.time,
        deliversBytes: error.answer.deliversBytes)
    }
  }

  /// After how many attempts the next response would be the same; nil: it may change until the time is over.
  private func mostAttempts(after answer: Answer) -> Int? {
    if answer.isPermanent || answer.status == PassingFault.login { return 1 }
    guard let status = answer.status, PassingFault.absences.contains(status), !awaitsArrival else { return nil }
    return Self.mostAbsences
  }

  /// A URL with a wrong response.
  private struct Unverified: RetryableError {
    let answer: Answer
    let url: String
    let mostAttempts: Int?
    /// Whether it could still recover, but the time for that is over.
    var hasWaited = false

    var isTransient: Bool { answer.mayRecover }
    /// With only the host: files that wait for one server are reported once.
    var briefly: String {
      let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return url[..<end] + url[end...].prefix { $0 != "/" } + ": " + answer.brief
    }

    func concluded(after effort: RetryEffort, isCancelled: Bool) -> Unverified {
      Unverified(answer: answer, url: url, mostAttempts: mostAttempts, hasWaited: isTransient && !isCancelled)
    }
  }

  private static func answer(of url: String, _ attempt: @Sendable () async throws -> Answer) async -> Answer {
    do { return try await attempt() } catch let error as FileSystemError {
      // This machine's files say nothing about the URL.
      return Answer(diagnostics: [error.failure])
    } catch {
      return .unreachable(error.reason, url)
    }
  }
}

extension ResolvedDestination {
  /// A note about files published without proof of arrival. A directory is not yet served when it is written, so no proof is expected.
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
