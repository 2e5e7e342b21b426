import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What a page shows of a run.
@Suite struct ContactSheetRunTests {
  private let still = try? ContactSheetExample.picture("hero")
  private let movie = try? ContactSheetExample.motion("hero")

  private func asset(
    _ path: String, _ status: AssetOutcome.Status = .published, _ renditions: [RenditionOutcome?] = []
  ) -> AssetOutcome {
    AssetOutcome(path: path, status: status, renditions: renditions.compactMap { $0 })
  }

  private func message(_ id: String, image: String? = nil, number: Int = 0) -> CampaignMessage {
    CampaignMessage(
      id: id, media: CampaignMedia(image), title: "Title of \(id)", target: .topic("all"),
      origin: .init(.configuration, "campaign.yml", line: number + 3, keyPath: "messages[\(number)]"))
  }

  private func request(_ message: CampaignMessage, _ media: MessageMedia?) throws -> ComposedRequest {
    try #require(RequestComposer().compose(message, media: media).value)
  }

  private func media() throws -> MessageMedia {
    var problems: [Diagnostic] = []
    let subject = Diagnostic.Subject(.message, "a")
    let (still, movie) = (try #require(still), try #require(movie))
    return MessageMedia(
      still: try #require(
        AssetURL<EveryClient>(still.url, format: still.format, subject: subject, reporting: &problems)),
      motion: AssetURL<AppleSystems>(movie.url, format: movie.format, subject: subject, reporting: &problems))
  }

  private func problem(_ rule: RuleIdentifier, _ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(rule, .error, subject, "it is wrong", remedy: "fix it")
  }

  private func sheet(
    _ outcomes: [RequestOutcome], _ findings: [Diagnostic] = [], assets: [AssetOutcome] = [],
    requests: [ComposedRequest] = [], messages: [CampaignMessage] = []
  ) -> ContactSheetContents {
    let report = RunReport(assets: StoredValues(assets), requests: outcomes, diagnostics: findings)
    return ContactSheetContents(title: "t", report: report, requests: requests, messages: messages)
  }

