import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// What the Admin SDKs send of the messages that are written for them: the real one for Python, and for Node.js a stand-in that
/// renames fields as the SDK's reference says.
@Suite(.timeLimit(.minutes(10))) struct AdminFormsTests {
  private let servers = packageRoot + "/Tests/TestSupport/Server/"

  private func sentByNode(_ folder: TemporaryFolder) async throws -> [JSONValue] {
    let output = try await Program("node").run([servers + "admin_node.mjs", folder.absolute("messages.mjs")])
    try #require(output.status == 0, "\(output.stderr)")
    return try messages(output.stdout)
  }

  private func sentByPython(_ folder: TemporaryFolder) async throws -> [JSONValue] {
    let output = try await Program.pythonOfEnvironment().run([servers + "admin_python.py", folder.path])
    try #require(output.status == 0, "\(output.stderr)")
    return try messages(output.stdout)
  }

  private func messages(_ text: String) throws -> [JSONValue] {
    guard case .array(let messages) = try JSONValue(text: text) else { return [] }
    return messages.map(\.canonicalMessage)
  }

  private func requests(_ messages: [JSONValue]) throws -> [ComposedRequest] {
    try messages.enumerated().map { index, json in
      var diagnostics: [Diagnostic] = []
      let message = try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(json))
      let id = try #require(MessageIdentifier(rawValue: "m\(index)"))
      let request = ComposedRequest(
        message, id: id, subject: .init(.message, "m\(index)"), reporting: &diagnostics)
      return try #require(request, "\(diagnostics)")
    }
  }

  @Test func bothSendWhatTheRequestSays() async throws {
    var requests = try HostileMessage.requests(60, seed: 8)
    requests += try self.requests([
      ["token": "abc:def", "notification": ["title": "T"]],
      ["topic": "t", "data": ["k": "v"]],
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
    let written = try WrittenForms(requests, as: [.adminNode, .adminPython])
    let expected = requests.map { $0.message.canonicalMessage }
    let (node, python) = (try await sentByNode(written.folder), try await sentByPython(written.folder))
    #expect(node.count == expected.count && python.count == expected.count)
    for (index, message) in expected.enumerated() {
      #expect(node[index] == message, "\(index)")
      #expect(python[index] == message, "\(index)")
    }
  }

  /// Every field of the model that the SDKs know, each said.
  @Test func bothKnowEveryField() async throws {
    var message = try JSONValue(text: String(decoding: try JSONEncoder().encode(FullMessage.v1()), as: UTF8.self))
    message = message.without("android.notification.bypass_proxy_notification")
      .without("webpush.fcm_options.analytics_label").without("android.notification.light_settings.color")
      .merging(["android": ["notification": ["light_settings": ["color": ["red": 1, "blue": .number(0.2)]]]]])
    let request = try requests([message])
    let written = try WrittenForms(request, as: [.adminNode, .adminPython])
    let expected = message.canonicalMessage
    #expect(try await sentByNode(written.folder) == [expected])
    #expect(try await sentByPython(written.folder) == [expected])
  }

  /// What would end a script in a page, or makes editors show another text than there is.
  @Test func sourceTextShowsWhatItHolds() throws {
    let written = try WrittenForms(try HostileMessage.requests(60, seed: 9), as: [.adminNode, .adminPython])
    for name in ["messages.mjs", "messages.py"] {
      let text = try written.folder.text(of: name)
      #expect(!text.contains("</") && !text.contains("<!"))
      #expect(text.contains("\\u003c/script>") && text.contains("\\u202e"))
      let hidden = text.unicodeScalars.filter { scalar in
        scalar != "\n" && scalar.properties.generalCategory == .control
          || "\u{2028}\u{2029}\u{202E}\u{FEFF}".unicodeScalars.contains(scalar)
      }
      #expect(hidden.isEmpty)
    }
  }

  @Test func emptySetsAreEmptyLists() async throws {
    let written = try WrittenForms([], as: [.adminNode, .adminPython])
    #expect(try await sentByNode(written.folder) == [])
    #expect(try await sentByPython(written.folder) == [])
  }

  /// What an SDK would change or refuse is not written for it.
  @Test(
    arguments: [
      ("android.notification.event_time", "2026-10-23T15:01:30.000001Z", "n"),
      ("android.notification.event_time", "2026-10-23T15:01:30.000000001Z", "np"),
      ("android.notification.event_time", "0999-01-01T00:00:00Z", "p"),
      ("android.notification.vibrate_timings", ["0.0001s"], "np"),
      ("android.notification.notification_priority", "PRIORITY_UNSPECIFIED", "np"),
      ("android.notification.visibility", "VISIBILITY_UNSPECIFIED", "np"),
      ("android.notification.title_loc_args", ["a"], "np"),
      ("android.notification.bypass_proxy_notification", true, "p"),
      (
        "android.notification.light_settings",
        ["color": ["red": .number(0.5)], "light_on_duration": "1s", "light_off_duration": "1s"], "np"
      ),
      ("webpush.fcm_options.analytics_label", "label", "p"),
      ("webpush.notification.title", 5, "p"),
      ("webpush.notification.own", .null, "p"),
      ("webpush.notification.actions", [["action": "a", "title": "t", "own": "x"]], "p"),
      ("apns.payload.self", "x", "p"),
      ("apns.payload.own", [], "p"),
      ("apns.payload.own.__proto__", "x", "n"),
      ("apns.payload.aps.mutableContent", 1, "n"),
      ("apns.payload.aps.content-available", 0, "n"),
      ("apns.payload.aps.content-available", true, "n"),
      ("apns.payload.aps.badge", "1", "p"),
      ("apns.payload.aps.sound", ["critical": 1], "np"),
      ("apns.payload.aps.sound", ["name": "s", "volume": 2], "np"),
      ("apns.payload.aps.sound", ["name": "s", "own": 2], "p"),
      ("apns.payload.aps.alert", ["title": "T", "locKey": "K"], "n"),
      ("apns.payload.aps.alert", ["title": "T", "loc-args": ["a"]], "n"),
      ("data.__proto__", "x", "n"),
      ("android.notification.image", "https://cdn.example.com//a.jpg", "n"),
    ] as [(String, JSONValue, String)])
  func whatAnSDKCannotSayIsRefused(path: String, value: JSONValue, sdks: String) throws {
    let base: JSONValue = ["notification": ["title": "T"], "apns": ["payload": ["aps": ["mutable-content": 1]]]]
    let own = path.split(separator: ".").reversed().reduce(value) { .object([String($1): $0]) }
    let message = base.merging(own)
    let overrides = MessageOverrides(
      android: message["android"], apns: message["apns"], webpush: message["webpush"])
    let source = CampaignMessage(
      id: "m", title: "T", target: .fid("f"),
      options: MessageOptions(data: (message["data"]?.members ?? [:]).compactMapValues(\.text)), overrides: overrides,
      origin: .init(.message, "m"))
    for (form, letter) in [(RequestForm.adminNode, "n"), (.adminPython, "p")] {
      let composition = RequestComposer(settings: ComposeSettings(forms: [.fcmV1, form])).compose(
        source, media: nil)
      let errors = composition.diagnostics.filter { $0.severity == .error }
      #expect(errors.map(\.rule) == (sdks.contains(letter) ? ["message.format"] : []), "\(form) \(errors)")
      #expect((composition.value == nil) == sdks.contains(letter))
      #expect(errors.allSatisfy { $0.message.contains(form.name) && $0.remedy.contains("compose.formats") })
    }
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
