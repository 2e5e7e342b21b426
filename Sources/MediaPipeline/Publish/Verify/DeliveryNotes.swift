import Findings
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
    guard !diagnostics.isEmpty else { return }
    found.withLock { found in
      for diagnostic in diagnostics {
        let kind = Kind(rule: diagnostic.rule, severity: diagnostic.severity, platforms: diagnostic.platforms)
        var (example, count) = found[kind] ?? (diagnostic, 0)
        if diagnostic.subject.name < example.subject.name { example = diagnostic }
        count += 1
        found[kind] = (example, count)
      }
    }
  }

  /// All notes, about the URLs.
  var diagnostics: [Diagnostic] {
    let notes = found.withLock { Array($0.values) }.map { example, count in
      var diagnostic = example
      if count > 1 { diagnostic.message += "; so it is with \(count - 1) other URL\(count == 2 ? "" : "s")" }
      return diagnostic
    }
    return notes.sorted { ($0.rule.rawValue, $0.message) < ($1.rule.rawValue, $1.message) }
  }

  /// All notes, about the URLs' destination.
  func diagnostics(about destination: String) -> [Diagnostic] {
    diagnostics.map { $0.about(.init(.destination, destination)) }
  }
}
