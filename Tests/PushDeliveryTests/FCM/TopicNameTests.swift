import PushDelivery
import Testing

@Suite struct TopicNameTests {
  @Test(arguments: ["a", "news-2026_x.~%", String(repeating: "a", count: 900)])
  func takesNames(_ text: String) { #expect(TopicName(rawValue: text)?.rawValue == text) }

  @Test(arguments: ["", "/topics/a", "a b", "é", "a/b", "a'", "a\n", String(repeating: "a", count: 901)])
  func refusesOthers(_ text: String) { #expect(TopicName(rawValue: text) == nil) }
}
