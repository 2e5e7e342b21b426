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
  private let failed = Mutex<Set<String>>([])

  package init() {}

  /// The URLs that did not deliver their files.
  var failing: Set<String> { failed.withLock(\.self) }

  func addFailure(of url: String) { failed.withLock { _ = $0.insert(url) } }

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
  /// After so many unanswered URLs in a row, the rest of a site is skipped.
  private static let most = 3

  /// The minimum duration of an attempt without an answer.
  private let length: Duration
  private let sites = Mutex<[String: (unanswered: Int, finding: Diagnostic?)]>([:])

  /// - Parameter limit: of each attempt; nil: the clients' own, of which the shortest has five seconds.
  init(lasting limit: Duration?) { length = min(limit ?? .seconds(5), .seconds(5)) * 9 / 10 }

  /// The finding about the whole site of a URL, of which no more are tried; nil if its URLs are to be loaded.
  func finding(at url: String) -> Diagnostic? { sites.withLock { $0[Self.site(url)]?.finding } }

  /// Records a URL's result.
  /// - Parameter failure: nil if it delivered its file.
  func note(_ url: String, _ failure: URLVerifier.Answer?) {
    let site = Self.site(url)
    let isSilent =
      failure.map { $0.time >= length && $0.diagnostics.allSatisfy { $0.rule == Incident.machineNetwork.id } } ?? false
    sites.withLock { sites in
      let unanswered = isSilent ? (sites[site]?.unanswered ?? 0) + 1 : 0
      let words =
        if let absence = failure?.absence { "no published URL there could be loaded: \(absence)" } else {
          "it gave no answer in time for \(Self.most) published URLs in a row, so the others were not tried"
        }
      let isAbsent = failure?.absence != nil
      let deed =
        isAbsent && (try? StrictURL(site))?.isLocal == true
        ? "start the server of this machine, such as `richpush serve`"
        : "look whether base-url is right and its server or CDN answers"
      let finding = Diagnostic(.machineNetwork, .init(.url, site), words, remedy: "\(deed), and verify again")
      sites[site] = (unanswered, isAbsent || unanswered >= Self.most ? finding : nil)
    }
  }

  private static func site(_ url: String) -> String { WebOrigin(url)?.text ?? url }
}
