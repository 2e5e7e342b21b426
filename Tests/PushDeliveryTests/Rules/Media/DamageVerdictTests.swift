import Findings
import MediaFacts
import PushDelivery
import Testing

/// Whether damaged pictures show: some clients show the rest of them.
@Suite struct DamageVerdictTests {
  private func shows(_ format: PictureFormat, _ detail: String) -> [Verdict.Showing] {
    let diagnostic = MediaError.damaged(format: .picture(format), detail: detail).diagnostic(for: "a")
    #expect(diagnostic.severity == .error)
    return Verdict.of([.android, .ios, .web], after: [diagnostic]).map(\.shows)
  }

  @Test(arguments: [
    "truncated: 51 % of the picture is missing, from row 285 on", "32 % of the picture is wrong, from row 395 on",
  ])
  func whereARestIsLeftItIsNotKnown(_ detail: String) {
    #expect(shows(.jpeg, detail) == [.depends, .depends, .depends])
  }

  @Test(arguments: [
    "truncated: 100 % of the picture is missing, from row 1 on", "VipsJpeg: Premature end of input file", "",
  ])
  func whereNothingIsLeftNothingShows(_ detail: String) { #expect(shows(.jpeg, detail) == [.no, .no, .no]) }

  @Test func whoDoesNotReadTheFormatShowsNothingOfIt() {
    let verdicts = shows(.webp, "truncated: 10 % of the picture is missing, from row 9 on")
    #expect(verdicts.count { $0 == .no } == 1 && verdicts.count { $0 == .depends } == 2)
  }

  /// Apple's systems play it, and no one looked at it here.
  @Test(arguments: [("MP3 audio", Verdict.Showing.depends), ("AIFF audio", .depends), ("FLAC audio", .no)])
  func soundIsForApplesSystems(_ format: String, _ expected: Verdict.Showing) {
    let diagnostic = MediaError.unsupported(format: format, hint: "remove it").judgement(about: .init(.file, "a"))
    #expect(Verdict.of([.android, .ios, .web], after: [diagnostic]).map(\.shows) == [expected, .no, .no])
  }
}
