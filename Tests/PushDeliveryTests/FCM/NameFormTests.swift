import PushDelivery
import Testing

@Suite struct TopicConditionTests {
  @Test(arguments: [
    ("'A' in topics", ["A"]), ("'A' in topics && ('B' in topics || !('C' in topics))", ["A", "B", "C"]),
    (" ( ( 'A'  in  topics ) )||'B' in topics ", ["A", "B"]), ("!!'A' in topics", ["A"]),
    ("'A' in topics&&'A' in topics", ["A", "A"]), ("!(!'a%' in topics)", ["a%"]),
    ((1...5).map { "'t\($0)' in topics" }.joined(separator: " || "), ["t1", "t2", "t3", "t4", "t5"]),
  ])
  func readsConditions(text: String, topics: [String]) throws {
    let condition = try TopicCondition(text)
    #expect(condition.text == text)
    #expect(condition.topics.map(\.rawValue) == topics)
  }

  @Test(arguments: TextRow.table("wrong conditions", in: "Requests")) func saysWhatIsWrong(_ row: TextRow) {
    let error = #expect(throws: TopicCondition.SyntaxError.self) { try TopicCondition(row[0]) }
    #expect(error.map { "\($0)" } == row[1])
  }

  @Test func nothingIsTooLong() {
    let many = (1...6).map { "'t\($0)' in topics" }.joined(separator: " || ")
    #expect(throws: TopicCondition.SyntaxError.tooManyTopics(6)) { try TopicCondition(many) }
    for sign in ["(", "!"] {
      let text = String(repeating: sign, count: 100_000)
      #expect(throws: TopicCondition.SyntaxError.operandExpected(offset: 100_000)) { try TopicCondition(text) }
    }
  }
}

@Suite struct TopicNameTests {
  @Test(arguments: ["a", "news-2026_x.~%", String(repeating: "a", count: 900)])
  func takesNames(_ text: String) { #expect(TopicName(rawValue: text)?.rawValue == text) }

  @Test(arguments: ["", "/topics/a", "a b", "é", "a/b", "a'", "a\n", String(repeating: "a", count: 901)])
  func refusesOthers(_ text: String) { #expect(TopicName(rawValue: text) == nil) }
}

@Suite struct MessageIdentifierTests {
  @Test(arguments: ["a", "2026-10-sale_1.de", "_", "indexes", String(repeating: "a", count: 200)])
  func takesFileNames(_ text: String) { #expect(MessageIdentifier(rawValue: text)?.description == text) }

  @Test(arguments: [
    "", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "é", "a~", "a\0", "index", "INDEX",
    String(repeating: "a", count: 201),
  ])
  func refusesOthers(_ text: String) { #expect(MessageIdentifier(rawValue: text) == nil) }
}

@Suite struct DataKeyTests {
  @Test(arguments: ["link", "From", "my.gcm.key"]) func free(_ key: String) { #expect(DataKey(key) == .free) }

  @Test(arguments: ["google", "gcm", "gcm_link", "googleLink"])
  func doubtful(_ key: String) { #expect(DataKey(key) == .doubtful) }

  @Test(arguments: ["", "from", "message_type", "google.a", "gcm.notification.a", "gcm.a", "aps", "fcm_options"])
  func reserved(_ key: String) { #expect(DataKey(key) == .reserved) }
}
