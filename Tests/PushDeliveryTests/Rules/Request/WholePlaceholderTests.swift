import Findings
import PushDelivery
import Testing

/// Values that a template should fill in are reported only as placeholders.
@Suite struct WholePlaceholderTests {
  private func rules(_ text: String, _ catalog: RuleCatalog = .standard) -> [String] {
    RequestFile(Array(text.utf8)).diagnostics(about: .init(.request, "r"), now: 0, rules: catalog)
      .filter { $0.severity > .note }.map { "\($0.subject.keyPath ?? "-") \($0.rule)" }
  }

  private static let words = #""notification": {"title": "T"}"#

  @Test(arguments: [
    "{{token}}", "${TOKEN}", "%%TOKEN%%", "*|TOKEN|*", "<%= token %>", "<FCM_TOKEN>", "YOUR_TOKEN",
    "bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1...",
  ])
  func aTokenIsToBeFilledIn(token: String) {
    #expect(rules(#"{"token": "\#(token)", \#(Self.words)}"#) == ["token request.placeholder"])
  }

  @Test func soAreTopicsLinksAndPictures() {
    #expect(rules(#"{"topic": "{{topic}}", \#(Self.words)}"#) == ["topic request.placeholder"])
    let link = #"{"topic": "a", \#(Self.words), "webpush": {"fcm_options": {"link": "{{link}}"}}}"#
    #expect(rules(link) == ["webpush.fcm_options.link request.placeholder"])
    let picture = #"{"topic": "a", \#(Self.words), "android": {"notification": {"image": "${IMAGE}"}}}"#
    #expect(rules(picture) == ["android.notification.image request.placeholder"])
  }

  /// A trial accepts placeholders, but FCM does not.
  @Test func aTrialStillTellsWhatIsRefused() {
    let topic = #"{"topic": "{{topic}}", \#(Self.words)}"#
    #expect(rules(topic, RuleCatalog.standard.forTrial) == ["topic message.topic"])
  }

  @Test func whatIsMoreThanAPlaceholderIsJudgedByItsForm() {
    #expect(rules(#"{"topic": "news-{{locale}}", \#(Self.words)}"#) == ["topic message.topic"])
    #expect(rules(#"{"topic": "news...", \#(Self.words)}"#) == [])
  }
}
