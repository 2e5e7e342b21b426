import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct StillImageURLTests {
  let subject = Diagnostic.Subject(.file, "a")

  @Test func takesWhatShowsEverywhere() {
    var diagnostics: [Diagnostic] = []
    let url = StillImageURL("https://e.com/a.png", format: .picture(.png), subject: subject, reporting: &diagnostics)
    #expect(url?.rawValue == "https://e.com/a.png")
    #expect(url?.address.format == .picture(.png))
    #expect(diagnostics == [])
  }

  @Test(arguments: MediaFormat.allCases.filter { !StillImageURL.formats.contains($0) })
  func refusesOtherFormats(_ format: MediaFormat) {
    var diagnostics: [Diagnostic] = []
    let text = "https://e.com/a.\(format.fileExtension)"
    #expect(StillImageURL(text, format: format, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule.rawValue) == ["url.format"])
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(StillImageURL(rawValue: text) == nil)
  }

  @Test func knowsTheFormatByTheExtension() {
    #expect(StillImageURL(rawValue: "https://e.com/a.jpeg")?.address.format == .picture(.jpeg))
    #expect(StillImageURL(rawValue: "https://e.com/a.png")?.address.format == .picture(.png))
    #expect(StillImageURL(rawValue: "http://e.com/a.png") == nil)
  }
}
