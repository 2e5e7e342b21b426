import Findings
import PushDelivery
import Testing

@Suite struct MessageDefaultsTests {
  let defaults = MessageDefaults(title: "T", body: "B", target: .topic("all"), link: "https://e.com/")
  let origin = Diagnostic.Subject(.message, "m")

  @Test func fillWhatIsMissing() {
    let message = CampaignMessage(id: "m", media: "a.jpg", target: .fid("f"), origin: origin)
    #expect(
      defaults.applied(to: message)
        == CampaignMessage(
          id: "m", media: "a.jpg", title: "T", body: "B", target: .fid("f"), link: "https://e.com/", origin: origin))
  }

  @Test func keepWhatIsWritten() {
    let message = CampaignMessage(
      id: "m", title: "", body: "own", target: .fid("f"), link: "https://own.example/", origin: origin)
    #expect(defaults.applied(to: message) == message)
    #expect(MessageDefaults().applied(to: message) == message)
  }
}
