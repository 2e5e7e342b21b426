import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// The requests that the Admin SDKs send from messages.jsonl.
@Suite(.timeLimit(.minutes(10))) struct AdminFormsTests {
  private typealias Sender = @Sendable (String) async throws -> ProgramOutput
  private static let senders: [(String, Sender)] = [("node", AdminPrograms.node), ("python", AdminPrograms.python)]

  private func sent(_ written: WrittenForms, by sender: Sender) async throws -> [JSONValue] {
    let output = try await sender(written.folder.absolute("admin"))
    try #require(output.status == 0, "\(output.stderr)")
    return try output.stdout.split(separator: "\n").map { try JSONValue(text: String($0)).canonicalMessage }
  }

  private func requests(_ messages: [JSONValue]) throws -> [ComposedRequest] {
    try messages.enumerated().map { index, json in
      var diagnostics: [Diagnostic] = []
      let message = try Message(json)
      let id = try #require(MessageIdentifier(rawValue: "m\(index)"))
      let request = ComposedRequest(message, id: id, subject: .init(.message, "m\(index)"), reporting: &diagnostics)
      return try #require(request, "\(diagnostics)")
    }
  }

  @Test func bothSendWhatTheRequestSays() async throws {
    var requests = try HostileMessage.requests(60, seed: 8)
    requests += try self.requests([
      ["token": "abc:def", "notification": ["title": "T"]], ["topic": "t", "data": ["k": "v"]],
      [
        "fid": "f", "notification": ["title": "T"],
        "apns": ["payload": ["aps": ["content-available": 1, "alert": ["loc-args": ["a"], "loc-key": "K"]]]],
      ],
      ["fid": "f", "notification": ["title": "T"], "android": ["ttl": "0s", "notification": [:]], "webpush": [:]],
      [
        "fid": "f", "notification": ["title": "T"],
        "android": ["notification": ["event_time": "9999-12-31T23:59:59.999Z", "notification_count": 0]],
      ],
    ])
    let written = try WrittenForms(requests, as: [.admin])
    let expected = requests.map { $0.message.canonicalMessage }
    for (name, sender) in Self.senders {
      let sent = try await sent(written, by: sender)
      #expect(sent.count == expected.count, "\(name)")
      for (index, message) in expected.enumerated() { #expect(sent[index] == message, "\(name) \(index)") }
    }
  }

  /// Every field of the model that the SDKs know.
  @Test func bothKnowEveryField() async throws {
    var message = try FullMessage.v1().node.value
    message = message.without("android.notification.bypass_proxy_notification")
      .without("webpush.fcm_options.analytics_label").without("android.notification.light_settings.color")
      .merging(["android": ["notification": ["light_settings": ["color": ["red": 1, "blue": .number(0.2)]]]]])
    let written = try WrittenForms(try requests([message]), as: [.admin])
    for (name, sender) in Self.senders {
      #expect(try await sent(written, by: sender) == [message.canonicalMessage], "\(name)")
    }
  }

  @Test func emptySetsSendNothing() async throws {
    let written = try WrittenForms([], as: [.admin])
    for (_, sender) in Self.senders { #expect(try await sent(written, by: sender) == []) }
  }

  /// The programs go on with the next message, and say which one is wrong.
  @Test func whatAnSDKRefusesIsReportedWithItsLine() async throws {
    let written = try WrittenForms([], as: [.admin])
    let lines = [
      #"{"topic": "a", "notification": {"title": "T"}}"#,
      #"{"topic": "a", "token": "b", "android": {"unheard_of": true}}"#, #"{"topic": "c", "data": {"k": "v"}}"#,
    ]
    try written.folder.write(lines.joined(separator: "\n") + "\n", to: "admin/messages.jsonl")
    for (name, sender) in Self.senders {
      let output = try await sender(written.folder.absolute("admin"))
      #expect(output.status == 1, "\(name)")
      #expect(output.stdout.split(separator: "\n").count == 2, "\(name): \(output.stdout)")
      #expect(output.stderr.hasPrefix("messages.jsonl:2: "), "\(name): \(output.stderr)")
    }
  }

  /// The classes of the SDK for Python do not have every field.
  @Test(
    arguments: [
      ("android.notification.bypass_proxy_notification", true), ("webpush.fcm_options.analytics_label", "label"),
    ] as [(String, JSONValue)])
  func aFieldThatAnSDKDoesNotHaveIsRefused(path: String, value: JSONValue) throws {
    let message = path.split(separator: ".").reversed().reduce(value) { .object([String($1): $0]) }
    let overrides = MessageOverrides(android: message["android"], apns: message["apns"], webpush: message["webpush"])
    let source = CampaignMessage(
      id: "m", title: "T", target: .fid("f"), overrides: overrides, origin: .init(.message, "m"))
    let composition = RequestComposer(settings: ComposeSettings(forms: [.fcmV1, .admin])).compose(source, media: nil)
    let errors = composition.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == ["message.format"])
    #expect(composition.value == nil)
    #expect(errors.allSatisfy { $0.message.contains(path) && $0.remedy.contains("compose.formats") })
  }
}

extension JSONValue {
  /// The value without what stands at the end of a way through members.
  fileprivate func without(_ path: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    members[parts[0]] = parts.count == 1 ? nil : members[parts[0]]?.without(parts[1])
    return .object(members)
  }
}
