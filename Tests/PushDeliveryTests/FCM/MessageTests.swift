import Findings
import Foundation
import PushDelivery
import Testing

@Suite struct MessageTests {
  static let full: [Message] =
    [FullMessage.v1(), FullMessage.v2()]
    + [.topic("news"), .token("token"), .condition("'a' in topics")].map { FullMessage.v1(target: $0) }

  /// So the model and the table cannot drift apart: what one has and the other has not is a difference.
  @Test func writesEveryFieldOfTheTableWithItsType() throws {
    var walk = FieldWalk()
    for message in Self.full { walk.visit(try json(["message": message]), type: MessageFieldTable.rootType) }
    let table = MessageFieldTable.types.flatMap { type, fields in fields.map { "\(type).\($0.name)" } }
    // The flag is the request's and not the message's; its test is the request's. A name is what the API's answers have.
    #expect(walk.seen.union(["SendMessageRequest.validate_only", "Message.name"]) == Set(table))
    #expect(walk.misfits == [])
  }

  @Test func enumerationsAreTheTables() {
    let written: [String: [String]] = [
      "AndroidConfig.priority": AndroidConfig.Priority.allCases.map(\.rawValue),
      "AndroidNotification.notification_priority": AndroidNotificationPriority.allCases.map(\.rawValue),
      "AndroidNotification.visibility": AndroidNotificationVisibility.allCases.map(\.rawValue),
      "AndroidNotification.proxy": AndroidNotification.Proxy.allCases.map(\.rawValue),
      "AndroidNotificationV2.notification_priority": AndroidNotificationPriority.allCases.map(\.rawValue),
      "AndroidNotificationV2.visibility": AndroidNotificationVisibility.allCases.map(\.rawValue),
    ]
    var table: [String: [String]] = [:]
    for (type, fields) in MessageFieldTable.types {
      for field in fields {
        if case .enumeration(let values) = field.kind { table["\(type).\(field.name)"] = values }
      }
    }
    #expect(written == table)
  }

  @Test(arguments: full) func readsWhatItWrites(_ message: Message) throws {
    #expect(try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message)) == message)
  }

  @Test func leavesOutWhatIsNil() throws {
    #expect(try json(Message(target: .topic("news"))) == ["topic": "news"])
    let empty = Message(target: .fid("f"), notification: .init(), android: .v2(.init()), apns: .init())
    #expect(try json(empty) == ["fid": "f", "notification": [:], "android_v2": [:], "apns": [:]])
  }

  @Test(arguments: [
    #"{}"#, #"{"topic": "a", "fid": "b"}"#, #"{"topic": "a", "android": {}, "android_v2": {}}"#,
    #"{"topic": "a", "android": {"ttl": "2419201s"}}"#, #"{"topic": "a", "data": {"k": 1}}"#,
    #"{"topic": "a", "notification": {"image": "http://cdn.example.com/a.jpg"}}"#,
    #"{"topic": "a", "webpush": {"fcm_options": {"link": "http://example.com/"}}}"#,
    #"{"topic": "a", "notification": {"image": "https://cdn.example.com/a.gif"}}"#,
    #"{"topic": "a", "android": {"notification": {"image": "https://cdn.example.com/a.mp4"}}}"#,
    #"{"topic": "a", "webpush": {"notification": {"image": "https://cdn.example.com/a.gif"}}}"#,
    #"{"topic": "a", "apns": {"fcm_options": {"image": "https://cdn.example.com/a.webm"}}}"#,
    #"{"topic": "a", "android": {"notification": {"light_settings": {"color": {"red": 1.5}}}}}"#,
  ])
  func refusesWhatTheAPIOrAClientRefuses(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Message.self, from: Data(text.utf8)) }
  }

  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }
}
