import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignReadingTests {
  private func read(_ text: String, _ defaults: MessageDefaults = .init()) -> Checked<Campaign> {
    Campaign.read(text, file: "campaign.yml", defaults: defaults)
  }

  /// One message that goes to a topic, with more keys.
  private func message(_ keys: String) -> Checked<Campaign> { read("messages: [{id: a, target: {topic: t}, \(keys)}]") }

  @Test func readsEveryKey() {
    let text = """
      version: 1
      messages:
        - id: first
          image: ./summer//hero.jpg
          poster: ./summer/cover.jpg
          title: no
          body: "Two\\nlines"
          target: {token: abc}
          link: https://example.com/
          focal-point: {x: 0.25, y: 1}
        - id: second
          target:
            fid: def
        - {id: third}
      """
    let expected = Campaign(messages: [
      CampaignMessage(
        id: "first", media: "summer/hero.jpg", poster: .file("summer/cover.jpg"), focalPoint: FocalPoint(x: 0.25, y: 1),
        title: "no", body: "Two\nlines", target: .token("abc"), link: "https://example.com/",
        origin: .init(.configuration, "campaign.yml", line: 3, column: 5, keyPath: "messages[0]")),
      CampaignMessage(
        id: "second", target: .fid("def"),
        origin: .init(.configuration, "campaign.yml", line: 11, column: 5, keyPath: "messages[1]")),
      CampaignMessage(
        id: "third", target: .topic("all"),
        origin: .init(.configuration, "campaign.yml", line: 14, column: 5, keyPath: "messages[2]")),
    ])
    #expect(read(text, MessageDefaults(title: "T", target: .topic("all"))) == Checked(expected))
  }

  @Test(arguments: ["", "version: 1", "messages:", "messages: {}", "messages: 1"])
  func needsAListOfMessages(_ text: String) { #expect(read(text).diagnostics.map(\.subject.keyPath) == ["messages"]) }

  @Test func anEmptyListIsAnEmptyCampaign() { #expect(read("messages: []") == Checked(Campaign(messages: []))) }

  @Test func reportsAllProblemsAtOnce() {
    let text = """
      version: 3
      messages:
        - id: a
          imgae: x.jpg
        - title: b
          target: {topics: all}
        - text
        - id: a/b
          image: ../x.jpg
          target: {}
          focal-point: {x: 2}
      """
    #expect(
      read(text).summaries == [
        "1:10 version configuration.version", "3:5 messages[0].target configuration.missing-key",
        "4:5 messages[0].imgae configuration.unknown-key", "5:5 messages[1].id configuration.missing-key",
        "6:14 messages[1].target.topics configuration.unknown-key", "7:5 messages[2] configuration.type",
        "8:9 messages[3].id campaign.id", "9:12 messages[3].image campaign.path",
        "10:13 messages[3].target configuration.value", "11:18 messages[3].focal-point.y configuration.missing-key",
        "11:22 messages[3].focal-point.x configuration.range",
      ])
  }

  @Test(arguments: ["a", "A"]) func identifiersAreUnique(_ second: String) {
    let text = "messages:\n- {id: a}\n- {id: b}\n- {id: \(second)}\n"
    let expected = Diagnostic(
      "campaign.duplicate-id", .error,
      .init(.configuration, "campaign.yml", line: 4, column: 8, keyPath: "messages[2].id"),
      "two messages have the id `\(second)`, in lines 2 and 4, and one request would replace the other",
      remedy: "give one of them another id")
    #expect(read(text, MessageDefaults(target: .topic("t"))) == Checked(nil, [expected]))
  }

  @Test(arguments: ["a.jpg", "a b/ü ✂️.jpg", "..a.jpg", "a..b/...jpg", "~/a.jpg", "a:b.jpg"])
  func imagesMayHaveAnyOtherName(_ path: String) {
    #expect(message("image: \"\(path)\"").value?.messages.map(\.media) == [CampaignMedia(path)])
  }

  @Test(arguments: ["a", "2024", "A.b_c-d", "no", String(repeating: "a", count: 100)])
  func identifiersMayBe(_ id: String) {
    #expect(read("messages: [{id: \(id), target: {topic: t}}]").value?.messages.map(\.id) == [id])
  }

  @Test(arguments: ["{x: 0.5}", "{x: -0.1, y: 0}", "{x: a, y: 0}", "[0.5, 0.5]", "{x: 0, y: 0, z: 0}", "centre"])
  func focalPointsAreInThePicture(_ point: String) { #expect(message("focal-point: \(point)").diagnostics.count == 1) }

  @Test(arguments: [
    ("{at: 0}", PosterChoice.at(0)), ("{at: 2.5}", .at(2.5)), ("{at: 86400}", .at(86_400)),
    ("cover.jpg", .file("cover.jpg")), ("./a//b.png", .file("a/b.png")), ("\"2.5\"", .file("2.5")),
    ("2.5.jpg", .file("2.5.jpg")),
  ])
  func aPosterIsAMomentOrAFile(_ text: String, _ poster: PosterChoice) {
    #expect(message("image: a.mp4, poster: \(text)").value?.messages.map(\.poster) == [poster])
  }
}
