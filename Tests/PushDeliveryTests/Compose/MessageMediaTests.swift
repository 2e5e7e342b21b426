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
