import Findings
import Foundation
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

  @Test func anotherNumberIsSaid() {
    let campaign = Campaign(messages: [message("a", image: "D3200.jpg")])
    #expect(
      campaign.resolve(against: ["D3100.jpg"]).diagnostics.map(\.remedy) == [
        "add the picture, or correct its path; the folder has `D3100.jpg`, with another number"
      ])
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

@Suite struct CampaignDerivingTests {
  let defaults = MessageDefaults(title: "New", target: .topic("all"))

  @Test func oneMessageForEachPicture() {
    let checked = Campaign.derived(from: ["b/Été.png", "a.jpg"], defaults: defaults)
    let expected: StoredValues<CampaignMessage> = [
      CampaignMessage(id: "a", media: "a.jpg", target: .topic("all"), origin: .init(.file, "a.jpg")),
      CampaignMessage(id: "b-ete", media: "b/Été.png", target: .topic("all"), origin: .init(.file, "b/Été.png")),
    ]
    #expect(checked == Checked(expected))
  }

  @Test func identifiersAreUniqueInAnyOrder() {
    let paths = ["a.jpg", "a.png", "A.jpg", "a-2.gif", "🎉.jpg", "🎈.jpg", "index.jpg", "image.jpg"]
    let campaign = Campaign.derived(from: paths, defaults: defaults).value
    #expect(
      campaign?.map { "\($0.id) \($0.media.common ?? "")" } == [
        "a A.jpg", "a-2 a-2.gif", "a-3 a.jpg", "a-4 a.png", "image image.jpg", "index-2 index.jpg", "image-2 🎈.jpg",
        "image-3 🎉.jpg",
      ])
    #expect(campaign == Campaign.derived(from: paths.reversed(), defaults: defaults).value)
  }

  @Test func needsSomethingToShowAndATarget() {
    let checked = Campaign.derived(from: ["a.jpg"], defaults: .init(), file: "c.yml")
    #expect(checked.value == nil)
    #expect(
      checked.diagnostics == [
        Diagnostic(
          "configuration.missing-key", .error, .init(.configuration, "c.yml", keyPath: "defaults.title"),
          "without campaign.yml the messages come from `defaults`, and no message says what to show",
          remedy: "add a title or a body under `defaults`, or write a campaign.yml"),
        Diagnostic(
          "configuration.missing-key", .error, .init(.configuration, "c.yml", keyPath: "defaults.target"),
          "without campaign.yml the messages come from `defaults`, and no message says whom it goes to",
          remedy: "add a target under `defaults`, or write a campaign.yml"),
      ])
    let bodyAlone = MessageDefaults(body: "New", target: .fid("f"))
    #expect(Campaign.derived(from: [], defaults: bodyAlone) == Checked([]))
  }
}

/// Pictures of a folder without messages that people take for one.
@Suite struct RepeatedPicturesTests {
  private func names(_ files: [String: UInt8]) -> [String] {
    let found = Campaign.repeatedPictures(
      files.map { ($0, ContentDigest(bytes: [UInt8](repeating: $1, count: 32))) })
    #expect(found.allSatisfy { $0.severity == .warning && $0.rule == "campaign.repeated-picture" })
    return found.map { "\($0.subject.name): \($0.message.prefix { $0 != "," })" }
  }

  @Test func copiesAreToldOnceEach() {
    #expect(
      names(["sale.jpg": 1, "sale (1).jpg": 1, "b/sale.jpg": 1, "other.jpg": 2]) == [
        "sale (1).jpg: it has the same bytes as `b/sale.jpg`", "sale.jpg: it has the same bytes as `b/sale.jpg`",
      ])
    #expect(names(["b.mov": 1, "b.mp4": 1]) == ["b.mp4: it has the same bytes as `b.mov`"])
  }

  /// Cameras have a movie with a Live Photo, and pages one picture in several formats and for several screens.
  @Test(arguments: [
    ("a/IMG_1.HEIC", "a/IMG_1.MOV"), ("A.jpg", "a.mov"), ("a.gif", "a.mp4"), ("a/b.avi", "a/b.mp4"),
    ("a.jpg", "a.webp"), ("b/A.heic", "b/a.jpg"), ("logo.png", "logo@2x.png"), ("x@2x.png", "x@3x.webp"),
  ])
  func twoFormsOfAPictureAreTold(_ first: String, _ second: String) {
    #expect(names([first: 1, second: 2]) == ["\(second): it is named like `\(first)`"])
  }

  @Test func picturesOfTheirOwnAreNot() {
    #expect(names(["a.jpg": 1, "b/a.jpg": 2, "b.mov": 3, "c": 5, "c.mp4": 6, "a2x.png": 7, "a-2.jpg": 8]) == [])
    #expect(Campaign.repeatedPictures([("a.jpg", nil), ("b.jpg", nil)]) == [])
  }
}

@Suite struct PosterChoiceTests {
  @Test(arguments: [
    (PosterChoice.at(2.5), #"{"at":2.5}"#), (.at(0), #"{"at":0}"#),
    (.file("a b/cover.jpg"), #"{"file":"a b\/cover.jpg"}"#),
  ])
  func hasOneFormInJSON(_ poster: PosterChoice, _ json: String) throws {
    let bytes = try JSONEncoder().encode(poster)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(PosterChoice.self, from: bytes) == poster)
  }

  @Test(arguments: ["{}", "2.5", #"{"at": "2.5"}"#, #"{"file": 1}"#]) func readsNothingElse(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PosterChoice.self, from: Data(json.utf8)) }
  }
}
