import Findings
import PushDelivery

extension URLVerifier {
  /// One attempt, and whether another may succeed. It is thrown if it has errors.
  struct Answer: RetryableError {
    /// The errors of the URL.
    var diagnostics: [Diagnostic]
    /// Warnings although it delivers its file.
    var warnings: [Diagnostic] = []
    /// Whether the next attempt may succeed.
    var isTransient = false
    /// How many attempts make sense: one without such a host or a known certificate; nil: as many as there is time for.
    var mostAttempts: Int?
    /// The status that refuses the file; nil for other errors.
    var status: Int?
    /// Why nothing at its host can be loaded: it has no address, or nothing listens there.
    var absence: String?
    /// A brief reason, equal for all files of a host that fail in the same way.
    var brief = ""
    /// Whether the bytes are the published ones, whatever else is wrong.
    var deliversBytes = false
    var url = ""
    /// How long loading took.
    var time = Duration.zero
    /// Whether it could still recover, but the time for that is over.
    var hasWaited = false

    /// With only the host: files that wait for one server are reported once.
    var briefly: String {
      let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return url[..<end] + url[end...].prefix { $0 != "/" } + ": " + brief
    }

    func concluded(after effort: RetryEffort, isCancelled: Bool) -> Self {
      var answer = self
      answer.hasWaited = isTransient && !isCancelled
      return answer
    }
  }
}

extension URLVerifier.Answer {
  /// An error of the network or a server, not of the file.
  private static func passing(_ url: String, _ message: String, remedy: String, brief: String) -> URLVerifier.Answer {
    URLVerifier.Answer(
      diagnostics: [Diagnostic(.machineNetwork, .init(.url, url), message, remedy: remedy)], isTransient: true,
      brief: brief)
  }

  static func unreachable(_ detail: String, _ url: String, isPermanent: Bool = false) -> URLVerifier.Answer {
    var answer = passing(
      url, "the published URL could not be loaded: \(detail)",
      remedy: "look whether base-url is right and reachable from here, and run again",
      brief: "it cannot be loaded (\(detail))")
    if isPermanent { answer.mostAttempts = 1 }
    return answer
  }

  /// A server that does not deliver now: this is not about the file, so the previous requests stay.
  static func busy(_ detail: String, _ url: String) -> URLVerifier.Answer {
    passing(
      url, "the published URL does not deliver its file now: \(detail)",
      remedy: "look at the server or the CDN under base-url, and run again; nothing is uploaded twice", brief: detail)
  }

  /// A server that delivers the file too late for some client: a slow line may soon be faster.
  ///
  /// - Parameter late: the findings of the rule about time.
  static func slow(_ late: [Diagnostic], _ url: String) -> URLVerifier.Answer {
    let words = late.map(\.message).joined(separator: ", ")
    let limit = LoadingClient.android.timeLimit.value
    return passing(
      url,
      "the published URL delivers its file too late now: \(words), and Android gives up after \(limit) (http.time)",
      remedy: "run again, as nothing is uploaded twice; if it stays so slow, " + ResponseRules.time.description.remedy,
      brief: "it takes longer than the \(limit) s that Android waits")
  }

  /// A page instead of the picture: page hosts answer like this until a deployment is done.
  ///
  /// - Parameter errors: the findings of the rules.
  static func page(_ type: String, _ errors: [Diagnostic], _ url: String) -> URLVerifier.Answer {
    let page = "\(type.printable) in place of the file"
    return URLVerifier.Answer(
      diagnostics: errors.isEmpty ? [.unverified("the URL delivers \(page)", url)] : errors, isTransient: true,
      brief: "it answers with \(page)")
  }

  /// A server without a secure connection.
  static func insecure(_ detail: String, _ url: String, _ judge: DeliveryJudge) -> URLVerifier.Answer {
    let exchanges = LoadingClient.allCases.map { Exchange($0, hops: [], end: .failed(.insecure(detail: detail))) }
    let errors = judge.judge(HostedAsset(url, platforms: Set(Platform.allCases), exchanges: exchanges)).errors
    return URLVerifier.Answer(
      diagnostics: errors, isTransient: true, mostAttempts: 1, brief: errors.first?.message ?? detail)
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
