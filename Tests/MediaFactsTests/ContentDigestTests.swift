import MediaFacts
import Testing

@Suite struct ContentDigestTests {
  let hex = String(repeating: "0123456789abcdef", count: 4)

  @Test func bytesAndDigitsAgree() {
    let bytes = (0..<4).flatMap { _ in [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef] as [UInt8] }
    #expect(ContentDigest(bytes: bytes) == ContentDigest(hex: hex))
    #expect(ContentDigest(hex: hex)?.short == "0123456789ab")
  }

  @Test(arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
  func refusesWhatIsNoDigest(_ text: String) { #expect(ContentDigest(hex: text) == nil) }
}
