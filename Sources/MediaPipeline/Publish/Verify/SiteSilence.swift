import Findings
import PushDelivery
import Synchronization

/// Remembers sites that accept connections but do not answer, so that their other URLs do not wait.
final class SiteSilence: Sendable {
  /// The time limit for a site's URLs after one was not answered in time.
  static let hurry = Duration.seconds(5)
  /// After so many unanswered URLs in a row, the rest of a site is skipped.
  private static let most = 3

  /// The minimum duration of an attempt without an answer.
  private let length: Duration
  private let unanswered = Mutex<[String: Int]>([:])

  /// - Parameter length: the time limit of the shortest attempt.
  init(lasting length: Duration) { self.length = length * 9 / 10 }

  /// Whether the last URL of the site was not answered.
  func isSuspected(of url: String) -> Bool { count(url) > 0 }

  /// The failure to report for a skipped URL; nil if it is to be loaded.
  func failure(of url: String) -> URLVerifier.Answer? {
    guard count(url) >= Self.most else { return nil }
    let diagnostic = Diagnostic(
      .machineNetwork, .init(.url, url),
      "the published URL was not tried: \(Self.site(url)) gave no answer in time for \(Self.most) others in a row",
      remedy: "look at the server or the CDN under base-url, and verify again")
    return URLVerifier.Answer(diagnostics: [diagnostic])
  }

  /// Records a URL's result.
  ///
  /// - Parameter failure: nil if it delivered its file.
  func note(_ url: String, _ failure: URLVerifier.Answer?) {
    let isSilent = failure.map { failure in
      failure.time >= length && failure.diagnostics.allSatisfy { $0.rule == Incident.machineNetwork.id }
    }
    unanswered.withLock { counts in
      counts[Self.site(url)] = isSilent == true ? counts[Self.site(url), default: 0] + 1 : 0
    }
  }

  private func count(_ url: String) -> Int { unanswered.withLock { $0[Self.site(url)] ?? 0 } }

  private static func site(_ url: String) -> String { WebOrigin(url)?.text ?? url }
}
