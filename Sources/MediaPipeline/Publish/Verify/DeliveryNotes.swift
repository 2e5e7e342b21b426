import Findings
import Synchronization

/// What there is to say of published URLs that deliver their files all the same: of each rule one line, for all the URLs that it is
/// said of.
final class DeliveryNotes: Sendable {
  private struct Kind: Hashable {
    let rule: RuleIdentifier
    let severity: Diagnostic.Severity
    let platforms: [Platform]?
  }

  fileprivate struct Found {
    /// The one of the first URL by its letters, so that equal runs say the same.
    var example: Diagnostic
    var count = 1
  }

  private let found = Mutex<[Kind: Found]>([:])

  /// Keeps what is said of one URL.
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

  /// All of it, about the URLs.
  var diagnostics: [Diagnostic] {
    found.withLock { Array($0.values) }.map(\.told).sorted {
      ($0.rule.rawValue, $0.message) < ($1.rule.rawValue, $1.message)
    }
  }

  /// The same about the destination that the URLs belong to.
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
