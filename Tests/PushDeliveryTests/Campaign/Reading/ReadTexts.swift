import Findings
import PushDelivery

/// Reads a campaign of one message with the id `a` that goes to the topic `t` unless its keys say otherwise.
func readMessage(_ keys: String, target: String = "{topic: t}", top: String = "") -> Checked<Campaign> {
  Campaign.read(top + "\nmessages: [{id: a, target: \(target), \(keys)}]")
}

extension Checked<Campaign> {
  /// Each message as `id target title`.
  var lines: [String] {
    (value?.messages ?? []).map { message in
      [message.id, message.target.text, message.title].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Rule and key path of each problem.
  var problems: [String] { diagnostics.map { "\($0.subject.keyPath ?? "-") \($0.rule)" } }
}

extension Diagnostic {
  /// Place, key path and rule on one line, for tests that look at many diagnostics.
  var summary: String { "\(subject.line ?? 0):\(subject.column ?? 0) \(subject.keyPath ?? "-") \(rule)" }
}

extension Checked {
  var summaries: [String] { diagnostics.map(\.summary) }
}
