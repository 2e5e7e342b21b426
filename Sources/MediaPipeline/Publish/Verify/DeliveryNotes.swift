import Findings
import PushDelivery
import Synchronization

/// Notes about published URLs that deliver their files: one line for each rule, for all of its URLs.
package final class DeliveryNotes: Sendable {
  private struct Kind: Hashable {
    let rule: RuleIdentifier
    let severity: Diagnostic.Severity
    let platforms: [Platform]?
  }

  /// The first URL's note, in sort order, so that equal runs report the same, and how many URLs have it.
  private let found = Mutex<[Kind: (example: Diagnostic, count: Int)]>([:])

  package init() {}

  /// Adds the notes about one URL.
  func add(_ diagnostics: [Diagnostic]) {
    found.withLock { found in
      for diagnostic in diagnostics {
        let kind = Kind(rule: diagnostic.rule, severity: diagnostic.severity, platforms: diagnostic.platforms)
        let (example, count) = found[kind] ?? (diagnostic, 0)
        found[kind] = (diagnostic.subject.name < example.subject.name ? diagnostic : example, count + 1)
      }
    }
  }

  var diagnostics: [Diagnostic] {
    let notes = found.withLock { Array($0.values) }.map { example, count in
      var diagnostic = example
      if count > 1 { diagnostic.message += "; so it is with \(count - 1) other URL\(count == 2 ? "" : "s")" }
      return diagnostic
    }
    return notes.sorted { ($0.rule.rawValue, $0.message) < ($1.rule.rawValue, $1.message) }
  }

  func diagnostics(about destination: String) -> [Diagnostic] {
    diagnostics.map { $0.about(.init(.destination, destination)) }
  }
}

/// Remembers sites that cannot be reached, or accept connections but do not answer, so that their other URLs do not wait.
final class SiteSilence: Sendable {
  /// The time limit for a site's URLs after one was not answered in time.
  static let hurry = Duration.seconds(5)
  /// After so many unanswered URLs in a row, the rest of a site is skipped.
  private static let most = 3

  /// The minimum duration of an attempt without an answer.
  private let length: Duration
  private let sites = Mutex<[String: Site]>([:])

  private struct Site {
    var unanswered = 0
    /// Why nothing there can be loaded.
    var absence: String?
  }

  /// - Parameter length: the time limit of the shortest attempt.
  init(lasting length: Duration) { self.length = length * 9 / 10 }

  /// Whether the last URL of the site was not answered.
  func isSuspected(of url: String) -> Bool { sites.withLock { $0[Self.site(url)]?.unanswered ?? 0 } > 0 }

  /// The finding about the whole site of a URL, of which no more are tried; nil if its URLs are to be loaded.
  func finding(at url: String) -> Diagnostic? {
    let name = Self.site(url)
    guard let site = sites.withLock({ $0[name] }) else { return nil }
    if let absence = site.absence {
      return Diagnostic(
        .machineNetwork, .init(.url, name), "no published URL there could be loaded: \(absence)",
        remedy: "look whether base-url is right and reachable from here, and verify again")
    }
    guard site.unanswered >= Self.most else { return nil }
    return Diagnostic(
      .machineNetwork, .init(.url, name),
      "it gave no answer in time for \(Self.most) published URLs in a row, so the others were not tried",
      remedy: "look at the server or the CDN under base-url, and verify again")
  }

  /// Records a URL's result.
  /// - Parameter failure: nil if it delivered its file.
  func note(_ url: String, _ failure: URLVerifier.Answer?) {
    let isSilent = failure.map { failure in
      failure.time >= length && failure.diagnostics.allSatisfy { $0.rule == Incident.machineNetwork.id }
    }
    sites.withLock { sites in
      let count = sites[Self.site(url)]?.unanswered ?? 0
      sites[Self.site(url)] = Site(unanswered: isSilent == true ? count + 1 : 0, absence: failure?.absence)
    }
  }

  private static func site(_ url: String) -> String { WebOrigin(url)?.text ?? url }
}
