import Findings
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

  @Test(arguments: [
    ("https://e.com/?a", "url.query"), ("https://e.com/?", "url.query"), ("https://e.com/#", "url.fragment"),
    ("http://e.com/", "url.scheme"), ("https://e.com/a b/", "url.syntax"), ("https://e.com/ü/", "url.syntax"),
    ("", "url.syntax"), ("cdn.example.com", "url.syntax"), ("https://me@e.com/", "url.user-info"),
  ])
  func refusesOthers(text: String, rule: String) {
    var diagnostics: [Diagnostic] = []
    #expect(BaseURL(text, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == [rule])
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
