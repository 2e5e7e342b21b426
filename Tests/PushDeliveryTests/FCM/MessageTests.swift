import Findings
import PushDelivery
import Testing

@Suite struct MessageTests {
  /// So the door and the table cannot drift apart.
  @Test func takesEveryFieldOfTheTable() throws {
    var walk = FieldWalk()
    let messages =
      [try FullMessage.v1(), try FullMessage.v2()]
      + (try [.topic("news"), .token("token"), .condition("'a' in topics")].map { try FullMessage.v1(target: $0) })
    for message in messages { walk.visit(["message": message.node.value], type: MessageFieldTable.rootType) }
    let table = MessageFieldTable.types.flatMap { type, fields in fields.map { "\(type).\($0.name)" } }
    // The flag is the request's and not the message's; its test is the request's. A name is what the API's answers have.
    #expect(walk.seen.union(["SendMessageRequest.validate_only", "Message.name"]) == Set(table))
    #expect(walk.misfits == [])
  }

  @Test func namesAreTheReferences() throws {
    let message = try Message(to: .topic("a"), ["fcmOptions": ["analyticsLabel": "b"], "androidV2": [:]])
    #expect(message.node.value == ["topic": "a", "fcm_options": ["analytics_label": "b"], "android_v2": [:]])
  }

  @Test(
    arguments: [
      (["titel": "T"], "titel", "Message has no field `titel`"),
      (["topic": "b"], "topic", "a message has one target, and that is given apart from its fields"),
      (["data": ["k": 1]], "data.k", "expected a string, found a number"),
      (["android": ["priority": "URGENT"]], "android.priority", "`URGENT` is not one of NORMAL, HIGH"),
      (["android": ["ttl": "1h"]], "android.ttl", "`1h` is no span of time such as 3.5s"),
      (
        ["android": ["notification": ["event_time": "now"]]], "android.notification.event_time",
        "`now` is no moment such as 2026-10-23T15:01:30Z"
      ),
      (["fcm_options": [:], "fcmOptions": [:]], "fcm_options", "`fcmOptions` and `fcm_options` are the same field"),
      (["apns": ["payload": ["x": .number(.infinity)]]], "", "a number that is not finite has no JSON form"),
    ] as [(JSONValue, String, String)])
  func refusesWhatTheAPIRefuses(_ fields: JSONValue, path: String, reason: String) {
    let error = #expect(throws: Message.FieldError.self) { try Message(to: .topic("a"), fields) }
    #expect(error?.path == path)
    #expect(error?.reason == reason)
  }
}

/// Follows JSON along the field table: which fields of which types are there, and which values do not fit.
struct FieldWalk {
  /// Each as `Type.field`.
  private(set) var seen: Set<String> = []
  private(set) var misfits: [String] = []

  mutating func visit(_ value: JSONValue, type: String) {
    guard case .object(let members) = value else { return misfits.append(type) }
    for (name, member) in members {
      guard let field = MessageFieldTable.types[type]?.first(where: { $0.name == name }) else {
        misfits.append("\(type).\(name)")
        continue
      }
      seen.insert("\(type).\(name)")
      visit(member, kind: field.kind, at: "\(type).\(name)")
    }
  }

  private mutating func visit(_ value: JSONValue, kind: MessageField.Kind, at place: String) {
    switch (kind, value) {
    case (.message(let type), _): visit(value, type: type)
    case (.repeated(let kind), .array(let elements)): for element in elements { visit(element, kind: kind, at: place) }
    case (.string, .string), (.boolean, .bool), (.float, .number), (.float, .integer), (.structure, .object): break
    case (.int32, .integer(let number)) where Int32(exactly: number) != nil: break
    case (.stringMap, .object(let members)) where members.values.allSatisfy({ $0.text != nil }): break
    case (.enumeration(let values), .string(let text)) where values.contains(text): break
    case (.duration, .string(let text)) where ProtobufDuration(rawValue: text) != nil: break
    case (.timestamp, .string(let text)) where ProtobufTimestamp(rawValue: text) != nil: break
    default: misfits.append(place)
    }
  }
}

/// Where the value of a field belongs that FCM does not know in its place.
@Suite struct FieldHomeTests {
  @Test(arguments: TextRow.table("homes of fields", in: "Requests")) func isSaid(_ row: TextRow) {
    let found = RequestFile(Array(#"{"message": {"topic": "a", \#(row[0])}}"#.utf8))
      .diagnostics(about: .init(.request, "r"), now: 0).filter { $0.rule.rawValue == "request.unknown-field" }
    #expect(found.count == 1 && found[0].remedy.hasPrefix(row[1]), "\(found.map(\.remedy))")
  }

  @Test func whatStandsBesideTheMessageBelongsIntoIt() {
    let found = RequestFile(Array(#"{"message": {"data": {"a": "1"}}, "topic": "a", "mutableContent": 1}"#.utf8))
      .diagnostics(about: .init(.request, "r"), now: 0).filter { $0.rule.rawValue == "request.unknown-field" }
    #expect(
      found.map(\.remedy) == ["write it as message.topic", #"write "mutable-content": 1 in message.apns.payload.aps"#])
  }
}
