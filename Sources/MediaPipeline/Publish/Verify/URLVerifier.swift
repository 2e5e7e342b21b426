import Findings
package import PushDelivery

/// Tries a published URL as clients use it, before a request may refer to it.
package struct URLVerifier: Sendable {
  /// One attempt, and whether another may go better.
  struct Answer: Sendable {
    /// What is wrong with the URL.
    var diagnostics: [Diagnostic]
    var mayMend = false
    /// Why, in words that are the same for each file of a host that fails in the same way.
    var brief = ""
    /// How long it took to get.
    var time = Duration.zero
  }

  /// Why a URL was not proven to deliver its file.
  struct LoadFailure: Error {
    var diagnostics: [Diagnostic]
    var hasWaited: Bool
    /// How long the last attempt took: all the time that it had, where nothing answered.
    var lastTime: Duration
  }

  private let trial: any URLTrial
  private let load: LoadTrial
  private let retries: RetryPolicy
  private let clock: RetryClock

  /// - Parameters:
  ///   - verification: how far URLs are tried; `off` makes no verifier.
  ///   - patience: for how long a URL that does not answer yet is asked again: caches in front of a bucket may be late.
  ///   - longestTime: for each attempt to load it, where that is less than the clients' own; nil: the clients' own.
  package init?(
    _ verification: URLVerification, patience: Duration = .seconds(60), longestTime: Duration? = nil,
    clock: RetryClock = .system
  ) {
    load = LoadTrial(longestTime: longestTime)
    // Shorter waits would be over before anybody has read of them.
    retries = RetryPolicy(
      firstDelay: .seconds(1), longestDelay: .seconds(8), totalLimit: patience, mostAttempts: .max, hasJitter: false)
    self.clock = clock
    switch verification {
    case .off: return nil
    case .head: trial = HeadTrial()
    case .get: trial = load
    }
  }

  /// - Throws: `PublishError.unverified` with everything that is wrong when the time is over, or at once when waiting cannot
  ///   help.
  package func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    do throws(LoadFailure) {
      try await insist(on: asset.url) { try await trial.answer(of: asset.url, rendition) }
    } catch {
      throw .unverified(error.diagnostics, hasWaited: error.hasWaited)
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
        if !answer.diagnostics.isEmpty { throw Unverified(answer: answer, url: url) }
      }
    } catch {
      throw LoadFailure(
        diagnostics: error.answer.diagnostics, hasWaited: error.hasWaited, lastTime: error.answer.time)
    }
  }

  /// A URL that does not answer as it should.
  private struct Unverified: RetryableError {
    let answer: Answer
    let url: String
    /// Whether it may still mend itself, and the time for that is over.
    var hasWaited = false

    var isTransient: Bool { answer.mayMend }
    /// With the host alone: several files that wait for one server are told once.
    var briefly: String {
      let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return url[..<end] + url[end...].prefix { $0 != "/" } + ": " + answer.brief
    }

    func concluded(after effort: RetryEffort, isCancelled: Bool) -> Unverified {
      Unverified(answer: answer, url: url, hasWaited: isTransient && !isCancelled)
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

/// One way to try a URL.
protocol URLTrial: Sendable {
  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer
}

extension URLVerifier.Answer {
  static func unreachable(_ detail: String, _ url: String) -> URLVerifier.Answer {
    URLVerifier.Answer(
      diagnostics: [
        Diagnostic(
          .machineNetwork, .init(.url, url), "the published URL could not be loaded: \(detail)",
          remedy: "look whether base-url is right and reachable from here, and run again")
      ], mayMend: true, brief: "it cannot be loaded (\(detail))")
  }

  /// A server that does not deliver just now: no word about the file, so that the requests of before stay as they are.
  static func busy(_ detail: String, _ url: String) -> URLVerifier.Answer {
    URLVerifier.Answer(
      diagnostics: [
        Diagnostic(
          .machineNetwork, .init(.url, url), "the published URL does not deliver its file now: \(detail)",
          remedy: "look at the server or the CDN under base-url, and run again; nothing is uploaded twice")
      ], mayMend: true, brief: detail)
  }

  /// Statuses that tell of a server's state and not of a file
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9, https://www.rfc-editor.org/rfc/rfc6585#section-4), and those from 520 on,
  /// which CDNs have for what lies behind them
  /// (https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/). Others, such as 501, tell of
  /// what a server never does.
  static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504, 507].contains(status) || (520...599).contains(status)
  }

  /// What a cache in front of a bucket says before it has heard of an object, and what a server says in passing. S3 answers 403
  /// for a missing object to whoever may not list the bucket
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
  static func mayMend(_ status: Int?) -> Bool {
    guard let status else { return true }
    return [401, 403, 404].contains(status) || isPassing(status)
  }
}

extension Diagnostic {
  static func unverified(_ message: String, _ url: String) -> Diagnostic {
    Diagnostic(
      .destinationUnverified, .init(.url, url), message + "; clients would not show what was published",
      remedy: "look whether base-url leads to the bucket, and whether something in front of it changes what it delivers"
    )
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
      Diagnostic(
        .destinationUnproven, .init(.destination, name), unproven,
        remedy: "use `verify: get` to prove that the bytes arrive")
    ]
  }
}
