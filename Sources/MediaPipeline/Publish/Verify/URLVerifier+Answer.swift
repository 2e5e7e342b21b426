import Findings
import PushDelivery

/// One way to try a URL.
protocol URLTrial: Sendable {
  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer
}

extension URLVerifier {
  /// One attempt, and whether another may go better.
  struct Answer: Sendable {
    /// What is wrong with the URL.
    var diagnostics: [Diagnostic]
    /// What is to be said of it although it delivers its file.
    var warnings: [Diagnostic] = []
    var mayMend = false
    /// Whether asking again is of no use: no such host, no certificate that is known.
    var isPermanent = false
    /// By which the file is refused; nil where something else is wrong.
    var status: Int?
    /// Why, in words that are the same for each file of a host that fails in the same way.
    var brief = ""
    /// Whether the bytes are those that were published, whatever else is wrong.
    var deliversBytes = false
    /// How long it took to get.
    var time = Duration.zero
  }
}

extension URLVerifier.Answer {
  /// What is the network's or a server's fault, and no word about the file.
  private static func passing(_ url: String, _ message: String, remedy: String, brief: String) -> URLVerifier.Answer {
    URLVerifier.Answer(
      diagnostics: [Diagnostic(.machineNetwork, .init(.url, url), message, remedy: remedy)], mayMend: true, brief: brief
    )
  }

  static func unreachable(_ detail: String, _ url: String, isPermanent: Bool = false) -> URLVerifier.Answer {
    var answer = passing(
      url, "the published URL could not be loaded: \(detail)",
      remedy: "look whether base-url is right and reachable from here, and run again",
      brief: "it cannot be loaded (\(detail))")
    answer.isPermanent = isPermanent
    return answer
  }

  /// A server that does not deliver just now: no word about the file, so that the requests of before stay as they are.
  static func busy(_ detail: String, _ url: String) -> URLVerifier.Answer {
    passing(
      url, "the published URL does not deliver its file now: \(detail)",
      remedy: "look at the server or the CDN under base-url, and run again; nothing is uploaded twice", brief: detail)
  }

  /// A server that delivers the file, and too late for some client: a line that is slow now may be quicker in a moment.
  ///
  /// - Parameter late: what the rule about time says.
  static func slow(_ late: [Diagnostic], _ url: String) -> URLVerifier.Answer {
    let words = late.map(\.message).joined(separator: ", ")
    let limit = LoadingClient.android.timeLimit.value
    return passing(
      url,
      "the published URL delivers its file too late now: \(words), and Android gives up after \(limit) (http.time)",
      remedy: "run again, as nothing is uploaded twice; if it stays so slow, " + ResponseRules.time.description.remedy,
      brief: "it takes longer than the \(limit) s that Android waits")
  }

  /// Something that is no picture at all, under a name made of a picture's bytes: hosts of pages answer so until a deployment is
  /// done.
  ///
  /// - Parameter errors: what the rules say of it.
  static func page(_ type: String, _ errors: [Diagnostic], _ url: String) -> URLVerifier.Answer {
    let page = "\(type.printable) in place of the file"
    return URLVerifier.Answer(
      diagnostics: errors.isEmpty ? [.unverified("the URL delivers \(page)", url)] : errors, mayMend: true,
      brief: "it answers with \(page)")
  }

  /// A server with which no secure connection comes about.
  static func insecure(_ detail: String, _ url: String, _ judge: DeliveryJudge) -> URLVerifier.Answer {
    let exchanges = LoadingClient.allCases.map { Exchange($0, hops: [], end: .failed(.insecure(detail: detail))) }
    let errors = judge.judge(HostedAsset(url, platforms: Set(Platform.allCases), exchanges: exchanges)).errors
    return URLVerifier.Answer(
      diagnostics: errors, mayMend: true, isPermanent: true, brief: errors.first?.message ?? detail)
  }
}

extension Diagnostic {
  static func unverified(_ message: String, _ url: String) -> Diagnostic {
    Diagnostic(.destinationUnverified, .init(.url, url), message + "; clients would not show what was published")
  }

  /// The same of a URL that was waited for in vain, of a host that delivers others: what was just published under a name of its own
  /// is late there, and was not refused.
  var ofLateURL: Diagnostic {
    guard !rule.isEnvironmental else { return self }
    return Diagnostic(
      .machineNetwork, subject, "the published URL does not deliver its file yet: \(message) (\(rule.rawValue))",
      remedy:
        "run again in a while: a cache in front of what is published may be late, and nothing is uploaded twice; "
        + "if it stays so, \(remedy)", platforms: platforms.map(Set.init))
  }
}
