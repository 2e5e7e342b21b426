import Findings
package import PushDelivery

/// Tries a published URL as clients do, before a request may refer to it.
package struct URLVerifier: Sendable {
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
  ///   - patience: for how long a URL that does not answer yet is retried.
  ///   - longestTime: the limit of each attempt, if less than the clients' own; nil: half a minute.
  ///   - awaitsArrival: whether a missing file may still arrive.
  package init(
    patience: Duration = .seconds(60), mostAttempts: Int = .max,
    longestTime: Duration? = nil, clock: RetryClock = .system, site: @escaping SiteLookup = { _ in nil },
    notes: DeliveryNotes = DeliveryNotes(), awaitsArrival: Bool = true
  ) {
    load = LoadTrial(site: site, longestTime: longestTime ?? Self.longestAttempt)
    // Shorter waits would end before their notice was read.
    retries = RetryPolicy(
      firstDelay: .seconds(1), longestDelay: .seconds(8), totalLimit: patience, mostAttempts: mostAttempts,
      hasJitter: false)
    (self.clock, self.notes, self.awaitsArrival) = (clock, notes, awaitsArrival)
  }

  /// - Throws: `PublishError.unverified` with all errors when the time is over, or at once if waiting cannot help.
  package func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    do throws(Answer) { try await load(asset.url, delivering: rendition) } catch {
      notes.addFailure(of: asset.url)
      throw error.deliversBytes
        ? .hindered(error.diagnostics) : .unverified(error.diagnostics, hasWaited: error.hasWaited)
    }
  }

  /// Loads a URL as clients do, without having the bytes.
  func load(_ url: String, delivering file: some DeliverableFile) async throws(Answer) {
    try await retries.run(clock) { () async throws(Answer) -> Void in
      let start = ContinuousClock.now
      var answer = await self.answer(of: url, file)
      guard !answer.diagnostics.isEmpty else { return notes.add(answer.warnings) }
      (answer.url, answer.time) = (url, ContinuousClock.now - start)
      if answer.mostAttempts == nil { answer.mostAttempts = mostAttempts(after: answer.status) }
      throw answer
    }
  }

  /// After how many attempts the next response would be the same; nil: it may change until the time is over.
  private func mostAttempts(after status: Int?) -> Int? {
    guard let status else { return nil }
    if status == AbsentStatus.login { return 1 }
    return awaitsArrival || !AbsentStatus.mayFollow(status) ? nil : Self.mostAbsences
  }

  private func answer(of url: String, _ file: some DeliverableFile) async -> Answer {
    do { return try await load.answer(of: url, delivering: file) } catch let error as FileSystemError {
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
    guard verification == .off, place.folder == nil else { return [] }
    return [Diagnostic(.destinationUnproven, .init(.destination, name), "no published URL is tried (`verify: off`)")]
  }
}

extension URLVerifier {
  /// One attempt, and whether another may succeed. It is thrown if it has errors.
  struct Answer: RetryableError {
    var diagnostics: [Diagnostic]
    /// Warnings although it delivers its file.
    var warnings: [Diagnostic] = []
    var isTransient = false
    /// How many attempts make sense: one without such a host or a known certificate; nil: as many as there is time for.
    var mostAttempts: Int?
    /// The status of an answer without the file; nil for other errors.
    var status: Int?
    /// Why nothing at its host can be loaded: it has no address, or nothing listens there.
    var absence: String?
    /// A brief reason, equal for all files of a host that fail in the same way.
    var brief = ""
    /// Whether the bytes are the published ones, whatever else is wrong.
    var deliversBytes = false
    var url = ""
    var time = Duration.zero
    /// Whether it could still recover, but the time for that is over.
    var hasWaited = false

    /// With only the host: files that wait for one server are reported once.
    var briefly: String {
      let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return url[..<end] + url[end...].prefix { $0 != "/" } + ": " + brief
    }

    func concluded(after attempts: Int, _ elapsed: Duration, isCancelled: Bool) -> Self {
      var answer = self
      answer.hasWaited = isTransient && !isCancelled
      return answer
    }
  }
}

extension URLVerifier.Answer {
  /// An error of the network or a server, not of the file.
  private static func passing(_ url: String, _ message: String, remedy: String, brief: String) -> Self {
    let failure = Diagnostic(.machineNetwork, .init(.url, url), message, remedy: remedy)
    return Self(diagnostics: [failure], isTransient: true, brief: brief)
  }

  static func unreachable(_ detail: String, _ url: String) -> Self {
    passing(
      url, "the published URL could not be loaded: \(detail)",
      remedy: "look whether base-url is right and reachable from here, and try again",
      brief: "it cannot be loaded (\(detail))")
  }

  /// A server that does not deliver now: this is not about the file, so the previous requests stay.
  static func busy(_ detail: String, _ url: String) -> Self {
    passing(
      url, "the published URL does not deliver its file now: \(detail)",
      remedy: "look at the server or the CDN under base-url, and try again; nothing is uploaded twice", brief: detail)
  }

  /// A server that delivers the file too late for some client, by the rule about time: a slow line may soon be faster.
  static func slow(_ late: [Diagnostic], _ url: String) -> Self {
    let words = late.map(\.message).joined(separator: ", ")
    let limit = LoadingClient.android.timeLimit.value
    return passing(
      url,
      "the published URL delivers its file too late now: \(words), and Android gives up after \(limit) (http.time)",
      remedy: "try again, as nothing is uploaded twice; if it stays so slow, " + ResponseRules.time.description.remedy,
      brief: "it takes longer than the \(limit) s that Android waits")
  }

  /// A page instead of the picture: page hosts answer like this until a deployment is done.
  ///
  /// - Parameter errors: the findings of the rules, if some clients get another answer.
  static func page(_ type: String, _ errors: [Diagnostic], _ url: String) -> Self {
    let page = "\(type.printable) in place of the file"
    let told = errors.isEmpty ? [.unverified("the URL delivers \(page)", url)] : errors
    let status = errors.isEmpty ? 200 : nil
    return Self(diagnostics: told, isTransient: true, status: status, brief: "it answers with \(page)")
  }
}

extension Diagnostic {
  static func unverified(_ message: String, _ url: String) -> Diagnostic {
    Diagnostic(.destinationUnverified, .init(.url, url), message + "; clients would not show what was published")
  }

  /// The finding for a URL that was waited for in vain, on a host that delivers others: a newly published file is late there, not refused.
  var ofLateURL: Diagnostic {
    guard !rule.isEnvironmental else { return self }
    return Diagnostic(
      .machineNetwork, subject, "the published URL does not deliver its file yet: \(message) (\(rule.rawValue))",
      remedy:
        "run again in a while: a cache in front of what is published may be late, and nothing is uploaded twice; "
        + "if it stays so, \(remedy)", platforms: platforms.map(Set.init))
  }
}