  @Test func aMessageShowsWhatItsRequestSays() throws {
    let written = message("a", image: "hero.mov")
    let warning = Diagnostic("image.narrow", .warning, .init(.file, "hero.mov"), "it is narrow", remedy: "widen it")
    let sheet = sheet(
      [.init(id: "a", status: .ready, file: "a.json")], [warning],
      assets: [asset("hero.mov", .published, [still, movie])], requests: [try request(written, media())],
      messages: [written])
    let expected = ContactSheetContents.ShownMessage(
      id: "a", title: "Title of a", target: .topic("all"),
      words: [
        .android: .init(title: "Title of a"), .ios: .init(title: "Title of a"), .web: .init(title: "Title of a"),
      ],
      pictures: [.android: try #require(still), .web: try #require(still), .ios: try #require(movie)],
      findings: [warning], files: ["hero.mov"])
    let file = ContactSheetContents.File(
      path: "hero.mov", status: .published, renditions: [try #require(still), try #require(movie)])
    // Of the still no plan is known.
    let originals = [try #require(movie).url: ContactSheetContents.Original(path: "hero.mov")]
    #expect(sheet == ContactSheetContents(title: "t", messages: [expected], files: [file], originals: originals))
  }

  /// A still of a movie is one of its frames, or of the picture that its message gives as its poster.
  @Test func aRenditionHasItsPartOfTheOriginal() throws {
    var still = try #require(still)
    still.corner = .init(left: 0, top: 216)
    let picture = Picture(format: .jpeg, size: PixelSize(width: 1080, height: 1080))
    var profile = Profile.android
    profile.name = still.profile
    let specification = StillSpecification(
      picture: picture, profile: profile, focalPoint: FocalPoint(x: 0.5, y: 0.45), posterTime: 1.5)
    let plan = StillPlan(method: .encode, specification: specification, reasons: [])
    func original(_ inspection: Inspection, poster: PosterChoice? = nil) -> ContactSheetContents.Original? {
      let asset = AssetOutcome(
        path: "a", poster: poster, status: .published, inspection: inspection, plans: [plan], renditions: [still])
      return sheet([], assets: [asset]).originals[still.url]
    }
    let area = PictureArea(left: 0, top: 0.2, right: 1, bottom: 0.7)
    let animation = Inspection.animation(picture, Animation(delays: [100, 100]))
    #expect(original(.still(picture)) == .init(path: "a", area: area))
    #expect(original(animation) == .init(path: "a", area: area, motion: .animation))
    #expect(original(animation, poster: .file("b")) == .init(path: "b", area: area))
    still.corner = nil
    #expect(original(.still(picture)) == nil)
  }

  /// Overrides of a platform replace common fields, and only the request's texts are shown.
  @Test func eachClientSaysWhatTheRequestTellsIt() throws {
    var written = message("a")
    written.body = "Words"
    written.overrides = MessageOverrides(
      android: ["notification": ["title": "For Android", "click_action": "OPEN", "body_loc_key": "SALE"]],
      apns: ["payload": ["aps": ["alert": ["title": "For iOS", "subtitle": "Below it", "body": "More"]]]],
      webpush: [
        "notification": [
          "body": "For browsers", "actions": [["action": "buy", "title": "Buy"], ["action": "no", "title": "Later"]],
        ]
      ])
    let made = try request(written, nil)
    // The message may have changed since.
    written.title = "Other"
    written.body = nil
    let sheet = sheet([.init(id: "a", status: .ready)], requests: [made], messages: [written])
    let shown = try #require(sheet.messages.first)
    #expect(shown.title == "Title of a" && shown.body == "Words")
    #expect(
      shown.words == [
        .android: .init(title: "For Android", body: "(the app's words for SALE)"),
        .ios: .init(title: "For iOS", subtitle: "Below it", body: "More"),
        .web: .init(title: "Title of a", body: "For browsers", actions: ["Buy", "Later"]),
      ])
    let structure = try PageStructure(ContactSheetExample.page(of: sheet))
    let texts = structure.texts + structure.tags("article").compactMap { $0.attributes["data-shown"] }
    for words in ["For Android", "For iOS", "Below it", "For browsers", "Buy", "Later", "topic all"] {
      #expect(texts.contains { $0.contains(words) }, "\(words)")
    }
  }

  @Test func aRefusedMessageHasItsFindingsAndThoseOfItsFile() throws {
    let problems = [
      problem("message.image-refused", .init(.message, "a", line: 3)),
      problem("image.truncated", .init(.file, "hero.jpg")),
      problem("message.link", .init(.configuration, "campaign.yml", line: 4, keyPath: "messages[1].link")),
      problem("image.truncated", .init(.file, "other.jpg")),
    ]
    let sheet = sheet(
      [.init(id: "a", status: .refused), .init(id: "b", status: .refused)], problems,
      assets: [asset("hero.jpg", .refused), asset("fine.jpg", .published, [still]), asset("other.jpg", .refused)],
      messages: [message("a", image: "hero.jpg"), message("b", image: "fine.jpg", number: 1)])
    #expect(sheet.messages.map(\.findings) == [Array(problems[0...1]), [problems[2]]])
    #expect(
      sheet.messages.map(\.pictures) == [[:], [.android: still, .web: still, .ios: still].compactMapValues { $0 }])
    #expect(
      sheet.files == [
        .init(path: "hero.jpg", status: .refused),
        .init(path: "fine.jpg", status: .published, renditions: [still].compactMap(\.self)),
        .init(path: "other.jpg", status: .refused, findings: [problems[3]]),
      ])
    #expect(sheet.findings == [])
  }

  @Test func aFindingAboutATextIsThatOfItsLanguage() throws {
    let campaign = """
      version: 1
      messages:
        - {id: a, title: {en: E, de: D}, target: {topic: "t-{{locale}}"}}
      """
    let messages = try #require(CampaignReading(campaign).campaign?.messages)
    let problems = ["title.de", "target"].map {
      problem("message.x", .init(.configuration, "campaign.yml", line: 3, keyPath: "messages[0].\($0)"))
    }
    let sheet = sheet(
      [.init(id: "a.en", status: .refused), .init(id: "a.de", status: .refused)], problems, messages: messages)
    #expect(sheet.messages.map(\.findings) == [[problems[1]], problems])
  }

  /// Of a message that names a missing file the report has its identifier, and its place only in the finding.
  @Test func aMessageWithoutItsFileHasItsFinding() {
    let origin = Diagnostic.Subject(.configuration, "campaign.yml")
    let findings = ["messages[1].image", "messages[4].poster"].map { key in
      var subject = origin
      subject.keyPath = key
      return problem("campaign.missing-image", subject)
    }
    let sheet = sheet(["b", "e", "a"].map { .init(id: $0, status: .refused) }, findings, messages: [message("a")])
    #expect(
      sheet.messages == [
        .init(id: "b", status: .refused, findings: [findings[0]]),
        .init(id: "e", status: .refused, findings: [findings[1]]),
        .init(id: "a", status: .refused, title: "Title of a", target: .topic("all")),
      ])
    #expect(sheet.findings == [])
  }

  /// There is no text in this language.
  @Test func aLanguageThatStandsInIsNamed() throws {
    let text = """
      version: 1
      locales: {fallback: en, list: [en, fr, en-GB]}
      messages:
        - {id: a, title: {en: Hello}, target: {topic: "t-{{locale}}"}}
      """
    let messages = try #require(Campaign.read(text).value).messages
    let sheet = sheet(messages.map { .init(id: $0.id, status: .ready) }, messages: messages)
    #expect(sheet.messages.map(\.fallback) == [nil, "en", nil])
    let page = ContactSheetExample.page(of: sheet)
    #expect(page.contains("There is no text in its language, so it goes out in en.") && page.contains("#message-2"))
  }

  @Test func whatBelongsToNothingIsBesideAndNotesAreNot() {
    let note = Diagnostic("file.ignored", .note, .init(.file, "readme.txt"), "passed over")
    let warning = problem("url.http", .init(.destination, "http://localhost/"))
    let sheet = sheet([], [note, warning], assets: [asset("readme.txt", .ignored)])
    #expect(sheet == ContactSheetContents(title: "t", findings: [warning]))
  }
}
