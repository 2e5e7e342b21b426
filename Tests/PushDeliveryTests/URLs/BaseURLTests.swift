import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct BaseURLTests {
  let subject = Diagnostic.Subject(.configuration, "pipeline.yml", keyPath: "destinations.0.base-url")

  @Test(arguments: [
    ("https://cdn.example.com", "https://cdn.example.com/"), ("https://cdn.example.com/", "https://cdn.example.com/"),
    ("https://e.com/a%20b", "https://e.com/a%20b/"), ("https://e.com:8443/a/", "https://e.com:8443/a/"),
  ])
  func endsInASlash(text: String, written: String) {
    var diagnostics: [Diagnostic] = []
    #expect(BaseURL(text, subject: subject, reporting: &diagnostics)?.text == written)
    #expect(diagnostics == [])
  }

  @Test(arguments: [
    ("https://e.com/push/index.html", false), ("https://e.com/a.jpg/", false), ("https://e.com/v1.2/", true),
  ])
  func aFileIsNoFolder(text: String, isFolder: Bool) {
    #expect(BaseURL.diagnostics(ofFilesUnder: text, at: subject, isTrial: false).isEmpty == isFolder)
  }

  /// Rules that are not asked about a folder have nothing to say about a file in it.
  @Test(arguments: [
    "https://e.com/", "http://localhost/", "https://e.com/a.png/b&c=d/undefined/%20/", "https://e.com/f_webp/%22./",
  ])
  func noFolderBreaksTheRulesOfNames(text: String) throws {
    var ignored: [Diagnostic] = []
    let url = try #require(BaseURL(text, subject: subject, reporting: &ignored)).url(ofFileNamed: "picture.jpg")
    let rules = URLRules.all.filter { URLRules.ofNames.contains($0.description.id) }
    #expect(rules.diagnostics(about: subject, in: URLCandidate(url)) == [])
  }

  @Test func warnsOfThisMachine() {
    var diagnostics: [Diagnostic] = []
    #expect(BaseURL("http://localhost:8000", subject: subject, reporting: &diagnostics) != nil)
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: TextRow.table("refused bases", in: "URLs")) func refusesOthers(_ row: TextRow) {
    var diagnostics: [Diagnostic] = []
    #expect(BaseURL(row[0], subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == [row[1]])
  }

  @Test(arguments: [
    ("a.0123.jpg", "a.0123.jpg"), ("a b/é.jpg", "a%20b%2F%C3%A9.jpg"), ("%41\n", "%2541%0A"), ("~-_.", "~-_."),
  ])
  func encodesAFileNameAsOneComponent(name: String, component: String) {
    var diagnostics: [Diagnostic] = []
    let base = BaseURL("https://e.com/media", subject: subject, reporting: &diagnostics)
    #expect(base?.url(ofFileNamed: name) == "https://e.com/media/\(component)")
  }
}

@Suite struct HTTPSLinkTests {
  @Test(arguments: TextRow.table("links of web push", in: "URLs")) func takesOnlyPages(_ row: TextRow) {
    #expect(HTTPSLink(rawValue: row[0])?.rawValue == (row[1] == "link" ? row[0] : nil))
  }
}

@Suite struct PublicURLsTests {
  private let digest = ContentDigest(hex: String(repeating: "0123456789abcdef", count: 4))

  @Test func firebaseHasTheWholeKeyInOneComponent() throws {
    let prefix = try #require(ObjectPrefix("spring/sale 1"))
    let download = FirebaseDownload(bucket: "shop.appspot.com", prefix: prefix, usesToken: true)
    let urls = PublicURLs.firebase(download)
    let digest = try #require(digest)
    let token = "01234567-89ab-cdef-0123-456789abcdef"
    #expect(
      urls.url(ofFileNamed: "a.jpg", digest: digest)
        == "https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/spring%2Fsale%201%2Fa.jpg?alt=media&token="
        + token)
    #expect(urls.downloadToken(for: digest) == token)
  }

  @Test func rulesNeedNoToken() throws {
    let urls = PublicURLs.firebase(FirebaseDownload(bucket: "b", prefix: .none, usesToken: false))
    let digest = try #require(digest)
    #expect(
      urls.url(ofFileNamed: "a.jpg", digest: digest)
        == "https://firebasestorage.googleapis.com/v0/b/b/o/a.jpg?alt=media")
    #expect(urls.downloadToken(for: digest) == nil)
  }

  /// Readable parts of a URL without a token must not reveal the token.
  @Test func theTokenSharesNothingWithTheName() throws {
    let hex = String(repeating: "a", count: 32) + String(repeating: "b", count: 32)
    let digest = try #require(ContentDigest(hex: hex))
    let urls = PublicURLs.firebase(FirebaseDownload(bucket: "b", prefix: .none, usesToken: true))
    #expect(urls.downloadToken(for: digest)?.contains("a") == false)
  }

  @Test(arguments: [("", ""), ("spring", "spring/"), ("spring/", "spring/"), ("a/b c/", "a/b c/")])
  func prefixesEndInASlash(text: String, prefix: String) { #expect(ObjectPrefix(text)?.text == prefix) }

  @Test(arguments: ["/", "/a", "a//b", "a//", ".", "a/../b", "a/.", "a\n", String(repeating: "a", count: 800)])
  func othersAreNone(_ text: String) { #expect(ObjectPrefix(text) == nil) }
}
