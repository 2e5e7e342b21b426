import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignResolvingTests {
  private func message(_ id: String, image: String?, poster: PosterChoice? = nil, line: Int = 1) -> CampaignMessage {
    CampaignMessage(
      id: id, media: CampaignMedia(image), poster: poster, target: .topic("t"),
      origin: .init(.configuration, "campaign.yml", line: line, column: 5, keyPath: "messages[0]"))
  }

  @Test func findsFilesWhateverTheNormalForm() {
    let (composed, decomposed) = ("caf\u{E9}.jpg", "cafe\u{301}.jpg")
    let campaign = Campaign(messages: [
      message("a", image: composed), message("b", image: nil),
      message("c", image: "a.mp4", poster: .file(composed)), message("d", image: "a.mp4", poster: .at(2)),
    ])
    let (messages, diagnostics) = campaign.resolve(against: [decomposed, "a.mp4"])
    #expect(diagnostics.isEmpty && messages == campaign.messages)
    for name in [messages[0].media.common, messages[2].poster?.file] {
      #expect(name.map { Array($0.utf8) } == Array(decomposed.utf8))
    }
  }

  @Test(arguments: [
    (Incident.campaignMissingImage, "media", "the message would be text only", "picture"),
    (.campaignMissingPoster, "poster", "Android and browsers would have nothing to show", "poster"),
  ])
  func aMissingFileNamesTheNearest(_ incident: Incident, key: String, consequence: String, what: String) {
    let wrong =
      key == "media"
      ? message("a", image: "Hero.jpeg", line: 7)
      : message("a", image: "b.png", poster: .file("Hero.jpeg"), line: 7)
    let campaign = Campaign(messages: [wrong, message("b", image: "b.png")])
    let (messages, diagnostics) = campaign.resolve(against: ["hero.jpg", "b.png", "sub/hero.jpg"])
    let expected = Diagnostic(
      incident.id, .error,
      .init(.configuration, "campaign.yml", line: 7, column: 5, keyPath: "messages[0].\(key)"),
      "`Hero.jpeg` is not in the campaign folder, so \(consequence)",
      remedy: "add the \(what), or correct its path; the nearest name there is `hero.jpg`")
    #expect(messages.map(\.id) == ["b"])
    #expect(diagnostics == [expected])
  }

  @Test func bothFilesOfAMessageMayBeMissing() {
    let campaign = Campaign(messages: [message("a", image: "a.mp4", poster: .file("b.jpg"))])
    let (messages, diagnostics) = campaign.resolve(against: [])
    #expect(messages.isEmpty)
    #expect(diagnostics.map(\.rule) == ["campaign.missing-image", "campaign.missing-poster"])
    #expect(diagnostics.first?.remedy == "add the picture, or correct its path")
  }

  @Test func manyMissingPicturesCostNoTime() {
    let campaign = Campaign(messages: (0..<5_000).map { message("m\($0)", image: "missing/\($0).jpg") })
    let (_, diagnostics) = campaign.resolve(against: Set((0..<500).map { "there/\($0).jpg" }))
    #expect(diagnostics.count == 5_000)
    #expect(diagnostics.count { $0.remedy.contains("nearest") } == 20)
  }

  /// A focal point is lost where clients cut a picture that its profile leaves whole.
  @Test func aFocalPointIsKeptOrRefused() {
    func message(
      _ point: FocalPoint?, platforms: Set<Platform> = .all, media: CampaignMedia = "a.jpg"
    ) -> CampaignMessage {
      CampaignMessage(
        id: "a", media: media, focalPoint: point, target: .topic("t"), platforms: platforms,
        origin: .init(.message, "a"))
    }
    let point = FocalPoint(x: 0.5, y: 0.2)
    let all = [
      message(point), message(nil), message(point, platforms: [.ios]),
      message(point, media: CampaignMedia(own: [.ios: "a.jpg"])),
    ]
    #expect(Campaign(messages: all).resolve(against: ["a.jpg"], under: Profile.standard).messages == all)
    let (messages, diagnostics) = Campaign(messages: all).resolve(against: ["a.jpg"], under: [.universal])
    #expect(messages == Array(all.dropFirst()))
    #expect(diagnostics.map(\.rule) == ["campaign.focal-point"])
    #expect(diagnostics.first?.severity == .error)
    #expect(diagnostics.first?.message.contains("`profiles.universal` has `fit: inside`") == true)
    #expect(diagnostics.first?.message.contains("Android and web cut it from the middle") == true)
  }
}
