import PushDelivery
import Testing

@Suite struct MessageMediaTests {
  let still = StillImageURL(rawValue: "https://e.com/a.jpg")!
  let motion = AppleAttachmentURL(rawValue: "https://e.com/a.gif")!

  @Test func appleGetsTheStillUnlessSomethingMoves() {
    #expect(MessageMedia(still: still).apple == AppleAttachmentURL(still))
    #expect(MessageMedia(still: still, motion: motion).apple == motion)
  }

  @Test func theStillIsNamedFirst() {
    #expect(MessageMedia(still: still).urls == ["https://e.com/a.jpg"])
    #expect(MessageMedia(still: still, motion: motion).urls == ["https://e.com/a.jpg", "https://e.com/a.gif"])
  }
}
