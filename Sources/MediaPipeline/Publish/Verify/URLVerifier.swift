import Findings
package import PushDelivery

/// Tries a published URL as clients do, before a request may refer to it.
package struct URLVerifier: Sendable {
  private let load: LoadTrial
  /// nil: URLs are loaded.
  private let head: HeadTrial?
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
  ///   - site: gives the site that shows a URL.
  ///   - notes: receives notes about URLs that deliver their files.
  ///   - awaitsArrival: whether a missing file may still arrive.
  package init?(
    _ verification: URLVerification, patience: Duration = .seconds(60), mostAttempts: Int = .max,
    longestTime: Duration? = nil, clock: RetryClock = .system, site: @escaping SiteLookup = { _ in nil },
    notes: DeliveryNotes = DeliveryNotes(), awaitsArrival: Bool = true
  ) {
    guard verification != .off else { return nil }
    let judge = DeliveryJudge(site: site)
    head = verification == .head ? HeadTrial(judge: judge) : nil
    load = LoadTrial(judge, longestTime: longestTime ?? Self.longestAttempt)
    // Shorter waits would end before their notice was read.
    retries = RetryPolicy(
      firstDelay: .seconds(1), longestDelay: .seconds(8), totalLimit: patience, mostAttempts: mostAttempts,
      hasJitter: false)
    (self.clock, self.notes, self.awaitsArrival) = (clock, notes, awaitsArrival)
  }

  /// - Throws: `PublishError.unverified` with all errors when the time is over, or at once if waiting cannot help.
  package func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    do throws(Answer) {
      try await insist(on: asset.url) {
        guard let head else { return try await load.answer(of: asset.url, delivering: rendition) }
        return try await head.answer(of: asset.url, rendition)
      }
    } catch {
      throw error.deliversBytes
        ? .hindered(error.diagnostics) : .unverified(error.diagnostics, hasWaited: error.hasWaited)
    }
  }

  /// Loads a URL as clients do, whatever the verification setting, without having the bytes.
  ///
  /// - Throws: all errors, like `verify`.
  func load(_ url: String, delivering file: some DeliverableFile) async throws(Answer) {
    try await insist(on: url) { try await load.answer(of: url, delivering: file) }
  }

  private func insist(on url: String, _ attempt: @Sendable () async throws -> Answer) async throws(Answer) {
    try await retries.run(clock) { () async throws(Answer) -> Void in
      let start = ContinuousClock.now
      var answer = await Self.answer(of: url, attempt)
      guard !answer.diagnostics.isEmpty else { return notes.add(answer.warnings) }
      (answer.url, answer.time) = (url, ContinuousClock.now - start)
      if answer.mostAttempts == nil { answer.mostAttempts = mostAttempts(after: answer.status) }
      throw answer
    }
  }

  /// After how many attempts the next response would be the same; nil: it may change until the time is over.
  private func mostAttempts(after status: Int?) -> Int? {
    guard let status, PassingFault.absences.contains(status) else { return nil }
    return status == PassingFault.login ? 1 : awaitsArrival ? nil : Self.mostAbsences
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
    let unproven: String? =
      switch verification {
      case .head: "only length, type and entity tag of each URL are looked at, and no byte is loaded (`verify: head`)"
      case .off where place.folder == nil: "no published URL is tried (`verify: off`)"
      case .get, .off: nil
      }
    return unproven.map { [Diagnostic(.destinationUnproven, .init(.destination, name), $0)] } ?? []
  }
}
