import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignResolvingTests {
  private func message(_ id: String, image: String?, poster: PosterChoice? = nil, line: Int = 1) -> CampaignMessage {
    CampaignMessage(
      id: id, media: CampaignMedia(image), poster: poster, target: .topic("t"),
      origin: .init(.configuration, "campaign.yml", line: line, column: 5, keyPath: "messages[0]"))
  }

  @Test func findsPicturesWhateverTheNormalForm() throws {
    let composed = "caf\u{E9}.jpg"
    let decomposed = "cafe\u{301}.jpg"
    let campaign = Campaign(messages: [message("a", image: composed), message("b", image: nil)])
    let (messages, diagnostics) = campaign.resolve(against: [decomposed, "other.jpg"])
    #expect(diagnostics.isEmpty)
    #expect(messages.map(\.id) == ["a", "b"])
    #expect(try Array(#require(messages.first?.media.common).utf8) == Array(decomposed.utf8))
  }

  @Test func aMissingPictureNamesTheNearest() {
    let campaign = Campaign(messages: [message("a", image: "Hero.jpeg", line: 7), message("b", image: "b.png")])
    let (messages, diagnostics) = campaign.resolve(against: ["hero.jpg", "b.png", "sub/hero.jpg"])
    let expected = Diagnostic(
      "campaign.missing-image", .error,
      .init(.configuration, "campaign.yml", line: 7, column: 5, keyPath: "messages[0].media"),
      "`Hero.jpeg` is not in the campaign folder, so the message would be text only",
      remedy: "add the picture, or correct its path; the nearest name there is `hero.jpg`")
    #expect(messages.map(\.id) == ["b"])
    #expect(diagnostics == [expected])
  }

  @Test func findsPostersWhateverTheNormalForm() throws {
    let composed = "caf\u{E9}.jpg"
    let decomposed = "cafe\u{301}.jpg"
    let campaign = Campaign(messages: [
      message("a", image: "a.mp4", poster: .file(composed)), message("b", image: "a.mp4", poster: .at(2)),
    ])
    let (messages, diagnostics) = campaign.resolve(against: [decomposed, "a.mp4"])
    #expect(diagnostics.isEmpty)
    #expect(messages.map(\.poster) == [.file(decomposed), .at(2)])
    guard case .file(let path) = try #require(messages.first?.poster) else { return }
    #expect(Array(path.utf8) == Array(decomposed.utf8))
  }

  @Test func aMissingPosterNamesTheNearest() {
    let campaign = Campaign(messages: [message("a", image: "a.mp4", poster: .file("Cover.jpeg"), line: 7)])
    let (messages, diagnostics) = campaign.resolve(against: ["cover.jpg", "a.mp4"])
    let expected = Diagnostic(
      "campaign.missing-poster", .error,
      .init(.configuration, "campaign.yml", line: 7, column: 5, keyPath: "messages[0].poster"),
      "`Cover.jpeg` is not in the campaign folder, so Android and browsers would have nothing to show",
      remedy: "add the poster, or correct its path; the nearest name there is `cover.jpg`")
    #expect(messages.isEmpty)
    #expect(diagnostics == [expected])
  }

  @Test func bothFilesOfAMessageMayBeMissing() {
    let campaign = Campaign(messages: [message("a", image: "a.mp4", poster: .file("b.jpg"))])
    let (messages, diagnostics) = campaign.resolve(against: [])
    #expect(messages.isEmpty)
    #expect(diagnostics.map(\.rule) == ["campaign.missing-image", "campaign.missing-poster"])
  }

  @Test func anEmptyFolderHasNoNearest() {
    let (messages, diagnostics) = Campaign(messages: [message("a", image: "a.jpg")]).resolve(against: [])
    #expect(messages.isEmpty)
    #expect(diagnostics.map(\.remedy) == ["add the picture, or correct its path"])
  }

  @Test func manyMissingPicturesCostNoTime() {
    let campaign = Campaign(messages: (0..<5_000).map { message("m\($0)", image: "missing/\($0).jpg") })
    let (_, diagnostics) = campaign.resolve(against: Set((0..<500).map { "there/\($0).jpg" }))
    #expect(diagnostics.count == 5_000)
    #expect(diagnostics.count { $0.remedy.contains("nearest") } == 20)
  }
}
