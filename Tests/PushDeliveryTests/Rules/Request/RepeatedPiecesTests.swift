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
    "\\\"\\'", "\\\"\\\n", "<<A\n$(\nA\n", "curl ^\"^", "$'\\", "^", "^^\r\n", "\0", "\r", "\u{301}", "-\u{301}", "$",
    #"-d '{"topic": "a", "notification": {"title": "T"}}' "#, #"curl -d '{"topic": "a"}';"#,
  ]

  @Test(arguments: RequestSyntax.allCases, pieces) func areReadInTime(_ syntax: RequestSyntax, _ piece: String) {
    for opening in [
      "", "{\"message\": ", "POST https://fcm.googleapis.com/v1/projects/p/messages:send\n\n",
      "curl " + String(repeating: "$(", count: 4000),
    ] {
      read(Array((opening + Self.long(piece)).utf8), syntax)
    }
  }

  /// Objects and lists of very many members, which are read, joined and checked one by one, and of which each may break a rule.
  @Test(arguments: [
    ("", "\"k‹›\": \"b\"", ""), ("\"data\": {", "\"k‹›\": \"b\"", "}"),
    ("\"data\": {", "\"google.k‹›\": \"#N/A\"", "}"),
    ("\"webpush\": {\"notification\": {\"actions\": [", "{\"title\": \"Neu ‹› ????\"}", "]}}"),
  ])
  func manyMembersAreReadInTime(_ opening: String, _ member: String, _ end: String) {
    let (opening, end) = ("{\"message\": {\"topic\": \"a\", " + opening, end + "}}")
    let members = (0..<20_000).map { member.replacing("‹›", with: "\($0)") }.joined(separator: ", ")
    for syntax in RequestSyntax.allCases { read(Array((opening + members + end).utf8), syntax) }
  }

  /// Each piece may be a gap in a draft.
  @Test(arguments: ["todo ", "xx ", "only TBD ", "B {} B ", "20–18 ", "9,99 ? "]) func longBodiesAreReadInTime(
    _ piece: String
  ) {
    let body = "\"notification\": {\"body\": \"\(Self.long(piece))\"}"
    read(Array("{\"message\": {\"topic\": \"a\", \(body)}}".utf8), .json)
  }

  /// All programs are searched for removed interfaces.
  @Test(arguments: pieces + ["messaging().sendAll(", "x.sendAll(", ".sendAll", "a.\n", "import sendAll\n", "\"\"\"a"])
  func programsAreReadInTime(_ piece: String) throws {
    try readPrograms("require('firebase-admin');\n" + Self.long(piece) + "\n\n")
  }

  /// Pieces in any order, cut off at every place and again and again.
  @Test(arguments: 0..<24 as Range<UInt64>) func areReadInTimeInAnyOrder(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mixed = (0..<12).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
    let opening = ["", "curl ^\"", "curl -d '", "POST https://fcm.googleapis.com/batch\n\n{"][Int(seed % 4)]
    let long = Self.long(mixed, 60_000)
    for text in Array((opening + mixed).utf8).beginnings + [Array((opening + long).utf8)] {
      for syntax in RequestSyntax.allCases { read(text, syntax) }
      for export in Self.exports(of: text) { read(export, .json) }
    }
    for end in mixed.utf8.indices {
      try readPrograms("sendAll('firebase-admin'" + String(decoding: mixed.utf8[..<end], as: UTF8.self))
    }
    try readPrograms("require('firebase-admin');\n" + long + "\n\n")
  }

  /// A body in the exports of Postman, browsers and Insomnia.
  private static func exports(of body: [UInt8]) -> [[UInt8]] {
    var text: [UInt8] = []
    JSONText.append(String(decoding: body, as: UTF8.self), to: &text)
    return [
      ("{\"info\": {\"name\": \"a\"}, \"item\": [{\"request\": {\"body\": {\"raw\": ", "}}}]}"),
      ("{\"log\": {\"entries\": [{\"request\": {\"postData\": {\"text\": ", "}}}]}}"),
      ("{\"_type\": \"export\", \"resources\": [{\"_type\": \"request\", \"body\": {\"text\": ", "}}]}"),
    ].map { Array($0.utf8) + text + Array($1.utf8) }
  }

  private static func long(_ piece: String, _ count: Int = 250_000) -> String {
    String(repeating: piece, count: max(1, count / piece.utf8.count))
  }

  /// Any findings will do: it ends.
  private func read(_ text: [UInt8], _ syntax: RequestSyntax) {
    _ = RequestFile(text, in: syntax).diagnostics(about: .init(.request, "a"), now: 0)
  }

  private func readPrograms(_ program: String) throws {
    for name in ["a.js", "a.py", "a.php"] {
      _ = try #require(UnjudgedText(fileName: name)).diagnostics(of: Array(program.utf8), at: name, rules: .standard)
    }
  }
}
