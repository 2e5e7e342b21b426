import Findings
import Synchronization

/// Notes about published URLs that deliver their files: one line for each rule, for all of its URLs.
final class DeliveryNotes: Sendable {
  private struct Kind: Hashable {
    let rule: RuleIdentifier
    let severity: Diagnostic.Severity
    let platforms: [Platform]?
  }

  fileprivate struct Found {
    /// The first URL's, in sort order, so that equal runs report the same.
    var example: Diagnostic
    var count = 1
  }

  private let found = Mutex<[Kind: Found]>([:])

  /// Adds the notes about one URL.
  func add(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    found.withLock { found in
      for diagnostic in diagnostics {
        let kind = Kind(rule: diagnostic.rule, severity: diagnostic.severity, platforms: diagnostic.platforms)
        guard let former = found[kind] else {
          found[kind] = Found(example: diagnostic)
          continue
        }
        found[kind]?.count += 1
        if diagnostic.subject.name < former.example.subject.name { found[kind]?.example = diagnostic }
      }
    }
  }

  /// All notes, about the URLs.
  var diagnostics: [Diagnostic] {
    found.withLock { Array($0.values) }.map(\.told).sorted {
      ($0.rule.rawValue, $0.message) < ($1.rule.rawValue, $1.message)
    }
  }

  /// All notes, about the URLs' destination.
  func diagnostics(about destination: String) -> [Diagnostic] {
    diagnostics.map { $0.about(.init(.destination, destination)) }
  }
}

extension DeliveryNotes.Found {
  fileprivate var told: Diagnostic {
    guard count > 1 else { return example }
    var diagnostic = example
    diagnostic.message += "; so it is with \(count - 1) other URL\(count == 2 ? "" : "s")"
    return diagnostic
  }
}
