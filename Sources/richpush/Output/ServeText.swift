import Findings
import MediaFacts
import MediaPipeline
import PushDelivery

/// What a server tells people.
struct ServeText {
  let style: Style

  /// One answer on one line: who, what, the status, and what was sent.
  func line(_ exchange: ServedExchange) -> String {
    let (request, response) = (exchange.request, exchange.response)
    let sent = [
      response.fields["Content-Type"], response.fields["Content-Range"] ?? count(response.body),
    ].compactMap { $0 }
    return "\(exchange.peer) \(request.method.printable) \(request.target.printable) "
      + ([status(response.status)] + sent).joined(separator: " ")
  }

  func warning(_ file: MisnamedFile) -> String {
    let truth =
      file.format.map { "it is \($0.displayName), and is served as \($0.mediaType)" }
      ?? "it is no picture or video that is known, and is served as bytes"
    return "\(Diagnostic.Severity.warning.word(style)) \(style.bold(file.path.printable))  its name lies: \(truth)"
  }

  private func count(_ body: ServedResponse.Body) -> String? {
    if case .part(let range) = body { "\(range.count) bytes" } else { nil }
  }

  private func status(_ number: Int) -> String {
    number < 400 ? style.green(String(number)) : style.red(String(number))
  }
}
