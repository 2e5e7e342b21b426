import Findings
import PushDelivery
import TestSupport
import Testing

/// What people see of a request, by client.
@Suite struct RequestVerdictTests {
  private func verdicts(
    _ text: String, in syntax: RequestSyntax = .json, platforms: Set<Platform> = Set(Platform.allCases),
    assets: [String: [Verdict]]? = nil
  ) -> [RequestVerdict] {
    let question = RequestFile.Question(platforms: platforms, now: 1_800_000_000, rules: RuleCatalog.standard.forTrial)
    let judgements = RequestFile(Array(text.utf8), in: syntax).judgements(about: .init(.request, "r"), question)
    let textErrors = judgements.flatMap(\.textErrors)
    let requests = judgements.compactMap { CheckedRequest($0, textErrors: textErrors, assets: assets) }
    return requests.first?.verdicts ?? []
  }

  private func sees(_ text: String) -> String { verdicts(text).map(\.sees.rawValue).joined(separator: " ") }

  private static let image = #""image": "https://static.example.com/a.jpg""#

  @Test(arguments: TextRow.table("verdicts", in: "Requests")) func tellsWhatEachClientShows(_ row: TextRow) {
    #expect(sees(row[1]) == row[0])
  }

  @Test func aPayloadMayBeTooLargeForOneClient() {
    let data = #""data": {"p": "\#(String(repeating: "x", count: 3900))"}"#
    #expect(sees(#"{"token": "a", "notification": {"title": "T"}, \#(data)}"#) == "nothing text text")
  }

  @Test func whatIsPutInIsSaid() {
    let made = verdicts(
      """
      POST https://fcm.googleapis.com/v1/projects/p/messages:send
      Authorization: Bearer {{t}}

      {"topic": "a", "notification": {"title": "T", "image": "{{u}}"}, "apns": {{apns}}}
      """, in: .http)
    #expect(made.map(\.sees) == [.picture, .picture, .picture])
    #expect(made.first?.settledBy.contains { $0.hasSuffix("sets apns.payload.aps.mutable-content to 1") } == true)
    #expect(made.allSatisfy { $0.settledBy.first == "which address is put in" })
  }

  /// Apart from what is so of every request with a picture.
  @Test func doubtsAreWhatTheRequestLeavesOpen() {
    let sure = #"{"topic": "a", "notification": {"title": "T", \#(Self.image)}}"#
    #expect(verdicts(sure).map(\.doubts) == [[], [], []])
    let plain = #"{"topic": "a", "notification": {"title": "T", "image": "http://static.example.com/a.jpg"}}"#
    #expect(verdicts(plain).map(\.doubts.count) == [0, 0, 1])
  }

  @Test func tellsWhyAndWhatItHangsOn() {
    let found = verdicts(#"{"topic": "a", "notification": {"title": "T", \#(Self.image)}}"#)
    #expect(found.map(\.because) == [["ios.mutable-content"], [], []])
    #expect(found.map { $0.why.count } == [1, 0, 0])
    #expect(found.map { $0.settledBy.count } == [0, 2, 2])
    #expect(found.last?.settledBy.last?.contains("not on macOS") == true)
    let misplaced = #"{"topic": "a", "notification": {"title": "T"}, "data": {\#(Self.image)}}"#
    #expect(
      verdicts(misplaced).map { $0.because.map(\.rawValue) } == Array(repeating: ["message.image-in-data"], count: 3))
    #expect(verdicts(#"{"topic": "a", "data": {"n": "1"}}"#, platforms: [.web]).map(\.platform) == [.web])
  }

  @Test func whatWasLoadedSettlesIt() {
    let text = #"{"topic": "a", "notification": {"title": "T", \#(Self.image)}}"#
    let rule = RuleCatalog.standard.responses[0].description.id
    let assets = [
      "https://static.example.com/a.jpg": [
        Verdict(platform: .android, shows: .no, because: [rule], why: ["it is gone"]),
        Verdict(platform: .web, shows: .depends, settledBy: ["the site"]),
      ]
    ]
    let found = verdicts(text, assets: assets)
    #expect(found.map(\.sees) == [.text, .text, .picture])
    #expect(found[1].because == [rule])
    #expect(found[1].why == ["it is gone"])
    #expect(found[2].settledBy.first == "the site")
    #expect(found[2].settledBy.count == 2)
  }
}
