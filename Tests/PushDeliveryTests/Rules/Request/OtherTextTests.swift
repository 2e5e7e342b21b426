import Findings
import PushDelivery
import TestSupport
import Testing

/// Requests to other services are named, and other known JSON is recognized.
@Suite struct ForeignServiceTests {
  private func messages(_ text: String, in syntax: RequestSyntax = .json) -> [String] {
    RequestFile(Array(text.utf8), in: syntax).diagnostics(about: .init(.request, "r"), now: 1_800_000_000)
      .filter { $0.severity > .note }.map { "\($0.severity.rawValue): \($0.message)" }
  }

  @Test(arguments: TextRow.table("bodies for other services", in: "Requests")) func areNamedByTheirBody(_ row: TextRow)
  {
    let messages = messages(row[0])
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.hasPrefix("warning: not judged: ") && $0.contains(row[1]) }, "\(messages)")
  }

  @Test(arguments: TextRow.table("addresses of other services", in: "Requests"))
  func areNamedByTheirAddress(_ row: TextRow) {
    let text =
      "POST \(row[0])\nContent-Type: application/json\n\n{\"to\": \"/topics/news\", \"notification\": {\"title\": \"A\"}}\n"
    let messages = messages(text, in: .http)
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.contains("not judged") && $0.contains(row[1]) }, "\(messages)")
  }

  @Test(arguments: [
    "{\"message\": {\"topic\": \"t\", \"notification\": {\"title\": \"A\"}, \"data\": {\"app_id\": \"1\", \"contents\": \"c\"}}}",
    "{\"topic\": \"t\", \"notification\": {\"title\": \"A\"}}",
  ])
  func messagesForFCMAreJudged(text: String) { #expect(messages(text) == []) }

  @Test func otherJSONIsKnown() {
    for row in TextRow.table("other JSON", in: "Requests") {
      #expect(RequestFile(Array(row[0].utf8)).isOtherJSON == (row[1] == "other"), "\(row)")
    }
    #expect(!RequestFile([]).isOtherJSON)
  }
}

/// Texts that richpush does not read are called so, with how to have their message checked.
@Suite struct UnjudgedTextTests {
  @Test(arguments: [
    ("a/send.TS", "TypeScript", true), ("send.py", "Python", true), ("a.php", "PHP", true), ("b.md", "Markdown", false),
  ])
  func isKnownByItsName(_ name: String, _ language: String, _ isProgram: Bool) throws {
    let text = try #require(UnjudgedText(fileName: name))
    #expect(text.language == language && text.isProgram == isProgram)
  }

  @Test(arguments: ["a.json", "a.http", "a.jpg", "ts", "a.ts/b", "a."]) func othersAreNone(_ name: String) {
    #expect(UnjudgedText(fileName: name) == nil)
  }

  @Test(arguments: TextRow.table("commands for texts", in: "Requests"))
  func theRemedyIsACommand(_ row: TextRow) throws {
    let diagnostic = try #require(UnjudgedText(fileName: row[0])).notJudged(row[0])
    #expect(diagnostic.rule == "argument.kind" && diagnostic.severity == .warning)
    #expect(diagnostic.message.hasPrefix("not judged: "))
    #expect(diagnostic.remedy.contains(row[1]))
  }
}

/// Values that a template should fill in are reported only as placeholders.
@Suite struct WholePlaceholderTests {
  private func rules(_ text: String, _ catalog: RuleCatalog = .standard) -> [String] {
    RequestFile(Array(text.utf8)).diagnostics(about: .init(.request, "r"), now: 0, rules: catalog)
      .filter { $0.severity > .note }.map { "\($0.subject.keyPath ?? "-") \($0.rule)" }
  }

  private static let words = #""notification": {"title": "T"}"#

  @Test(arguments: [
    "{{token}}", "${TOKEN}", "%%TOKEN%%", "*|TOKEN|*", "<%= token %>", "<FCM_TOKEN>", "YOUR_TOKEN",
    "bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1...",
  ])
  func aTokenIsToBeFilledIn(token: String) {
    #expect(rules(#"{"token": "\#(token)", \#(Self.words)}"#) == ["token request.placeholder"])
  }

  @Test func soAreTopicsLinksAndPictures() {
    #expect(rules(#"{"topic": "{{topic}}", \#(Self.words)}"#) == ["topic request.placeholder"])
    let link = #"{"topic": "a", \#(Self.words), "webpush": {"fcm_options": {"link": "{{link}}"}}}"#
    #expect(rules(link) == ["webpush.fcm_options.link request.placeholder"])
    let picture = #"{"topic": "a", \#(Self.words), "android": {"notification": {"image": "${IMAGE}"}}}"#
    #expect(rules(picture) == ["android.notification.image request.placeholder"])
  }

  /// A trial accepts placeholders, but FCM does not.
  @Test func aTrialStillTellsWhatIsRefused() {
    let topic = #"{"topic": "{{topic}}", \#(Self.words)}"#
    #expect(rules(topic, RuleCatalog.standard.forTrial) == ["topic message.topic"])
  }

  @Test func whatIsMoreThanAPlaceholderIsJudgedByItsForm() {
    #expect(rules(#"{"topic": "news-{{locale}}", \#(Self.words)}"#) == ["topic message.topic"])
    #expect(rules(#"{"topic": "news...", \#(Self.words)}"#) == [])
  }
}

/// Interfaces that Google removed are found in every text that uses them, and in no other.
@Suite struct RemovedInterfaceTests {
  /// The places that are reported, as line:column.
  private func found(_ text: String, in name: String) throws -> [String] {
    let program = try #require(UnjudgedText(fileName: name))
    let diagnostics = program.diagnostics(of: Array(text.utf8), at: name, rules: .standard)
    #expect(diagnostics.allSatisfy { $0.rule == "request.removed" && $0.severity == .error })
    return diagnostics.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" }
  }

  @Test(arguments: TextRow.table("removed interfaces", in: "Requests"))
  func isFoundWhereItIsUsed(_ row: TextRow) throws {
    #expect(try found(row[1], in: row[0]).joined(separator: " ") == row[2])
  }

  @Test(arguments: TextRow.table("no removed interfaces", in: "Requests"))
  func isNotFoundElsewhere(_ row: TextRow) throws { #expect(try found(row[1], in: row[0]) == []) }

  /// Texts without a message for the rules.
  @Test(arguments: TextRow.table("removed interfaces of requests", in: "Requests"))
  func isFoundInRequestsWithoutABody(_ row: TextRow) throws {
    let syntax = try #require(RequestSyntax.allCases.first { "\($0)" == row[0] })
    let found = RequestFile(Array(row[1].utf8), in: syntax).diagnostics(about: .init(.request, "r"), now: 0)
      .filter { $0.rule == "request.removed" }
    #expect(found.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" }.joined(separator: " ") == row[2])
  }
}
