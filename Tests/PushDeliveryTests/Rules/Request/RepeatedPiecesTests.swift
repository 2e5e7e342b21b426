import Findings
import PushDelivery
import Testing

/// Texts of one piece again and again, behind what makes them a request's: what opens and never closes, and what takes others the square
/// of its length to read. A quarter of a megabyte is read in far less than the limit.
@Suite(.timeLimit(.minutes(2))) struct RepeatedPiecesTests {
  private static let pieces = [
    "{", "[", "(", "{{", "{{a", "}}", "/*", "//", "#", "'", "\"", "`", "\"\"\"", "${", "\\", "<<A\n", "$(", "me(topi= ",
    "a(b=", "{'a':",
    "{\"a\": {", "{a: [", "{...a, ", "**a, ", "u'", "a.b(", "a = {", "for a in ", "lambda a: ", "function a(",
    "Message(topic='a', ",
    "###\n", "POST a\n", "> ", "@a = {{b}}\n", "curl -d @a ", "a: b\n", "\r\n", ",", "a as ", "\n{", "[[", "](", "&#x",
    "--data '",
  ]

  @Test(arguments: RequestSyntax.allCases, pieces)
  func areReadInTime(_ syntax: RequestSyntax, _ piece: String) {
    for opening in [
      "", "{\"message\": ", "POST https://fcm.googleapis.com/v1/projects/p/messages:send\n\n", "messaging.Message(",
    ] {
      let text = opening + String(repeating: piece, count: 250_000 / piece.utf8.count)
      let file = RequestFile(Array(text.utf8), in: syntax)
      // Whatever is said of it, it is said.
      _ = file.diagnostics(about: .init(.request, "a"), now: 0)
    }
  }
}
