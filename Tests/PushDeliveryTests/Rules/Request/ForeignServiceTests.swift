import Findings
import PushDelivery
import TestSupport
import Testing

/// Requests to other services are named, and other known JSON is recognized.
@Suite struct ForeignServiceTests {
  private func messages(_ text: String, in syntax: RequestSyntax = .json) -> [String] {
    RequestFile(Array(text.utf8), in: syntax).diagnostics(about: .init(.request, "r"), now: 1_800_000_000)
      .filter { $0.severity > .note }.map { "\($0.severity.rawValue): \($0.message)" }
  }

  @Test(arguments: [
    ("{\"to\": \"ExponentPushToken[abc]\", \"title\": \"A\", \"body\": \"B\"}", "Expo"),
    ("[{\"to\": [\"ExponentPushToken[abc]\"], \"title\": \"A\"}]", "Expo"),
    ("{\"app_id\": \"b2f7\", \"included_segments\": [\"All\"], \"contents\": {\"en\": \"B\"}}", "OneSignal"),
    ("{\"to\": \"/topics/news\", \"registration_tokens\": [\"a\", \"b\"]}", "instance ID"),
  ])
  func areNamedByTheirBody(text: String, service: String) {
    let messages = messages(text)
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.hasPrefix("warning: not judged: ") && $0.contains(service) }, "\(messages)")
  }

  @Test(arguments: [
    ("https://iid.googleapis.com/iid/v1:batchAdd", "instance ID"),
    ("https://api.onesignal.com/notifications", "OneSignal"), ("https://api.push.apple.com/3/device/ab", "APNs"),
  ])
  func areNamedByTheirAddress(address: String, service: String) {
    let text =
      "POST \(address)\nContent-Type: application/json\n\n{\"to\": \"/topics/news\", \"notification\": {\"title\": \"A\"}}\n"
    let messages = messages(text, in: .http)
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.contains("not judged") && $0.contains(service) }, "\(messages)")
  }

  @Test(arguments: [
    "{\"message\": {\"topic\": \"t\", \"notification\": {\"title\": \"A\"}, \"data\": {\"app_id\": \"1\", \"contents\": \"c\"}}}",
    "{\"topic\": \"t\", \"notification\": {\"title\": \"A\"}}",
  ])
  func messagesForFCMAreJudged(text: String) { #expect(messages(text) == []) }

  @Test(arguments: [
    ("{\"name\": \"shop\", \"scripts\": {\"a\": \"b\"}}", true), ("{\"compilerOptions\": {}}", true), ("[1, 2]", true),
    ("{\n  // settings\n  \"compilerOptions\": {}\n}", true), ("{\"mesage\": {\"topic\": \"t\"}}", false),
    ("{\"body\": {\"notification\": {}}}", false), ("{\"message\": {\"topic\": \"t\"}}", false), ("[]", true),
    ("", false),
  ])
  func otherJSONIsKnown(text: String, isOther: Bool) { #expect(RequestFile(Array(text.utf8)).isOtherJSON == isOther) }
}
