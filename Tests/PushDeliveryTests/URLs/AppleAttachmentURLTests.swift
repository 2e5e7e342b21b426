import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct AppleAttachmentURLTests {
  let subject = Diagnostic.Subject(.file, "a")

  @Test(arguments: AppleAttachmentURL.formats)
  func takesWhatAppleShows(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    let url = AppleAttachmentURL(text, format: format, subject: subject, reporting: &diagnostics)
    #expect(url?.rawValue == text)
    #expect(url?.address.format == format)
    #expect(diagnostics == [])
    #expect(AppleAttachmentURL(rawValue: text) == url)
  }

  @Test(arguments: MediaFormat.allCases.filter { !AppleAttachmentURL.formats.contains($0) })
  func refusesOtherFormats(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    #expect(AppleAttachmentURL(text, format: format, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.format"])
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(AppleAttachmentURL(rawValue: text) == nil)
  }

  @Test func showsEveryStill() throws {
    for format in StillImageURL.formats {
      let still = try #require(StillImageURL(rawValue: "https://e.com/a.\(format.fileExtension)"))
      #expect(AppleAttachmentURL(still).address == still.address)
    }
  }

  @Test(arguments: ["https://e.com/a.png", "https://e.com/a.gif", "https://e.com/a.mp4?b=c"])
  func isATextInJSON(_ text: String) throws {
    let url = try #require(AppleAttachmentURL(rawValue: text))
    let bytes = try JSONEncoder().encode([url])
    #expect(try JSONDecoder().decode([String].self, from: bytes) == [text])
    #expect(try JSONDecoder().decode([AppleAttachmentURL].self, from: bytes) == [url])
  }

  @Test(arguments: ["http://e.com/a.gif", "https://e.com/a.gif#b", "https://e.com/a.m4v", "https://e.com/a", "a.mp4"])
  func takesNoDoubtfulText(_ text: String) {
    #expect(AppleAttachmentURL(rawValue: text) == nil)
  }

  /// The bytes decide, whatever the name says: a movie called `.gif` is refused.
  @Test func theExtensionIsTrue() {
    var diagnostics: [Diagnostic] = []
    #expect(
      AppleAttachmentURL("https://e.com/a.gif", format: .video(.mp4), subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.path-extension"])
  }
}
