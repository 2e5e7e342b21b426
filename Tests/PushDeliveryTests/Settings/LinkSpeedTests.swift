import PushDelivery
import Testing

@Suite struct LinkSpeedTests {
  @Test(arguments: [
    ("1600k", 1_600_000), ("1.6M", 1_600_000), ("1600000", 1_600_000), ("64K", 64_000), ("1k", 1_000),
    ("0.1G", 100_000_000), ("100G", 100_000_000_000), ("1500.4", 1_500),
  ])
  func reads(text: String, bits: Int) { #expect(LinkSpeed(text)?.bitsPerSecond == bits) }

  @Test(arguments: [
    "", "k", "999", "0", "-1M", "101G", "1e9", "1.6m", "1.6 M", "1.6MB", "0x10M", "nan", "1..6M", "inf",
  ])
  func refuses(text: String) { #expect(LinkSpeed(text) == nil) }
}
