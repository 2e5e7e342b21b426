import PushDelivery
import Testing

@Suite struct CampaignResolvingTests {
  private func message(_ id: String, image: String?, line: Int = 1) -> CampaignMessage {
    CampaignMessage(
      id: id, image: image, target: .topic("t"),
      origin: .init(.configuration, "campaign.yml", line: line, column: 5, keyPath: "messages[0]"))
  }

  @Test func findsPicturesWhateverTheNormalForm() throws {
    let composed = "caf\u{E9}.jpg"
    let decomposed = "cafe\u{301}.jpg"
    let campaign = Campaign(messages: [message("a", image: composed), message("b", image: nil)])
    let (messages, diagnostics) = campaign.resolve(against: [decomposed, "other.jpg"])
    #expect(diagnostics.isEmpty)
    #expect(messages.map(\.id) == ["a", "b"])
    #expect(try Array(#require(messages.first?.image).utf8) == Array(decomposed.utf8))
  }

  @Test func aMissingPictureNamesTheNearest() {
    let campaign = Campaign(messages: [message("a", image: "Hero.jpeg", line: 7), message("b", image: "b.png")])
    let (messages, diagnostics) = campaign.resolve(against: ["hero.jpg", "b.png", "sub/hero.jpg"])
    let expected = Diagnostic(
      "campaign.missing-image", .error,
      .init(.configuration, "campaign.yml", line: 7, column: 5, keyPath: "messages[0].image"),
      "there is no `Hero.jpeg` in the campaign folder, so the message would show text only",
      remedy: "add the picture or correct the path; the nearest name there is `hero.jpg`")
    #expect(messages.map(\.id) == ["b"])
    #expect(diagnostics == [expected])
  }

  @Test func anEmptyFolderHasNoNearest() {
    let (messages, diagnostics) = Campaign(messages: [message("a", image: "a.jpg")]).resolve(against: [])
    #expect(messages.isEmpty)
    #expect(diagnostics.map(\.remedy) == ["add the picture or correct the path"])
  }

  @Test func manyMissingPicturesCostNoTime() {
    let campaign = Campaign(messages: (0..<5_000).map { message("m\($0)", image: "missing/\($0).jpg") })
    let (_, diagnostics) = campaign.resolve(against: Set((0..<500).map { "there/\($0).jpg" }))
    #expect(diagnostics.count == 5_000)
    #expect(diagnostics.count { $0.remedy.contains("nearest") } == 20)
  }
}
