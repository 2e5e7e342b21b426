import Findings
import PushDelivery
import TestSupport
import Testing

/// Texts of one piece again and again, behind what makes them a request's: what opens and never closes, and what takes others the square
/// of its length to read. A quarter of a megabyte is read in far less than the limit.
@Suite(.timeLimit(.minutes(2))) struct RepeatedPiecesTests {
  private static let pieces = [
    "{", "[", "(", "{{", "{{a", "}}", "/*", "//", "#", "'", "\"", "`", "\"\"\"", "${", "\\", "<<A\n", "$(", "{'a':",
    "{\"a\": {", "{a: [", "###\n", "POST a\n", "> ", "@a = {{b}}\n", "curl -d @a ", "a: b\n", "\r\n", ",", "\n{", "[[",
    "](", "&#x", "--data '", "\"\\", "'\\", "`\\", "Authorization: key", "fcm.googleapis.com/fcm/send/",
    "\\\"\\'", "<<A\n$(\nA\n", "curl ^\"^", "$'\\",
  ]

  @Test(arguments: RequestSyntax.allCases, pieces) func areReadInTime(_ syntax: RequestSyntax, _ piece: String) {
    for opening in [
      "", "{\"message\": ", "POST https://fcm.googleapis.com/v1/projects/p/messages:send\n\n",
    ] {
      let text = opening + String(repeating: piece, count: 250_000 / piece.utf8.count)
      let file = RequestFile(Array(text.utf8), in: syntax)
      // Any findings will do: it ends.
      _ = file.diagnostics(about: .init(.request, "a"), now: 0)
    }
  }

  /// Objects of very many members, which are read, joined and checked member by member.
  @Test(arguments: [
    ("{\"message\": {\"topic\": \"a\", ", "}}"), ("{\"message\": {\"topic\": \"a\", \"data\": {", "}}}"),
  ])
  func manyMembersAreReadInTime(_ opening: String, _ end: String) {
    let members = (0..<20_000).map { "\"k\($0)\": \"b\"" }.joined(separator: ", ")
    for syntax in RequestSyntax.allCases {
      let file = RequestFile(Array((opening + members + end).utf8), in: syntax)
      _ = file.diagnostics(about: .init(.request, "a"), now: 0)
    }
  }

  /// All programs are searched for removed interfaces.
  @Test(arguments: pieces + ["messaging().sendAll(", "x.sendAll(", ".sendAll", "a.\n", "import sendAll\n", "\"\"\"a"])
  func programsAreReadInTime(_ piece: String) throws {
    let program = "require('firebase-admin');\n" + String(repeating: piece, count: 250_000 / piece.utf8.count)
    for name in ["a.js", "a.py", "a.php"] {
      _ = try #require(UnjudgedText(fileName: name)).diagnostics(of: Array(program.utf8), at: name, rules: .standard)
    }
  }
}
