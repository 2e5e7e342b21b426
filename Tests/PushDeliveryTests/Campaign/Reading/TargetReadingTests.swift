import PushDelivery
import Testing

@Suite struct TargetReadingTests {
  @Test func aListGivesAMessageForEach() {
    #expect(
      readMessage("title: T", target: "[{topic: x}, {fid: y}, {token: z}]").lines == ["a.1 x T", "a.2 y T", "a.3 z T"])
  }

  /// So that the first keeps its name when the list grows.
  @Test func aListOfOneIsNumberedToo() { #expect(readMessage("title: T", target: "[{topic: x}]").lines == ["a.1 x T"]) }

  @Test(arguments: [
    ("[]", "target configuration.value"), ("[{topic: x}, {topik: y}]", "target[1].topik configuration.unknown-key"),
    ("[{topic: x}, {topic: x}]", "target campaign.shared-target"),
    ("{topic: {x: y}}", "target.topic.x campaign.locale"),
  ])
  func refuses(_ target: String, _ problem: String) {
    #expect(readMessage("title: T", target: target).problems == ["messages[0].\(problem)"])
  }

  @Test func numbersDoNotMeetOtherIdentifiers() {
    let checked = Campaign.read("messages: [{id: a, target: [{topic: x}]}, {id: a.1, target: {topic: x}}]")
    #expect(checked.problems == ["messages[1].id campaign.duplicate-id"])
  }

  @Test func theWholeIdentifierNamesAFile() {
    let id = String(repeating: "a", count: 199)
    #expect(Campaign.read("messages: [{id: \(id), target: [{topic: x}]}]").problems == ["messages[0].id campaign.id"])
  }
}
