import PushDelivery
import Testing

@Suite struct CheckedFieldTests {
  @Test func iconColorIsSixDigits() {
    #expect(IconColor(rawValue: "#0102Ff")?.rawValue == "#0102ff")
    #expect(["", "red", "#fff", "0102ff", "#0102fg", "#0102ff "].compactMap(IconColor.init) == [])
  }

  @Test func lightColorsAreFractions() {
    #expect(LightSettings.Color(red: 0, green: 0.5, blue: 1)?.alpha == nil)
    #expect(LightSettings.Color(red: 1.1, green: 0, blue: 0) == nil)
    #expect(LightSettings.Color(red: 0, green: -0.1, blue: 0) == nil)
    #expect(LightSettings.Color(red: 0, green: 0, blue: 0, alpha: .nan) == nil)
  }

  @Test func analyticsLabelIsShortAndPlain() {
    #expect(AnalyticsLabel(rawValue: String(repeating: "a", count: 50)) != nil)
    #expect(AnalyticsLabel(rawValue: "a-_.~%9") != nil)
    #expect(["", "a b", "é", String(repeating: "a", count: 51)].compactMap(AnalyticsLabel.init) == [])
  }
}
