import Findings
import PushDelivery
import Testing

@Suite struct MessageMediaTests {
  let still = AssetURL<EveryClient>(rawValue: "https://e.com/a.jpg")!
  let motion = AssetURL<AppleSystems>(rawValue: "https://e.com/a.gif")!

  @Test func appleGetsTheStillUnlessSomethingMoves() {
    #expect(MessageMedia(still: still).apple == AssetURL<AppleSystems>(still))
    #expect(MessageMedia(still: still, motion: motion).apple == motion)
  }

  @Test func theStillIsNamedFirst() {
    #expect(MessageMedia(still: still).urls == ["https://e.com/a.jpg"])
    #expect(MessageMedia(still: still, motion: motion).urls == ["https://e.com/a.jpg", "https://e.com/a.gif"])
  }
}

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

@Suite struct DeliveryProofTests {
  @Test func aRequestIsProvenWhereAllItsURLsAre() {
    let some = ProvenURLs.only(["a", "b"])
    #expect(some.proof(of: ["a", "b"]) == .proven)
    #expect(some.proof(of: ["a", "c"]) == .unproven)
    #expect(some.proof(of: []) == .proven)
    #expect(ProvenURLs.all.proof(of: ["c"]) == .proven)
  }
}
