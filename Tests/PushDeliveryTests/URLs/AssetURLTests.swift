import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct AssetURLTests {
  let subject = Diagnostic.Subject(.file, "a.jpg")

  @Test(arguments: [
    ("https://cdn.example.com/a.jpg", PictureFormat.jpeg), ("https://cdn.example.com/a.JPEG", .jpeg),
    ("https://cdn.example.com/a.b/c.png?width=3", .png), ("https://93.184.216.34:8443/a.gif", .gif),
    ("https://[2606:4700::1]/a.jfif", .jpeg),
    ("https://store.example/o/images%2Fx.jpg?alt=media&token=1", .jpeg), ("https://e.com/a%2Ejpg", .jpeg),
    ("https://e.com/a.tar.jpg", .jpeg),
  ])
  func takesGoodURLs(text: String, pictureFormat: PictureFormat) {
    let format = MediaFormat.picture(pictureFormat)
    var diagnostics: [Diagnostic] = []
    let url = AssetURL<AppleSystems>(text, format: format, subject: subject, reporting: &diagnostics)
    #expect(url?.rawValue == text)
    #expect(url?.format == format)
    #expect(diagnostics == [])
  }

  @Test func letsThisMachineThroughForATrial() {
    var diagnostics: [Diagnostic] = []
    #expect(
      AssetURL<AppleSystems>(
        "https://localhost/a.png", format: .picture(.png), subject: subject, reporting: &diagnostics) != nil)
    #expect(diagnostics.map(\.rule) == ["url.private-host"])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    ("a.jpg", ["url.syntax"]), ("https://e.com/a b.jpg", ["url.syntax"]), ("http://e.com/a.jpg", ["url.scheme"]),
    ("ftp://e.com/a.jpg", ["url.scheme"]), ("https://me@e.com/a.jpg", ["url.user-info"]),
    ("http://me@e.com/a.jpg", ["url.scheme", "url.user-info"]),
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
    #expect(AssetURL<AppleSystems>(text, format: .picture(.jpeg), subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == rules)
    #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.remedy.isEmpty && $0.subject == subject })
  }

  @Test(arguments: [
    ("http://localhost:8080/a.jpg", "url.scheme"), ("http://127.0.0.1/a.jpg", "url.scheme"),
    ("http://[::1]/a.jpg", "url.scheme"), ("https://e.com//a.jpg", "url.admin-sdk"),
    ("https://e.com/a.jpg#x", "url.fragment"), ("https://e.com/a.jpg#", "url.fragment"),
    ("https://e.com/a&b.jpg", "url.admin-sdk"), ("https://a_b.e.com/a.jpg", "url.admin-sdk"),
  ])
  func warnsOfDoubtfulURLs(text: String, rule: String) {
    var diagnostics: [Diagnostic] = []
    #expect(
      AssetURL<AppleSystems>(text, format: .picture(.jpeg), subject: subject, reporting: &diagnostics)?.rawValue == text
    )
    #expect(diagnostics.map(\.rule.rawValue) == [rule])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test func neverRepeatsAPassword() {
    var diagnostics: [Diagnostic] = []
    _ = AssetURL<AppleSystems>(
      "https://me:hunter2@e.com/a.jpg", format: .picture(.jpeg), subject: subject, reporting: &diagnostics)
    #expect(!diagnostics.contains { ($0.message + $0.remedy).contains("hunter2") })
  }
}

/// Which formats each audience is shown.
@Suite struct AssetAudienceTests {
  let subject = Diagnostic.Subject(.file, "a")

  @Test func takesWhatShowsEverywhere() {
    var diagnostics: [Diagnostic] = []
    let url = AssetURL<EveryClient>(
      "https://e.com/a.png", format: .picture(.png), subject: subject, reporting: &diagnostics)
    #expect(url?.rawValue == "https://e.com/a.png")
    #expect(url?.format == .picture(.png))
    #expect(diagnostics == [])
  }

  @Test(arguments: MediaFormat.allCases.filter { !EveryClient.formats.contains($0) })
  func refusesWhatDoesNotShowEverywhere(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    #expect(AssetURL<EveryClient>(text, format: format, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.format"])
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(AssetURL<EveryClient>(rawValue: text) == nil)
  }

  @Test func knowsTheFormatByTheExtension() {
    #expect(AssetURL<EveryClient>(rawValue: "https://e.com/a.jpeg")?.format == .picture(.jpeg))
    #expect(AssetURL<EveryClient>(rawValue: "https://e.com/a.png")?.format == .picture(.png))
    #expect(AssetURL<EveryClient>(rawValue: "http://e.com/a.png") == nil)
  }

  @Test(arguments: AppleSystems.formats) func takesWhatAppleShows(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    let url = AssetURL<AppleSystems>(text, format: format, subject: subject, reporting: &diagnostics)
    #expect(url?.rawValue == text)
    #expect(url?.format == format)
    #expect(diagnostics == [])
    #expect(AssetURL<AppleSystems>(rawValue: text) == url)
  }

  @Test(arguments: MediaFormat.allCases.filter { !AppleSystems.formats.contains($0) })
  func refusesWhatAppleDoesNotShow(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    #expect(AssetURL<AppleSystems>(text, format: format, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.format"])
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(AssetURL<AppleSystems>(rawValue: text) == nil)
  }

  @Test func showsEveryStill() throws {
    for format in EveryClient.formats {
      let still = try #require(AssetURL<EveryClient>(rawValue: "https://e.com/a.\(format.fileExtension)"))
      #expect(AssetURL<AppleSystems>(still).rawValue == still.rawValue)
    }
  }

  @Test(arguments: ["https://e.com/a.png", "https://e.com/a.gif", "https://e.com/a.mp4?b=c"])
  func isATextInJSON(_ text: String) throws {
    let url = try #require(AssetURL<AppleSystems>(rawValue: text))
    let bytes = try JSONEncoder().encode([url])
    #expect(try JSONDecoder().decode([String].self, from: bytes) == [text])
    #expect(try JSONDecoder().decode([AssetURL<AppleSystems>].self, from: bytes) == [url])
  }

  @Test(arguments: ["http://e.com/a.gif", "https://e.com/a.m4v", "https://e.com/a", "a.mp4"])
  func takesNoDoubtfulText(_ text: String) { #expect(AssetURL<AppleSystems>(rawValue: text) == nil) }

  /// The bytes decide, not the name: a movie called `.gif` is refused.
  @Test func theExtensionIsTrue() {
    var diagnostics: [Diagnostic] = []
    #expect(
      AssetURL<AppleSystems>("https://e.com/a.gif", format: .video(.mp4), subject: subject, reporting: &diagnostics)
        == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.path-extension"])
  }
}
