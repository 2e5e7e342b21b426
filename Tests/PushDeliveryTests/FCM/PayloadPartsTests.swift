import Findings
import PushDelivery
import TestSupport
import Testing

/// A message that is too large names the parts to shorten.
@Suite struct PayloadPartsTests {
  private func advice(_ message: Message) -> [String] {
    var diagnostics: [Diagnostic] = []
    _ = ComposedRequest(message, id: .m, subject: .init(.message, "m"), reporting: &diagnostics)
    return diagnostics.filter { $0.rule == "message.size" }.map(\.message)
  }

  @Test func theLargestPartsAreNamed() throws {
    let advice = advice(
      try Message(
        to: .fid("f"),
        [
          "notification": ["title": "Bread", "body": .string(String(repeating: "b", count: 90))],
          "data": ["story": .string(String(repeating: "s", count: 5000))],
        ]))
    let words = try #require(advice.first)
    #expect(
      words.contains(
        "the largest parts are data.story (5000 bytes), notification.body (90 bytes) and notification.title (5 bytes)"),
      "\(words)")
    #expect(!words.contains("base-url"))
  }

  @Test func longAddressesAskForAShorterBaseURL() throws {
    let url = "https://static.example.com/" + String(repeating: "long/", count: 400) + "a.jpg"
    let advice = advice(
      try Message(
        to: .topic("t"),
        ["notification": ["title": "T", "body": "B"], "android": ["notification": ["image": .string(url)]]]))
    #expect(advice.count == 1 && advice.allSatisfy { $0.contains("a shorter base-url") }, "\(advice)")
  }
}
