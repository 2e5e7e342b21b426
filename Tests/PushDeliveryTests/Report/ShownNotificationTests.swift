import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// What people would see of a request on the web is what Chromium shows of the message that FCM makes of it.
///
/// FCM's service and its library for browsers are not here. The message is the one of webpush/<id>.json, and the worker that shows it does
/// what the library's source says (see worker.js). The test compares Chromium's result.
@Suite(
  .enabled(if: Chromium.canBeAsked, "there is no chromium in PATH of a Linux: scripts/bootstrap installs it"),
  .timeLimit(.minutes(10)))
struct ShownNotificationTests {
  private static let site = "https://shop.example.com"
  private static let host = "https://static.example.com"
  private static let image = #""image": "https://static.example.com/photo.jpg""#

  /// Messages by the names of the REST reference, each with its own title.
  private static let messages = [
    #"{"topic": "a", "notification": {"title": "words", "body": "alone"}}"#,
    #"{"topic": "a", "notification": {"title": "a picture", "body": "Tea", \#(image)}}"#,
    #"{"topic": "a", "notification": {"title": "Zoë & <b>\"tea\"</b> 🍵", "body": "1 < 2 & 3", \#(image)}}"#,
    #"{"topic": "a", "notification": {"title": "T"}, "webpush": {"notification": {"title": "its own", \#(image)}}}"#,
    #"{"topic": "a", "data": {"n": "1"}}"#,
    #"{"topic": "a", "data": {"n": "1"}, "webpush": {"notification": {"title": "beside data", \#(image)}}}"#,
    #"{"topic": "a", "notification": {"title": "in data"}, "data": {\#(image)}}"#,
    options("renotify", #""renotify": true"#), options("renotify of words", #""renotify": "false""#),
    options("renotify of nothing", #""renotify": 0"#), options("renotify, empty tag", #""renotify": true, "tag": """#),
    options("renotify, tag", #""renotify": true, "tag": "spring""#), options("silent", #""silent": true"#),
    options("silent, vibrate", #""silent": true, "vibrate": [200, 100]"#),
    options("silent, no vibrations", #""silent": true, "vibrate": []"#),
    options("vibrate", #""silent": false, "vibrate": [200, 100]"#), options("dir", #""dir": "up""#),
    options("dir and lang", #""dir": "rtl", "lang": "he", "requireInteraction": true, "timestamp": 1800000000000"#),
    options("half an action", #""actions": [{"title": "Read"}]"#),
    options("an action", #""actions": [{"action": "read", "title": "Read"}]"#),
  ]

  private static func options(_ title: String, _ options: String) -> String {
    #"{"topic": "a", "webpush": {"notification": {"title": "\#(title)", \#(image), \#(options)}}}"#
  }

  private func verdict(_ text: String) -> RequestVerdict? {
    let question = RequestFile.Question(platforms: [.web], now: 1_800_000_000, rules: RuleCatalog.standard.forTrial)
    let judgements = RequestFile(Array(text.utf8)).judgements(about: .init(.request, "r"), question)
    return judgements.compactMap { CheckedRequest($0) }.first?.verdicts.first
  }

  private func sees(_ outcome: ShownPushes.Outcome) -> RequestVerdict.Appearance {
    switch (outcome.error, outcome.desktop) {
    case (_?, _): .nothing
    case (nil, nil): .app
    case (nil, let desktop?): desktop.picture == nil ? .text : .picture
    }
  }

  private func show(_ payloads: [JSONValue]) async throws -> (outcomes: [ShownPushes.Outcome], asked: [String]) {
    let shape = try #require(AnswerShape.all.first { $0.name == "a JPEG" })
    let script = try await shape.script()
    let pushes = payloads.map { SitePush(site: Self.site, payload: $0) }
    let result = try await Chromium.show(pushes, servers: [Self.host: script])
    return (result.outcomes, script.log.filter { $0 != "connection" })
  }

  @Test func everyVerdictIsWhatChromiumShows() async throws {
    let messages = try Self.messages.map { try JSONValue(text: $0) }
    let (outcomes, asked) = try await show(messages.map { DevicePayload.webpush(of: JSONNode($0)).value })
    #expect(outcomes.count == messages.count)
    for (text, outcome) in zip(Self.messages, outcomes) {
      #expect(verdict(text)?.sees == sees(outcome), "\(text): \(outcome)")
    }
    // What is refused is refused before anything is loaded.
    let pictures = outcomes.count { $0.desktop?.picture != nil }
    #expect(asked == Array(repeating: "GET /photo.jpg", count: pictures))
  }

  /// Every member of the composed notification that browsers know stands in what the site can read of the one that is shown.
  @Test func theNotificationIsTheOneThatWasComposed() async throws {
    let picture = Self.host + "/photo.jpg"
    let message = try Message(
      to: .topic("t"),
      [
        "notification": ["title": "Tea & <cake>", "body": "At 5", "image": .string(picture)], "data": ["k": "v"],
        "webpush": [
          "notification": ["tag": "tea", "renotify": true, "vibrate": [200, 100, 200]],
          "fcm_options": ["link": "https://shop.example.com/tea"],
        ],
        "apns": ["payload": ["aps": ["mutable-content": 1]]],
      ])
    var diagnostics: [Diagnostic] = []
    let request = try #require(
      ComposedRequest(message, id: .m, isTrial: true, subject: .init(.message, "m"), reporting: &diagnostics),
      "\(diagnostics)")
    let written = try WrittenForms([request], as: [.webpush])
    let text = try written.folder.text(of: "webpush/m.json")
    let outcome = try #require(try await show([try JSONValue(text: text)]).outcomes.first)
    let shown = try #require(outcome.shown.first)
    let composed = try JSON(text)
    #expect(outcome.error == nil)
    #expect(composed["notification"].keys == ["title", "body", "image", "tag", "renotify", "vibrate"])
    for key in composed["notification"].keys { #expect(shown[key] == composed["notification"][key], "\(key)") }
    #expect(shown["data"] == ["FCM_MSG": composed])
    #expect(outcome.desktop?.summary == "Tea & <cake>")
    #expect(outcome.desktop?.body.hasPrefix("shop.example.com\n\nAt 5\n<img ") == true)
    // The largest that desktops are given (Chromium, notification_platform_bridge_linux.cc, ResizeImageToFdoMaxSize).
    #expect(outcome.desktop?.picture == [200, 100])
  }
}
