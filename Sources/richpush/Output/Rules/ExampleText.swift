import Findings
import PushDelivery

/// An example of a rule as its reader can try it: a request's text, the command that makes a file, a server's answer.
struct ExampleText {
  private let example: RuleExample

  init(_ example: RuleExample) { self.example = example }

  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }

  /// The same for a page: of what is long, the beginning. `explain` has it whole.
  var excerpt: [String] {
    let lines = lines.map { $0.count > 300 ? $0.prefix(200) + "…" : $0 }
    return lines.count > 50 ? lines.prefix(10) + ["… (\(lines.count) lines in all)"] : lines
  }

  private var text: String {
    switch example {
    case .request(let request): request.hasSuffix("\n") ? String(request.dropLast()) : request
    case .media(let media): command(media)
    case .response(let response): "\(response)"
    }
  }

  private func command(_ media: MediaExample) -> String {
    let lines = media.commands + [["richpush", "check"] + media.flags + [media.name]]
    return lines.map { "$ " + $0.map(\.shellQuoted).joined(separator: " ") }.joined(separator: "\n")
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var shellQuoted: String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%"
    if !isEmpty, unicodeScalars.allSatisfy(plain.unicodeScalars.contains) { return self }
    return "'" + replacing("'", with: "'\\''") + "'"
  }
}
