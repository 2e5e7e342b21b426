import Findings
import PushDelivery
import Synchronization

/// Which sites took connections and said nothing, so that not every URL of such a site is waited for.
final class SiteSilence: Sendable {
  /// How long the URLs of a site may take of which one was not answered in its time.
  static let hurry = Duration.seconds(5)
  /// After how many in a row that were not answered the rest of a site is not asked.
  private static let most = 3

  /// How long an attempt without an answer takes at least.
  private let length: Duration
  private let unanswered = Mutex<[String: Int]>([:])

  /// - Parameter length: how long the shortest attempt may take.
  init(lasting length: Duration) { self.length = length * 9 / 10 }

  /// Whether the last URL of the site was not answered.
  func isSuspected(of url: String) -> Bool { count(url) > 0 }

  /// What is to be said of a URL that is not asked for; nil where it is.
  func failure(of url: String) -> URLVerifier.LoadFailure? {
    guard count(url) >= Self.most else { return nil }
    let diagnostic = Diagnostic(
      .machineNetwork, .init(.url, url),
      "the published URL was not tried: \(Self.site(url)) gave no answer in time for \(Self.most) others in a row",
      remedy: "look at the server or the CDN under base-url, and verify again")
    return URLVerifier.LoadFailure(diagnostics: [diagnostic], hasWaited: false, lastTime: .zero)
  }

  /// Keeps how a URL did.
  ///
  /// - Parameter failure: nil where it delivered its file.
  func note(_ url: String, _ failure: URLVerifier.LoadFailure?) {
    let isSilent = failure.map { failure in
      failure.lastTime >= length && failure.diagnostics.allSatisfy { $0.rule == Incident.machineNetwork.id }
    }
    unanswered.withLock { counts in
      counts[Self.site(url)] = isSilent == true ? counts[Self.site(url), default: 0] + 1 : 0
    }
  }

  private func count(_ url: String) -> Int { unanswered.withLock { $0[Self.site(url)] ?? 0 } }

  private static func site(_ url: String) -> String { WebOrigin(url)?.text ?? url }
}
