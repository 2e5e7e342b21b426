import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct AssetAddressTests {
  let subject = Diagnostic.Subject(.file, "a.jpg")

  @Test(arguments: [
    ("https://cdn.example.com/a.jpg", PictureFormat.jpeg), ("https://cdn.example.com/a.JPEG", .jpeg),
    ("https://cdn.example.com/a.b/c.png?width=3", .png), ("https://93.184.216.34:8443/a.gif", .gif),
    ("https://[2606:4700::1]/a.webp", .webp),
    ("https://store.example/o/images%2Fx.jpg?alt=media&token=1", .jpeg), ("https://e.com/a%2Ejpg", .jpeg),
    ("https://e.com/a.tar.jpg", .jpeg),
  ])
  func takesGoodURLs(text: String, pictureFormat: PictureFormat) {
    let format = MediaFormat.picture(pictureFormat)
    var diagnostics: [Diagnostic] = []
    let address = AssetAddress(text, format: format, subject: subject, reporting: &diagnostics)
    #expect(address?.text == text)
    #expect(address?.format == format)
    #expect(diagnostics == [])
  }

  @Test func letsThisMachineThroughForATrial() {
    var diagnostics: [Diagnostic] = []
    #expect(
      AssetAddress("https://localhost/a.png", format: .picture(.png), subject: subject, reporting: &diagnostics) != nil)
    #expect(diagnostics.map(\.rule) == ["url.private-host"])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    ("a.jpg", ["url.syntax"]), ("https://e.com/a b.jpg", ["url.syntax"]), ("http://e.com/a.jpg", ["url.scheme"]),
    ("ftp://e.com/a.jpg", ["url.scheme"]), ("https://me@e.com/a.jpg", ["url.user-info"]),
    ("https://e.com/a.jpg#x", ["url.fragment"]), ("https://e.com/a.jpg#", ["url.fragment"]),
    ("http://me@e.com/a.jpg#x", ["url.scheme", "url.user-info", "url.fragment"]),
    ("https://e.com", ["url.file-name"]), ("https://e.com/", ["url.file-name"]),
    ("https://e.com/a.jpg/", ["url.file-name"]), ("https://e.com/a.jpg%2F", ["url.file-name"]),
    ("https://e.com/a", ["url.path-extension"]), ("https://e.com/.jpg", ["url.path-extension"]),
    ("https://e.com/a.", ["url.path-extension"]), ("https://e.com/a?f=b.jpg", ["url.path-extension"]),
    ("https://e.com/a.png", ["url.path-extension"]), ("https://e.com/a.jpg%00", ["url.path-extension"]),
    ("https://e.com/b.jpg%2Fa", ["url.path-extension"]), ("https://e.com/a.jp%C3%A9g", ["url.path-extension"]),
    ("https://e.com/a.jp%FFg", ["url.path-extension"]), ("https://e.jpg", ["url.file-name"]),
  ])
  func refusesBadURLs(text: String, rules: [String]) {
    var diagnostics: [Diagnostic] = []
    #expect(AssetAddress(text, format: .picture(.jpeg), subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == rules)
    #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.remedy.isEmpty && $0.subject == subject })
  }

  @Test(arguments: [
    ("http://localhost:8080/a.jpg", "url.scheme"), ("http://127.0.0.1/a.jpg", "url.scheme"),
    ("http://[::1]/a.jpg", "url.scheme"), ("https://e.com//a.jpg", "url.admin-sdk"),
    ("https://e.com/a&b.jpg", "url.admin-sdk"), ("https://a_b.e.com/a.jpg", "url.admin-sdk"),
  ])
  func warnsOfDoubtfulURLs(text: String, rule: String) {
    var diagnostics: [Diagnostic] = []
    #expect(AssetAddress(text, format: .picture(.jpeg), subject: subject, reporting: &diagnostics)?.text == text)
    #expect(diagnostics.map(\.rule.rawValue) == [rule])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test func neverRepeatsAPassword() {
    var diagnostics: [Diagnostic] = []
    _ = AssetAddress(
      "https://me:hunter2@e.com/a.jpg", format: .picture(.jpeg), subject: subject, reporting: &diagnostics)
    #expect(!diagnostics.contains { ($0.message + $0.remedy).contains("hunter2") })
  }
}
