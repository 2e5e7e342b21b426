import Findings
import PushDelivery
import Testing

@Suite struct MessageOptionsReadingTests {
  @Test func readsEveryOption() throws {
    let checked = readMessage(
      """
      platforms: [ios, web], priority: high, ttl: 4h, expires: 2027-01-31T18:00:00Z, collapse-key: spring,
      channel: offers, sound: chime.caf, badge: 3, category: SALE, analytics-label: spring-27,
      data: {order: 12, gift: no, note: "", "odd key": x}
      """)
    let message = try #require(checked.value?.messages.first)
    #expect(message.platforms == [.ios, .web])
    #expect(
      message.options
        == MessageOptions(
          priority: .high, timeToLive: TimeToLive(seconds: 14_400), expiration: 1_801_418_400, collapseKey: "spring",
          channel: "offers", sound: "chime.caf", badge: 3, category: "SALE",
          analyticsLabel: AnalyticsLabel(rawValue: "spring-27"),
          data: ["order": "12", "gift": "no", "note": "", "odd key": "x"]))
  }

  @Test func sayNothingWhereNothingIsWritten() throws {
    let message = try #require(readMessage("title: T").value?.messages.first)
    #expect(message.platforms == Set(Platform.allCases))
    #expect(message.options == MessageOptions())
    #expect(message.overrides == MessageOverrides())
  }

  @Test(
    arguments: [
      ("media: a.jpg", "a.jpg"), ("image: a.jpg", "a.jpg"),
      ("media: {ios: a.mp4, android: b/c.jpg}", CampaignMedia(own: [.ios: "a.mp4", .android: "b/c.jpg"])),
      ("media: {web: a.jpg}, platforms: web", CampaignMedia(own: [.web: "a.jpg"])),
    ] as [(String, CampaignMedia)])
  func mediaAreForAllPlatformsOrForEach(_ keys: String, _ media: CampaignMedia) {
    #expect(readMessage(keys).value?.messages.map(\.media) == [media])
  }

  @Test(arguments: [
    ("platforms: []", "platforms configuration.value"), ("platforms: [ios, iso]", "platforms[1] configuration.value"),
    ("platforms: {ios: true}", "platforms.ios campaign.locale"), ("priority: urgent", "priority configuration.value"),
    ("ttl: 3600", "ttl configuration.value"), ("ttl: 5w", "ttl configuration.range"),
    ("ttl: 1h, expires: 2027-01-31", "expires configuration.value"),
    ("ttl: 1h, expires: 1969-12-31T23:59:59Z", "expires configuration.value"),
    ("badge: -1", "badge configuration.range"), ("badge: \"3\"", "badge configuration.type"),
    ("badge: 2147483648", "badge configuration.range"), ("analytics-label: a b", "analytics-label configuration.value"),
    ("data: [a]", "data configuration.type"), ("data: {a: [b]}", "data.a configuration.type"),
    ("data: {a: }", "data.a configuration.type"), ("sound: \"a\\0\"", "sound configuration.value"),
    ("title: \"a\\0\"", "title configuration.value"), ("data: {a: \"\\uFFFE\"}", "data.a configuration.value"),
    ("link: \"https://example.com/\\uFFFF\"", "link configuration.value"),
    ("data: {\"a\\0\": b}", "data configuration.value"),
    ("android: {data: {a: \"\\0\"}}", "android.data.a configuration.value"),
    ("title: \"{{x}}\", values: {x: \"a\\0\"}", "values.x configuration.value"),
    ("media: a.jpg, image: b.jpg", "image configuration.conflict"), ("media: {}", "media configuration.type"),
    ("media: {ios: a.jpg, tv: b.jpg}", "media.tv configuration.unknown-key"),
    ("media: {ios: ../a.jpg}", "media.ios campaign.path"),
    ("media: {ios: a.jpg}, platforms: [web]", "media.ios configuration.conflict"),
  ])
  func refuses(_ keys: String, _ problem: String) { #expect(readMessage(keys).problems == ["messages[0].\(problem)"]) }
}
