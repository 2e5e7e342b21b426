import MediaFacts
import PushDelivery
import Testing

@Suite struct RenditionOutcomeTests {
  private func scaling(_ scale: Double) -> String? {
    let record = StillRecord(method: .encode, size: PixelSize(width: 10, height: 10), scale: scale)
    return RenditionOutcome(
      profile: "android", path: "a.jpg", url: "https://static.example.com/a.jpg", bytes: 1, limit: 2,
      format: .picture(.jpeg), digest: RenditionOutcome.predictedDigest, fromCache: false, written: true,
      record: .still(record)
    ).scaling
  }

  /// The scale is a worker's word.
  @Test func whateverAWorkerSaysCanBeTold() {
    #expect(scaling(0.5) == "scaled to 50 % to fit")
    #expect(scaling(1) == nil)
    #expect(scaling(1e300) == nil)
    #expect(scaling(-1e300) == "scaled to 0 % to fit")
  }
}
