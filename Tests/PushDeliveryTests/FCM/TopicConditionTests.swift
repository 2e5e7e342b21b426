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

  @Test(arguments: [
    ("", TopicCondition.SyntaxError.operandExpected(offset: 0)), ("news", .operandExpected(offset: 0)),
    ("\"A\" in topics", .operandExpected(offset: 0)), ("()", .operandExpected(offset: 1)),
    ("'A' in topics &&", .operandExpected(offset: 16)),
    ("'A' in topics && && 'B' in topics", .operandExpected(offset: 17)),
    ("'A' in topics 'B' in topics", .operatorExpected(offset: 14)),
    ("'A' in topics & 'B' in topics", .operatorExpected(offset: 14)), ("'A' in topics)", .operatorExpected(offset: 13)),
    ("'A' in topics and 'B' in topics", .operatorExpected(offset: 14)),
    ("'' in topics", .topic(offset: 0)), ("'A in topics", .topic(offset: 0)),
    ("'/topics/A' in topics", .topic(offset: 0)),
    ("'A'", .membershipExpected(offset: 3)), ("'A'in topics", .membershipExpected(offset: 3)),
    ("'A' in", .membershipExpected(offset: 3)), ("'A' intopics", .membershipExpected(offset: 3)),
    ("'A' in topic", .membershipExpected(offset: 3)), ("'A' in topicsX", .membershipExpected(offset: 3)),
    ("(('A' in topics)", .unclosed(1)), ("'A' in topics\n", .operatorExpected(offset: 13)),
    ((1...6).map { "'t\($0)' in topics" }.joined(separator: " || "), .tooManyTopics(6)),
    (String(repeating: "(", count: 100_000), .operandExpected(offset: 100_000)),
    (String(repeating: "!", count: 100_000), .operandExpected(offset: 100_000)),
  ])
  func saysWhatIsWrong(text: String, problem: TopicCondition.SyntaxError) {
    #expect(throws: problem) { try TopicCondition(text) }
  }
}
