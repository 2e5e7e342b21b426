import Findings
import PushDelivery

/// What the clients would make of an asset: `shows on iOS, web; text only on Android because android.bytes`.
struct VerdictText {
  private let verdicts: [Verdict]
  private let style: Style

  init(_ verdicts: [Verdict], style: Style) {
    self.verdicts = verdicts
    self.style = style
  }

  /// nil when no client was asked.
  var line: String? {
    guard !verdicts.isEmpty else { return nil }
    let shown = verdicts.filter(\.shows).map(\.platform.displayName)
    let parts = (shown.isEmpty ? [] : [style.green("shows on " + shown.joined(separator: ", "))]) + refusals
    return parts.joined(separator: "; ")
  }

  /// Clients that refuse it for the same reasons stand together.
  private var refusals: [String] {
    let refused = verdicts.filter { !$0.shows }
    let reasons = refused.map(\.because).reduce(into: [[RuleIdentifier]]()) { if !$0.contains($1) { $0.append($1) } }
    return reasons.map { rules in
      let clients = refused.filter { $0.because == rules }.map(\.platform.displayName).joined(separator: ", ")
      return style.red("text only on \(clients)") + " because " + rules.map(\.rawValue).joined(separator: ", ")
    }
  }
}
