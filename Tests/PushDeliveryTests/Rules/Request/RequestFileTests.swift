import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestFileTests {
  private let words = #"{"topic": "a", "notification": {"title": "T"}}"#

  @Test func takesEveryFormOfAFile() {
    for text in [words, #"{"message": \#(words)}"#, "[\(words)]", "\(words)\n\(words)\n", #"[{"message": \#(words)}]"#]
    { #expect(findings(text) == [], "\(text)") }
    #expect(RequestFile(Array("\(words)\n\(words)\n".utf8)).documents.count == 2)
  }

  @Test func tellsWhatIsNoRequest() {
    for text in ["", " \n", "{}", "[]", "3", #"{"message": 3}"#, #"{"validate_only": true}"#] {
      #expect(findings(text).map(\.rule) == ["request.shape"], "\(text)")
    }
    #expect(findings("[\(words), 3]").map(\.subject.column) == ["[\(words), ".count + 1])
  }

  /// A text that grows when it is read: each two bytes of it a value.
  @Test(arguments: [RequestSyntax.json, .jsonLines]) func tooManyValuesAreNotRead(syntax: RequestSyntax) {
    let text = "[" + String(repeating: "1,", count: 300_000) + "1]"
    let file = RequestFile(Array(text.utf8), in: syntax)
    #expect(file.errors.map(\.kind) == [.values(limit: 200_000)])
    let diagnostics = file.diagnostics(about: .init(.request, "r"), now: 0)
    #expect(diagnostics.map(\.rule) == ["json.syntax"])
    #expect(diagnostics.allSatisfy { $0.remedy.contains(".jsonl") })
  }

  @Test func placesAreTheFilesOwn() {
    let array = "[\n  \(words),\n  {\"message\": {\"topic\": \"a b\", \"notification\": {\"title\": \"T\"}}}\n]"
    let subject = findings(array).first?.subject
    #expect(subject?.line == 3)
    #expect(subject?.column == 25)
    #expect(subject?.keyPath == "[1].message.topic")
    let lines = "\(words)\n{\"topic\": \"a b\", \"notification\": {\"title\": \"T\"}}\n"
    #expect(findings(lines).map(\.subject.line) == [2])
    #expect(findings(lines).map(\.subject.keyPath) == ["topic"])
  }

  @Test func goesOnAfterADamagedLine() {
    let file = RequestFile(Array("\(words)\n{\"topic\": }\n\(words)\n".utf8), in: .jsonLines)
    #expect(file.documents.count == 2)
    #expect(file.diagnostics(about: .init(.request, "r"), now: 0).map(\.subject.line) == [2])
  }

  @Test func readsBothSpellings() {
    let camel =
      #"{"topic": "a", "notification": {"title": "T"}, "apns": {"fcmOptions": {"image": "https://e.com/a.jpg"}}}"#
    #expect(findings(camel).map(\.rule) == ["ios.mutable-content"])
  }

  /// Inside a payload FCM converts nothing.
  @Test func leavesStructuresAsTheyAre() {
    let text = #"""
      {"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {"aps": {"mutable-content": 1},
      "mutableOption": 1}, "fcm_options": {"image": "https://e.com/a.jpg"}}}
      """#
    #expect(findings(text) == [])
  }

  @Test func namesTheNearestField() {
    let found = findings(#"{"topic": "a", "notification": {"titel": "T", "body": "B"}}"#)
    #expect(found.map(\.rule) == ["request.unknown-field"])
    #expect(found.first?.remedy.contains("`title`") == true)
  }

  @Test func looksOnlyAtTheClientsAskedFor() {
    let text = #"{"topic": "a", "notification": {"title": "T", "image": "https://e.com/a.jpg"}}"#
    #expect(findings(text).map(\.rule) == ["ios.mutable-content"])
    #expect(findings(text, platforms: [.android, .web]) == [])
  }

  @Test func namesEachAddressOnceWithItsClients() {
    let text = #"""
      [{"topic": "a", "notification": {"title": "T", "image": "https://e.com/a.jpg"}},
       {"topic": "a", "apns": {"fcm_options": {"image": "https://e.com/b.gif"}},
        "notification": {"title": "T", "image": "https://e.com/a.jpg"}},
       {"topic": "a", "android": {"ttl": "60s", "notification": {"image": "https://e.com/c.jpg"}}}]
      """#
    let assets = RequestFile(Array(text.utf8)).assets
    #expect(assets.map(\.url) == ["a.jpg", "b.gif", "c.jpg"].map { "https://e.com/" + $0 })
    #expect(assets.map(\.platforms) == [[.ios, .android, .web], [.ios], [.android]])
    #expect(assets.map(\.lifetime) == [2_419_200, 2_419_200, 60])
  }

  @Test(arguments: [("2", "is 2"), ("0", "is 0"), ("true", "is true"), ("\"1\"", "is a string"), ("null", "is null")])
  func tellsWhatMutableContentIs(value: String, words: String) {
    let apns = #"{"payload": {"aps": {"mutable-content": \#(value)}}, "fcm_options": {"image": "https://e.com/a.jpg"}}"#
    let found = findings(#"{"topic": "a", "notification": {"title": "T"}, "apns": \#(apns)}"#)
    #expect(found.map(\.rule) == ["ios.mutable-content"])
    #expect(found.map { $0.message.contains("mutable-content \(words): it is to be the number 1") } == [true])
  }

  @Test func anEmptyAddressIsCalledSo() {
    let found = findings(#"{"topic": "a", "notification": {"title": "T", "image": ""}}"#)
    #expect(found.map(\.rule) == ["url.syntax"])
    #expect(found.map { $0.message.hasPrefix("the URL is empty; ") } == [true])
  }

  /// Signed addresses are judged against the moment of the check and how long the message lives.
  @Test(arguments: TextRow.table("signed addresses", in: "Requests")) func judgesSignatures(_ row: TextRow) throws {
    let found = try expiry(row[0], now: #require(Int(row[1])))
    #expect(found == ["\(row[2]) url.expiry"])
  }

  private func expiry(_ query: String, now: Int) -> [String] {
    let text = #"{"topic": "a", "android": {"notification": {"image": "https://e.com/a.jpg?\#(query)"}}}"#
    return RequestFile(Array(text.utf8)).diagnostics(about: .init(.request, "r"), now: now)
      .filter { $0.severity > .note }.map { "\($0.severity) \($0.rule)" }
  }

  /// A span beyond all moments is no end, and no sum.
  @Test(arguments: ["\(Int.max)", "\(Int32.max)0", "-1", "0"]) func spansHaveALimit(_ span: String) {
    let query = "authorization=bce-auth-v1%2Fk%2F2026-01-01T00%3A00%3A00Z%2F\(span)%2Fhost%2Fa"
    #expect(!expiry(query, now: 1_900_000_000).contains { $0.hasSuffix("url.expiry") })
  }

  @Test func passesOverWhatIsNoSignature() {
    for row in TextRow.table("unsigned addresses", in: "Requests") { #expect(expiry(row[0], now: 0) == [], "\(row)") }
  }

  private func findings(_ text: String, platforms: Set<Platform> = Set(Platform.allCases)) -> [Diagnostic] {
    RequestFile(Array(text.utf8)).diagnostics(about: .init(.request, "r.json"), platforms: platforms, now: 0)
      .filter { $0.severity > .note }
  }
}
