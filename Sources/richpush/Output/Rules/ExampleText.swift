import PushDelivery

/// An example of a rule as its reader can try it: a request's text, the command that makes a file, a server's answer.
struct ExampleText {
  private let example: RuleExample

  init(_ example: RuleExample) { self.example = example }

  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }

  private var text: String {
    switch example {
    case .request(let request): request.hasSuffix("\n") ? String(request.dropLast()) : request
    case .media(let media): command(media)
    case .response(let response): message(response)
    }
  }

  private func command(_ media: MediaExample) -> String {
    let lines = media.commands + [["richpush", "check"] + media.flags + [media.name]]
    return lines.map { "$ " + $0.map(\.shellQuoted).joined(separator: " ") }.joined(separator: "\n")
  }

  /// A request and its answer, as they go over the wire.
  private func message(_ response: ResponseExample) -> String { "GET \(response.path) HTTP/1.1" }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var shellQuoted: String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%"
    if !isEmpty, unicodeScalars.allSatisfy(plain.unicodeScalars.contains) { return self }
    return "'" + replacing("'", with: "'\\''") + "'"
  }
}
