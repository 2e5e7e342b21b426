import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct ComposedRequestTests {
  let subject = Diagnostic.Subject(.message, "m")
  let text: JSONValue = ["title": "T"]

  @Test func anAlertOfThePayloadReplacesTheWords() throws {
    let visible: [JSONValue] = ["T", ["title": "T"], ["body": "B"], ["loc-key": "K"]]
    for alert in visible { #expect(try rules(message(alert: alert)) == []) }
    let invisible: [JSONValue] = ["", " ", [:], ["title": "\u{200B}"], ["title": 1], 1]
    for alert in invisible { #expect(try rules(message(alert: alert)) == ["ios.alert-text"]) }
  }

  @Test func looksAtDataKeysOfEveryPlatform() throws {
    let message = try Message(
      to: .fid("f"),
      ["data": ["from": "a"], "android_v2": ["data": ["gcm.x": "b"]], "webpush": ["data": ["google_x": "c"]]])
    var diagnostics: [Diagnostic] = []
    #expect(ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule) == ["message.data-key", "message.data-key", "message.data-key"])
    #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
  }

  @Test func refusesNumbersWithoutAJSONForm() {
    let overrides = MessageOverrides(apns: ["payload": ["x": .number(.infinity)]])
    let message = CampaignMessage(id: "m", title: "T", target: .fid("f"), overrides: overrides, origin: subject)
    #expect(RequestComposer().compose(message, media: nil).diagnostics.map(\.rule) == ["message.json"])
  }

  @Test func limitsThePayload() throws {
    // Apple's is the largest: 300 bytes besides this JSON.
    let full = 4096 - 300 - #"{"aps":{"alert":{"title":""}}}"#.utf8.count
    #expect(try severities(titleLength: full, .fid("f")) == [])
    #expect(try severities(titleLength: full + 1, .fid("f")) == [.error])
    #expect(try severities(titleLength: full - 2048, .topic("t")) == [])
    #expect(try severities(titleLength: full - 2047, .topic("t")) == [.warning])
    #expect(try severities(titleLength: full, .condition("'t' in topics")) == [.warning])
    #expect(try severities(titleLength: full + 1, .topic("t")) == [.error])
  }

  private func message(alert: JSONValue) -> JSONValue {
    ["notification": text, "apns": ["payload": ["aps": ["alert": alert]]]]
  }

  private func severities(titleLength: Int, _ target: MessageTarget) throws -> [Diagnostic.Severity] {
    var diagnostics: [Diagnostic] = []
    let title = String(repeating: "T", count: titleLength)
    let request = try ComposedRequest(
      Message(to: target, ["notification": ["title": .string(title)]]), id: .m, subject: subject,
      reporting: &diagnostics)
    #expect((request == nil) == diagnostics.contains { $0.severity == .error })
    // No title of so many letters is shown whole.
    let sizes = diagnostics.filter { $0.rule != "message.long-title" }
    #expect(sizes.allSatisfy { $0.rule == "message.size" })
    return sizes.map(\.severity)
  }

  private func rules(_ fields: JSONValue) throws -> [RuleIdentifier] {
    var diagnostics: [Diagnostic] = []
    let message = try Message(to: .fid("f"), fields)
    let request = ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics)
    #expect((request == nil) == !diagnostics.isEmpty)
    return diagnostics.map(\.rule)
  }
}
