import Findings
import PushDelivery
import Testing

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
      found.map(\.remedy) == [
        "write it as message.topic", #"write "mutable-content": 1 in message.apns.payload.aps"#,
      ])
  }
}
