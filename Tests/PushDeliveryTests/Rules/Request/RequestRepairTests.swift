import Findings
import PushDelivery
import Testing

/// Fixes that need no decision, and faults that are left to people.
@Suite struct RequestRepairTests {
  private let picture = "https://static.example.com/a.jpg"

  private func repaired(_ text: String, in syntax: RequestSyntax = .json) -> String {
    let question = RequestFile.Question(now: 0, rules: RuleCatalog.standard.forTrial)
    return String(decoding: RequestRepair(of: Array(text.utf8), in: syntax, question).bytes, as: UTF8.self)
  }

  private func errors(_ text: String, in syntax: RequestSyntax = .json) -> [String] {
    RequestFile(Array(text.utf8), in: syntax)
      .diagnostics(about: .init(.request, "r"), now: 0, rules: RuleCatalog.standard.forTrial)
      .filter { $0.severity > .note }.map(\.rule.rawValue)
  }

  @Test(arguments: [
    (#"{"topic": "a", "notification": {"title": "T",},}"#, #"{"topic": "a", "notification": {"title": "T"}}"#),
    (
      #"{'topic': 'a', notification: {"title": "T" "body": "B"}}"#,
      #"{"topic": "a", "notification": {"title": "T", "body": "B"}}"#
    ),
    (
      #"{"topic": "a", "data": {"n": 12, "b": true, "o": {"x": [1, 2]}}, "notification": {"title": "T"}}"#,
      #"{"topic": "a", "data": {"n": "12", "b": "true", "o": "{\"x\":[1,2]}"}, "notification": {"title": "T"}}"#
    ),
    (#"{"topic": "a", "notification": {"titel": "T"}}"#, #"{"topic": "a", "notification": {"title": "T"}}"#),
    (#"{"topic": "/topics/a", "notification": {"title": "T"}}"#, #"{"topic": "a", "notification": {"title": "T"}}"#),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "android": {"notification": {"imageUrl": "https://static.example.com/a.jpg", "sticky": "true"}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "android": {"notification": {"image": "https://static.example.com/a.jpg", "sticky": true}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T", "image": "https://static.example.com/a.jpg"}}"#,
      #"{"topic": "a", "notification": {"title": "T", "image": "https://static.example.com/a.jpg"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "webpush": {"headers": {"TTL": "60", "image": "https://static.example.com/a.jpg"}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "webpush": {"headers": {"TTL": "60"}, "notification": {"image": "https://static.example.com/a.jpg"}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {"aps": {"mutable_content": 1, "image": "https://static.example.com/a.jpg"}}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "https://static.example.com/a.jpg"}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "android": {"notification": {"event_time": 1795386000}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "android": {"notification": {"event_time": "2026-11-22T22:20:00Z"}}}"#
    ),
    (
      #"{"topic": "a", "apns": {"aps": {"alert": "T", "sound": "default"}}}"#,
      #"{"topic": "a", "apns": {"payload": {"aps": {"alert": "T", "sound": "default"}}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "image": "https://static.example.com/a.jpg", "apns": {"payload": {"aps": {"mutable-content": 1}}}}"#,
      #"{"topic": "a", "notification": {"title": "T", "image": "https://static.example.com/a.jpg"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}"#
    ),
    // Two that need the same object get one.
    (
      #"{"topic": "a", "android": {"title": "T", "image": "https://static.example.com/a.jpg"}}"#,
      #"{"topic": "a", "android": {"notification": {"title": "T", "image": "https://static.example.com/a.jpg"}}}"#
    ),
    // Objects that become empty are also removed.
    (
      #"{"topic": "a", "notification": {"title": "T"}, "webpush": {"fcm_options": {"image": "https://static.example.com/a.jpg"}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "webpush": {"notification": {"image": "https://static.example.com/a.jpg"}}}"#
    ),
    (
      #"{"topic": "a", "notification": {"title": "T"}, "apns": {"headers": {"mutable-content": "1"}, "fcm_options": {"image": "https://static.example.com/a.jpg"}}}"#,
      #"{"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "https://static.example.com/a.jpg"}}}"#
    ),
  ])
  func fixesWhatLeavesNoChoice(text: String, fixed: String) {
    #expect(repaired(text) == fixed)
    #expect(errors(fixed) == [])
  }

  @Test(arguments: [
    #"{"notification": {"title": "T"}}"#, #"{"topic": "a", "notification": {"title": "T"}, "android": {"ttl": 3600}}"#,
    #"{"topic": "a", "token": "b", "notification": {"title": "T"}}"#, #"{"topic": "a", "data": {"a": null}}"#,
    #"{"topic": "a", "notification": {"titel": "A", "title": "B"}}"#,
    #"{"topic": "a", "notification": {"title": "T"}, "data": {"image": "https://static.example.com/a.jpg"}}"#,
    #"{"topic": "a", "notification": {"title": "T", "colour_of_the_sky": "blue"}}"#,
    #"{"topic": "a", "notification": {"title": {"de": "T", "en": "T"}}}"#,
    #"{"token": ["a", "b"], "notification": {"title": "T"}}"#,
    #"{"topic": "a", "notification": {"title": "T"}, "android": {"notification": {"event_time": "2026-12-01 10:00"}}}"#,
    #"{"to": "a", "notification": {"title": "T", "image": "https://static.example.com/a.jpg"}}"#,
  ])
  func leavesToPeopleWhatHasAChoice(text: String) {
    #expect(repaired(text) == text)
    #expect(errors(text) != [])
  }

  @Test func thePagesSampleIsMendedButForItsAddresses() {
    let fixed = repaired(RequestBody.copiedSample)
    #expect(Set(errors(fixed)) == ["url.file-name"])
    #expect(fixed.contains(#""title":"A picture of a pizza""#))
    // Everything else stays as it is written.
    let untouched = RequestBody.copiedSample.split(separator: "\n").filter { fixed.contains($0) }.count
    #expect(untouched > 20)
  }

  @Test func theStyleOfTheTextStays() {
    let text = """
      {
        "message": {
          "topic": "a",
          "notification": {
            "title": "T",
            "image": "\(picture)"
          }
        }
      }

      """
    #expect(
      repaired(text)
        == text.replacing(
          "    }\n  }", with: "    },\n    \"apns\": {\"payload\": {\"aps\": {\"mutable-content\": 1}}}\n  }"))
  }

  @Test func commandsAreMendedWhereTheyStand() {
    let command = #"curl -d '{"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}' "$URL""#
    #expect(repaired(command, in: .shell) == command.replacing("1", with: "\"1\""))
    // Escapes stay as they are.
    let escaped = #"curl -d "{\"topic\": \"a\", \"notification\": {\"title\": \"T\"}, \"data\": {\"n\": 1}}""#
    #expect(repaired(escaped, in: .shell) == escaped)
  }

  /// Comments stay, as people delete them; a comma within one would be no comma.
  @Test(arguments: [
    ("{\"a\": \"x\" // one\n\"b\": \"y\"}", "{\"a\": \"x\", // one\n\"b\": \"y\"}"),
    ("{\"a\": \"x\" /* one */ \"b\": \"y\"}", "{\"a\": \"x\", /* one */ \"b\": \"y\"}"),
    ("[{\"a\": 1}\n// two\n{\"b\": 2}]", "[{\"a\": 1},\n// two\n{\"b\": 2}]"),
  ])
  func commasStandBehindValues(text: String, fixed: String) {
    #expect(repaired(text) == fixed)
    #expect(repaired(fixed) == fixed)
  }

  /// Each of them takes a round, as all go to one place.
  @Test func manyInOneWrongPlaceAreAllMoved() {
    let names = ["title", "body", "image", "color", "sound", "tag", "icon", "ticker", "channel_id", "click_action"]
    let members = names.map { "\"\($0)\": \"\($0 == "image" ? picture : "#aabbcc")\"" }.joined(separator: ", ")
    let fixed = repaired("{\"topic\": \"a\", \"notification\": {\"title\": \"T\"}, \"android\": {\(members)}}")
    #expect(fixed.contains("\"android\": {\"notification\": {"))
    #expect(repaired(fixed) == fixed)
  }

  /// A fix breaks nothing that was right, and fixing again changes nothing.
  @Test(arguments: RequestBody.all) func mendingMakesNothingWorse(_ body: RequestBody) {
    let fixed = repaired(body.text, in: body.syntax)
    #expect(Set(errors(fixed, in: body.syntax)).isSubset(of: body.finds))
    #expect(repaired(fixed, in: body.syntax) == fixed)
  }
}
