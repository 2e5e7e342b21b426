import Findings
import PushDelivery

extension Diagnostic {
  /// Place, key path and rule on one line, for tests that look at many diagnostics.
  var summary: String { "\(subject.line ?? 0):\(subject.column ?? 0) \(subject.keyPath ?? "-") \(rule)" }
}

extension Checked {
  var summaries: [String] { diagnostics.map(\.summary) }
}
