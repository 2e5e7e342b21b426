import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct AssetURLTests {
  private let subject = Diagnostic.Subject(.file, "a.jpg")

  private func read<Audience: AssetAudience>(
    _ text: String, _ format: MediaFormat, for audience: Audience.Type = AppleSystems.self
  ) -> (url: AssetURL<Audience>?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let url = AssetURL<Audience>(text, format: format, subject: subject, reporting: &diagnostics)
    return (url, diagnostics)
  }

  @Test(arguments: [
    ("https://cdn.example.com/a.jpg", PictureFormat.jpeg), ("https://cdn.example.com/a.JPEG", .jpeg),
    ("https://cdn.example.com/a.b/c.png?width=3", .png), ("https://93.184.216.34:8443/a.gif", .gif),
    ("https://[2606:4700::1]/a.jfif", .jpeg), ("https://store.example/o/images%2Fx.jpg?alt=media&token=1", .jpeg),
    ("https://e.com/a%2Ejpg", .jpeg), ("https://e.com/a.tar.jpg", .jpeg),
  ])
  func takesGoodURLs(text: String, format: PictureFormat) {
    let (url, diagnostics) = read(text, .picture(format))
    #expect(url?.rawValue == text && url?.format == .picture(format))
    #expect(diagnostics == [])
  }

  @Test(arguments: TextRow.table("addresses of pictures", in: "URLs")) func saysWhatIsWrong(_ row: TextRow) {
    let (url, diagnostics) = read(row[0], .picture(.jpeg))
    #expect((url == nil) == row[1].hasPrefix("error"))
    #expect(diagnostics.map { "\($0.severity.rawValue) \($0.rule)" }.joined(separator: " ") == row[1])
    #expect(diagnostics.allSatisfy { !$0.remedy.isEmpty && $0.subject == subject })
  }

  @Test func neverRepeatsAPassword() {
    let found = read("https://me:hunter2@e.com/a.jpg", .picture(.jpeg)).diagnostics
    #expect(!found.contains { ($0.message + $0.remedy).contains("hunter2") })
  }

  /// What an audience is not shown has no URL for it, whatever its name.
  @Test(arguments: MediaFormat.allCases) func eachAudienceHasItsFormats(_ format: MediaFormat) {
    let text = "https://e.com/a.\(format.fileExtension)"
    expect(EveryClient.self, text, format, isShown: EveryClient.formats.contains(format))
    expect(AppleSystems.self, text, format, isShown: AppleSystems.formats.contains(format))
    if let still = AssetURL<EveryClient>(rawValue: text) { #expect(AssetURL<AppleSystems>(still).rawValue == text) }
  }

  private func expect<Audience: AssetAudience>(
    _ audience: Audience.Type, _ text: String, _ format: MediaFormat, isShown: Bool
  ) {
    let (url, diagnostics) = read(text, format, for: audience)
    #expect(url?.rawValue == (isShown ? text : nil) && url?.format == (isShown ? format : nil))
    #expect(diagnostics.map { "\($0.severity) \($0.rule)" } == (isShown ? [] : ["error url.format"]))
    #expect(AssetURL<Audience>(rawValue: text) == url)
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
    let (url, diagnostics) = read("https://e.com/a.gif", .video(.mp4))
    #expect(url == nil && diagnostics.map(\.rule.rawValue) == ["url.path-extension"])
  }
}
