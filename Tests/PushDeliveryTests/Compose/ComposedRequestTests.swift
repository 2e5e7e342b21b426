import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct ComposedRequestTests {
  let subject = Diagnostic.Subject(.message, "m")
  let picture = AssetURL<EveryClient>(rawValue: "https://e.com/a.png")!
  let movie = AssetURL<AppleSystems>(rawValue: "https://e.com/a.mp4")!
  let text = Message.Notification(title: "T")

  @Test func asksForACheckOnlyWhenTold() throws {
    let message = Message(target: .fid("f"), notification: text)
    #expect(try json(message, validateOnly: true)?["validate_only"] == true)
    #expect(try json(message, validateOnly: false) == ["message": ["fid": "f", "notification": ["title": "T"]]])
  }

  @Test func endsInOneNewline() {
    var diagnostics: [Diagnostic] = []
    let request = ComposedRequest(
      Message(target: .fid("f"), notification: text), id: .m, subject: subject, reporting: &diagnostics)
    #expect(request?.bodyText().suffix(2) == Array("}\n".utf8)[...])
  }

  @Test func wantsMutableContentForAppleAttachments() {
    let values: [JSONValue?] = [nil, true, "1", 0, .number(1.5)]
    for value in values {
      let aps = value.map { ["aps": .object(["mutable-content": $0])] as [String: JSONValue] }
      let apns = ApnsConfig(payload: aps, fcmOptions: ApnsFcmOptions(image: movie))
      #expect(rules(Message(target: .fid("f"), notification: text, apns: apns)) == ["ios.mutable-content"])
    }
    let common = Message.Notification(title: "T", image: picture)
    #expect(rules(Message(target: .fid("f"), notification: common)) == ["ios.mutable-content"])
  }

  @Test func anAlertOfThePayloadReplacesTheWords() {
    let visible: [JSONValue] = ["T", ["title": "T"], ["body": "B"], ["loc-key": "K"]]
    for alert in visible { #expect(rules(message(alert: alert)) == []) }
    let invisible: [JSONValue] = ["", " ", [:], ["title": "\u{200B}"], ["title": 1], 1]
    for alert in invisible { #expect(rules(message(alert: alert)) == ["ios.alert-text"]) }
  }

  @Test func dataAloneNeedsNoWords() {
    #expect(rules(Message(target: .fid("f"), data: ["k": "v"])) == [])
  }

  @Test func looksAtDataKeysOfEveryPlatform() {
    let message = Message(
      target: .fid("f"), data: ["from": "a"], android: .v2(AndroidConfigV2(data: ["gcm.x": "b"])),
      webpush: WebpushConfig(data: ["google_x": "c"]))
    var diagnostics: [Diagnostic] = []
    #expect(ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule) == ["message.data-key", "message.data-key", "message.data-key"])
    #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
  }

  @Test func refusesNumbersWithoutAJSONForm() {
    let apns = ApnsConfig(payload: ["x": .number(.infinity)])
    #expect(rules(Message(target: .fid("f"), apns: apns)) == ["message.json"])
  }

  @Test func limitsThePayload() {
    // Apple's is the largest: 300 bytes beside this JSON.
    let full = 4096 - 300 - #"{"aps":{"alert":{"title":""}}}"#.utf8.count
    #expect(severities(titleLength: full, .fid("f")) == [])
    #expect(severities(titleLength: full + 1, .fid("f")) == [.error])
    #expect(severities(titleLength: full - 2048, .topic("t")) == [])
    #expect(severities(titleLength: full - 2047, .topic("t")) == [.warning])
    #expect(severities(titleLength: full, .condition("'t' in topics")) == [.warning])
    #expect(severities(titleLength: full + 1, .topic("t")) == [.error])
  }

  private func message(alert: JSONValue) -> Message {
    Message(target: .fid("f"), notification: text, apns: ApnsConfig(payload: ["aps": ["alert": alert]]))
  }

  private func severities(titleLength: Int, _ target: MessageTarget) -> [Diagnostic.Severity] {
    var diagnostics: [Diagnostic] = []
    let title = String(repeating: "T", count: titleLength)
    let request = ComposedRequest(
      Message(target: target, notification: .init(title: title)), id: .m, subject: subject, reporting: &diagnostics)
    #expect((request == nil) == diagnostics.contains { $0.severity == .error })
    // No title of so many letters is shown whole.
    let sizes = diagnostics.filter { $0.rule != "message.long-title" }
    #expect(sizes.allSatisfy { $0.rule == "message.size" })
    return sizes.map(\.severity)
  }

  private func rules(_ message: Message) -> [RuleIdentifier] {
    var diagnostics: [Diagnostic] = []
    let request = ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics)
    #expect((request == nil) == !diagnostics.isEmpty)
    return diagnostics.map(\.rule)
  }

  private func json(_ message: Message, validateOnly: Bool) throws -> JSONValue? {
    var diagnostics: [Diagnostic] = []
    let request = ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics)
    return try request.map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.bodyText(validateOnly: validateOnly)))
    }
  }
}
