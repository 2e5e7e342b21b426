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

  @Test(arguments: [
    ("https://localhost:3000/sale", "error url.private-host"), ("https://192.168.1.20/sale", "error url.private-host"),
    ("https://shop.local/sale", "error url.private-host"), ("https://intranet/sale", "error url.private-host"),
    ("https://wiki.corp.internal/x", "error url.private-host"),
    ("https://admin.shopify.com/store/x/products/1", "error url.sign-in"),
    ("https://x.myshopify.com/admin/products/1", "error url.sign-in"),
    ("https://www.iana.org/wp-admin/post.php?post=1&action=edit", "error url.sign-in"),
    ("https://www.iana.org/blog/wp-admin/", "error url.sign-in"),
    ("https://mail.google.com/mail/u/0/", "error url.sign-in"),
    ("https://app.contentful.com/spaces/1/entries/2", "error url.sign-in"),
    ("https://eu-west-1.console.aws.amazon.com/s3/", "error url.sign-in"),
    ("https://docs.google.com/forms/d/1a/edit", "error url.sign-in"),
    ("https://docs.google.com/document/d/1a/edit?usp=sharing", "warning url.sign-in"),
    ("https://www.figma.com/design/1a/Sale", "warning url.sign-in"),
    ("https://deploy-preview-7--x.netlify.app/", "warning url.preview"),
    ("https://x-git-main-team.vercel.app/", "warning url.preview"), ("https://x.webflow.io/", "warning url.preview"),
    ("https://www.iana.org/?p=1&preview=true", "warning url.preview"),
    ("https://staging.iana.org/x", "warning url.preview"), ("https://ab12.ngrok-free.app/", "warning url.preview"),
    ("https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx", "warning url.mail-filter"),
    ("https://urldefense.com/v3/__https://www.iana.org/__;!!x", "warning url.mail-filter"),
    ("https://www.google.com/url?q=https://www.iana.org/", "warning url.mail-filter"),
    ("https://www.iana.org/?a=1&amp;b=2", "warning url.html-escape"),
    ("https://www.iana.org/?a=1&#038;b=2", "warning url.html-escape"),
    ("https://www.iana.org/?a=1?b=2", "warning url.query-form"),
    ("https://www.iana.org/sale&utm_source=push", "warning url.query-form"),
    ("https://www.iana.org/sale,", "warning url.trailing-sign"),
    ("https://www.iana.org/sale).", "warning url.trailing-sign"),
    ("https://www.iana.org/sale%20", "warning url.trailing-sign"),
    ("https://www.yourdomain.com/sale", "error url.sample"),
    ("https://www.iana.org/TODO", "error url.sample"), ("https://www.iana.org/?to=YOUR_URL", "error url.sample"),
    ("https://www.iana.org/p/%7B%7Bid%7D%7D", "error url.sample"),
    ("https://www.iana.org/p/undefined", "error url.no-value"),
    ("https://www.iana.org/?id=undefined", "warning url.no-value"),
    ("https://www.iana.org/x?Expires=1577836800&Signature=ab", "error url.expiry"),
    ("https://www.example.com/x", "error request.placeholder"), ("https://www.iana.con/x", "error url.private-host"),
    ("https://dev.iana.org/x", "warning url.preview"), ("https://intranet.iana.org/x", "error url.sign-in"),
    ("https://www.iana.org/p/:id", "error url.sample"),
    ("https://www.iana.org/x;jsessionid=0A1B", "warning url.mail-filter"),
    ("https://www-iana-org.translate.goog/x?_x_tr_sl=en", "warning url.mail-filter"),
    ("https://www.iana.org/x?utm_campaign=CAMPAIGN_NAME", "error url.sample"),
    ("https://www.iana.org/x?productId=null", "warning url.no-value"),
  ])
  func areJudgedForSense(url: String, expected: String) throws {
    #expect(inData(url) == [expected])
    #expect(
      found("\"webpush\": {\"fcm_options\": {\"link\": \"\(url)\"}}, \"data\": {\"a\": \"\(url)\"}") == [expected])
    let tapped = found("\"android\": {\"notification\": {\"click_action\": \"\(url)\"}}")
    #expect(Set(tapped) == [expected, "warning android.click-action"])
    #expect(found("\"apns\": {\"payload\": {\"aps\": {\"badge\": 1}, \"link\": \"\(url)\"}}") == [expected])
    #expect(try composed(url) == [expected])
  }

  @Test(arguments: [
    "https://www.iana.org/admin-chairs", "https://www.iana.org/collections/admin", "https://www.iana.org/?a=b&amp=1",
    "https://docs.google.com/forms/d/e/1F/viewform?usp=sf_link", "https://bit.ly/night-market-26",
    "https://docs.github.com/en/rest", "https://github.com/apple/swift/releases", "https://shop.netlify.app/sale",
    "https://shop.vercel.app/", "https://shop.pages.dev/", "https://www.iana.org/todo",
    "https://www.iana.org/previews/1",
    "https://en.wikipedia.org/wiki/Washington,_D.C.", "https://en.wikipedia.org/wiki/Tulip_(flower)",
    "https://www.iana.org/?next=https://www.iana.org/?a=b", "https://www.iana.org/faq?q=why?",
    "https://www.iana.org/?q=R%26B",
    "https://www.iana.org/?filter=null", "https://www.iana.org/sale#seats", "https://x.sharepoint.test.iana.org/a",
    "https://www.iana.org/x?Expires=4102444800&Signature=ab", "https://www.canva.com/design/1a/view",
    "https://shop.myshopify.com/products/admin", "https://teams.microsoft.com/l/meetup-join/1", "shop://product/12",
    "https://www.iana.org/%E2%82%AC-sale", "https://www.iana.org/wp-content/page", "https://www.google.com/maps?q=x",
    "https://www.test.de/x", "https://dev.iana.org/blog/x", "https://covid-test.iana.org/x", "https://stage.iana.org/x",
    "https://intranet-tools.com/x", "https://www.iana.org/a&b",
  ])
  func whatIsMeantPasses(url: String) throws {
    #expect(inData(url) == [])
    guard url.hasPrefix("https:") else { return }
    #expect(try composed(url) == [])
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
    arguments: [false, true],
    [
      "https://drive.google.com/drive/folders/1a/", "https://drive.google.com/file/d/1a/",
      "https://github.com/a/b/blob/main/",
      "https://raw.githubusercontent.com/a/b/main/", "https://10.0.0.7/p/", "https://intranet/p/",
      "https://cdn.local/p/",
      "https://media.iana.org:6000/p/", "https://media.iana.org/a%2520b/", "https://media.iana.org/p/",
      "https://my.bucket.s3.amazonaws.com/", "https://b.s3-website-eu-west-1.amazonaws.com/",
      "https://static.example.com/",
      "https://deploy-preview-7--x.netlify.app/", "https://admin.shopify.com/p/", "https://www.yourdomain.com/p/",
      "https://media.iana.org//p/", "https://media.iana.org/a&b/", "https://placehold.co/p/",
      "https://media.iana.org/p/?a=b",
    ])
  func aBaseURLIsJudgedAsItsPictures(isTrial: Bool, base: String) {
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
