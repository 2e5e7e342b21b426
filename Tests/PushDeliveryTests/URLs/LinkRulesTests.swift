import Findings
import PushDelivery
import TestSupport
import Testing

/// Addresses are judged alike wherever they stand: what a tap opens, the values for apps, pictures and the folder of pictures.
@Suite struct LinkRulesTests {
  private static let now = 1_800_000_000

  private func found(_ message: String, isTrial: Bool = false) -> [String] {
    let rules = isTrial ? RuleCatalog.standard.forTrial : RuleCatalog.standard
    return RequestFile(
      Array("{\"message\": {\"topic\": \"t\", \"notification\": {\"title\": \"A\"}, \(message)}}".utf8)
    )
    .diagnostics(about: .init(.request, "r.json"), now: Self.now, isTrial: isTrial, rules: rules)
    .filter { $0.severity > .note }.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
  }

  private func inData(_ url: String, isTrial: Bool = false) -> [String] {
    found("\"data\": {\"to_open\": \"\(url)\"}", isTrial: isTrial)
  }

  /// The findings of a run about it as the link of a message.
  private func composed(_ url: String) throws -> [String] {
    let text = "messages:\n  - {id: a, title: A, target: {topic: t}, link: \"\(url)\"}\n"
    let message = try #require(Campaign.read("version: 1\n" + text).value?.messages.first)
    return RequestComposer(settings: ComposeSettings(linkDataKey: "to_open"), now: Self.now)
      .compose(message, media: nil).diagnostics.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
  }

  @Test(arguments: TextRow.table("links without sense", in: "URLs")) func areJudgedForSense(_ row: TextRow) throws {
    let (url, expected) = (row[0], row[1])
    #expect(inData(url) == [expected])
    #expect(
      found("\"webpush\": {\"fcm_options\": {\"link\": \"\(url)\"}}, \"data\": {\"a\": \"\(url)\"}") == [expected])
    let tapped = found("\"android\": {\"notification\": {\"click_action\": \"\(url)\"}}")
    #expect(Set(tapped) == [expected, "warning android.click-action"])
    #expect(found("\"apns\": {\"payload\": {\"aps\": {\"badge\": 1}, \"link\": \"\(url)\"}}") == [expected])
    #expect(try composed(url) == [expected])
  }

  @Test(arguments: TextRow.table("links with sense", in: "URLs")) func whatIsMeantPasses(_ row: TextRow) throws {
    #expect(inData(row[0]) == [])
    if row[0].hasPrefix("https:") { #expect(try composed(row[0]) == []) }
  }

  @Test(arguments: ["https://www.iana.org/{{id}}", "shop://product/${id}", "shop://product/undefined"])
  func whatNobodyFilledInIsAnError(url: String) { #expect(inData(url).map { $0.prefix(5) } == ["error"]) }

  /// A value that is a sentence opens nothing.
  @Test(arguments: ["Never open http://localhost:8080 from a stranger.", "https://localhost/x or https://10.0.0.1/."])
  func aSentenceWithAnAddressIsNoLink(text: String) throws {
    #expect(inData(text) == [])
    let campaign = "messages:\n  - {id: a, title: A, target: {topic: t}, data: {note: \"\(text)\"}}\n"
    let message = try #require(Campaign.read("version: 1\n" + campaign).value?.messages.first)
    #expect(RequestComposer(settings: ComposeSettings(), now: Self.now).compose(message, media: nil).diagnostics == [])
  }

  /// A trial may use this machine.
  @Test func trialsMayUseThisMachine() {
    #expect(inData("https://localhost:3000/", isTrial: true) == ["warning url.private-host"])
    #expect(inData("https://www.example.com/", isTrial: true) == [])
  }

  @Test(arguments: [
    ("https://media.iana.org/a.jpg", "https://media.iana.org/a.jpg", true),
    ("https://www.iana.org/a.png", "https://media.iana.org/a.jpg", true),
    ("https://www.iana.org/wiki/File:A.jpg", "https://media.iana.org/a.jpg", false),
    ("https://www.iana.org/a", "https://media.iana.org/a.jpg", false),
  ])
  func aLinkToThePicture(link: String, image: String, isTold: Bool) {
    let message =
      "\"android\": {\"notification\": {\"image\": \"\(image)\"}}, \"data\": {\"link\": \"\(link)\"}, "
      + "\"webpush\": {\"fcm_options\": {\"link\": \"\(link)\"}}"
    #expect(found(message) == (isTold ? ["warning message.link-to-picture"] : []))
  }

  /// The findings about a base URL are those about a picture below it.
  @Test(
    arguments: [false, true], TextRow.table("folders of pictures", in: "URLs"))
  func aBaseURLIsJudgedAsItsPictures(isTrial: Bool, row: TextRow) {
    let base = row[0]
    let picture = base + "picture.jpg"
    let place = Diagnostic.Subject(.configuration, "pipeline.yml")
    let said = BaseURL.diagnostics(ofFilesUnder: base, at: place, isTrial: isTrial)
    let requests = ["android", "apns"].flatMap { platform in
      found(
        platform == "apns"
          ? "\"apns\": {\"payload\": {\"aps\": {\"mutable-content\": 1}}, \"fcm_options\": {\"image\": \"\(picture)\"}}"
          : "\"webpush\": {\"notification\": {\"image\": \"\(picture)\"}}, \"android\": {\"notification\": {\"image\": \"\(picture)\"}}",
        isTrial: isTrial)
    }
    let words = Set(said.filter { $0.severity > .note }.map { "\($0.severity.rawValue) \($0.rule.rawValue)" })
    // A folder has no query: what has one is refused where it is read.
    #expect(words == (base.contains("?") ? [] : Set(requests)))
    var configuration = PipelineConfiguration(destinations: [.init(place: DirectoryPlace(path: "p"), baseURL: base)])
    configuration.compose.isTrial = isTrial
    #expect(configuration.unusableBaseURL().isEmpty == (isTrial || !words.contains { $0.hasPrefix("error") }))
  }
}

/// Addresses of pages, each with that of the file itself.
@Suite struct SharedPageTests {
  @Test(arguments: TextRow.table("pages", in: "URLs")) func namesTheAddressThatWorks(_ row: TextRow) {
    let found = findings(row[0])
    #expect(found.contains { $0.remedy.hasPrefix("write \(row[1])") }, "\(found.map(\.remedy))")
    #expect(!findings(row[1]).contains { $0.rule.rawValue == "url.page" })
  }

  @Test func onlyPagesAreNamedSo() {
    let isPage = { (row: TextRow) in self.findings(row[0]).contains { $0.rule.rawValue == "url.page" } }
    for row in TextRow.table("pages of unknown files", in: "URLs") { #expect(isPage(row), "\(row)") }
    for row in TextRow.table("files", in: "URLs") { #expect(!isPage(row), "\(row)") }
  }

  private func findings(_ url: String) -> [Diagnostic] {
    URLRules.all.diagnostics(about: .init(.url, url), in: URLCandidate(url))
  }
}
