import Findings
import PushDelivery
import TestSupport
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
    "--data '", "\"\\", "'\\", "`\\", "send({\"topic\":\"a\"", "send({topic:\"a\",", "const a={topic:", "`${",
    "messaging.Message(topic=a+", "messaging.send(messaging.Message(topic=", "'''\\",
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

  /// Objects of more members than anybody has, which are read, put together and judged member by member.
  @Test(arguments: [
    ("getMessaging().send({topic: \"a\", data: {", "}})"), ("messaging.Message(topic=\"a\", data={", "})"),
    ("{\"message\": {\"topic\": \"a\", ", "}}"), ("{\"message\": {\"topic\": \"a\", \"data\": {", "}}}"),
  ])
  func manyMembersAreReadInTime(_ opening: String, _ end: String) {
    let members = (0..<20_000).map { "\"k\($0)\": \"b\"" }.joined(separator: ", ")
    for syntax in RequestSyntax.allCases {
      let file = RequestFile(Array((opening + members + end).utf8), in: syntax)
      _ = file.diagnostics(about: .init(.request, "a"), now: 0)
    }
  }

  /// A message that a program changes at ten thousand places after it stands there, two of them the image.
  @Test(arguments: [
    (
      RequestSyntax.javaScript,
      "const m = {topic: 'a', notification: {title: 'b', image: 'http://a.example/b.jpg'}};\n",
      "getMessaging().send(m);\n"
    ),
    (
      .python, "m = {'topic': 'a', 'notification': {'title': 'b', 'image': 'http://a.example/b.jpg'}}\n",
      "messaging.send(m)\n"
    ),
  ])
  func manyChangesAreReadInTime(_ syntax: RequestSyntax, _ beginning: String, _ end: String) {
    let changes = (0..<10_000).map { "m[\"data\"][\"k\($0)\"] = f($0)\nm[\"k\($0)\"] = f($0)\n" }.joined()
    func findings(_ changes: String) -> [Diagnostic] {
      RequestFile(Array((beginning + changes + end).utf8), in: syntax).diagnostics(about: .init(.request, "a"), now: 0)
    }
    #expect(findings("").contains { $0.rule == "url.scheme" })
    let image = "m[\"notification\"][\"image\"] = f()\n"
    #expect(!findings(changes + image + image).contains { $0.rule == "url.scheme" })
  }
}
