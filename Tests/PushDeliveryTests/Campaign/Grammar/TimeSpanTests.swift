import PushDelivery
import Testing

@Suite struct TimeSpanTests {
  @Test(arguments: [
    ("0", 0), ("0s", 0), ("3600s", 3600), ("90m", 5400), ("4h", 14_400), ("3d", 259_200), ("4w", 2_419_200),
    ("3_600s", 3600), ("99999999999999999999w", Int.max),
  ])
  func spans(_ text: String, _ seconds: Int) { #expect(TimeSpan.seconds(text) == seconds) }

  @Test(arguments: ["", "s", "3600", "-1s", "1.5h", "4 h", "4H", "h4", "١s"])
  func noSpans(_ text: String) { #expect(TimeSpan.seconds(text) == nil) }
}
