import Findings
import MediaFacts
import PushDelivery
import Testing

/// Every rule that speaks of formats says the same of each: of a file, of an address, of an answer.
@Suite struct FormatSupportTests {
  private func platformsWithoutPicture(_ diagnostics: [Diagnostic]) -> Set<Platform> {
    Set(Platform.allCases).subtracting(
      Verdict.of(Set(Platform.allCases), after: diagnostics).filter { $0.shows != .no }.map(\.platform))
  }

  @Test(arguments: PictureFormat.allCases) func filesAndAddressesAgree(_ format: PictureFormat) {
    let file = MediaFile(
      name: nil, byteCount: 1000,
      inspection: .still(Picture(format: format, size: PixelSize(width: 1200, height: 600))),
      platforms: Set(Platform.allCases), linkSpeed: 1_600_000)
    let address = URLCandidate("https://static.e.com/tulips.\(format.rawValue == "jpeg" ? "jpg" : format.rawValue)")
    #expect(
      platformsWithoutPicture(MediaRules.all.diagnostics(about: .init(.file, "x"), in: file))
        == platformsWithoutPicture(URLRules.all.diagnostics(about: .init(.url, "x"), in: address)))
  }
}
