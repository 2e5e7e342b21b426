import Findings
import MediaFacts
import PushDelivery
import Testing

/// What each key of a message may say, in it, beneath it and in its variants.
@Suite struct MessageKeysTests {
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

  @Test func lieBeneathEveryMessage() throws {
    let text = """
      defaults:
        title: T
        image: a.jpg
        poster: b.jpg
        target: {topic: all}
        ttl: 1h
        data: {page: /, gift: no}
        apns: {payload: {aps: {thread-id: spring}}}
        values: {who: you}
      messages:
        - {id: a, body: "For {{who}}"}
        - {id: b, title: U, media: c.jpg, target: {fid: x}, ttl: 2h, data: {page: /b}, apns: {payload: {x: 1}}}
      """
    let messages = try #require(Campaign.read(text).value?.messages)
    #expect(messages.map(\.title) == ["T", "U"])
    #expect(messages.map(\.body) == ["For you", nil])
    #expect(messages.map(\.media) == ["a.jpg", "c.jpg"])
    #expect(messages.map(\.poster) == [.file("b.jpg"), .file("b.jpg")])
    #expect(messages.map(\.target) == [.topic("all"), .fid("x")])
    #expect(messages.map(\.options.timeToLive?.seconds) == [3600, 7200])
    #expect(messages.map(\.options.data) == [["page": "/", "gift": "no"], ["page": "/b", "gift": "no"]])
    #expect(
      messages.map(\.overrides.apns) == [
        ["payload": ["aps": ["thread-id": "spring"]]], ["payload": ["aps": ["thread-id": "spring"], "x": 1]],
      ])
  }

  @Test func pipelineDefaultsLieBeneathThem() {
    let defaults = MessageDefaults(target: .topic("pipeline"))
    #expect(Campaign.read("messages: [{id: a}]", defaults: defaults).lines == ["a pipeline"])
    #expect(
      Campaign.read("defaults: {target: {topic: own}}\nmessages: [{id: a}]", defaults: defaults).lines == ["a own"])
  }

  /// They are for the messages that show something.
  @Test func aDefaultPosterAndFocalPointNeedNoMedia() {
    let checked = readMessage("title: T", top: "defaults: {poster: {at: 1}, focal-point: {x: 0, y: 0}}")
    #expect(checked.value?.messages.map(\.poster) == [.none])
    #expect(checked.value?.messages.map(\.focalPoint) == [.none])
  }

  @Test func aVariantLiesOverItsMessage() throws {
    let text = """
      messages:
        - id: a
          title: T
          body: B
          data: {page: /, price: "10"}
          android: {notification: {color: "#ffffff", tag: x}}
          values: {who: all}
          target: {topic: "test-{{variant}}"}
          variants:
            calm: {}
            loud:
              title: "T for {{who}}!"
              data: {price: "9"}
              android: {notification: {color: "#ff0000"}}
              values: {who: you}
              target: {fid: x}
      """
    let messages = try #require(Campaign.read(text).value?.messages)
    #expect(messages.map(\.id) == ["a.calm", "a.loud"])
    #expect(messages.map(\.variant) == ["calm", "loud"])
    #expect(messages.map(\.title) == ["T", "T for you!"])
    #expect(messages.map(\.body) == ["B", "B"])
    #expect(messages.map(\.target) == [.topic("test-calm"), .fid("x")])
    #expect(messages.map(\.options.data) == [["page": "/", "price": "10"], ["page": "/", "price": "9"]])
    #expect(
      messages.map(\.overrides.android) == [
        ["notification": ["color": "#ffffff", "tag": "x"]], ["notification": ["color": "#ff0000", "tag": "x"]],
      ])
  }

  @Test func oneVariantMayBeNamedAlone() {
    #expect(readMessage("variant: b, title: \"{{variant}}\"").lines == ["a.b t b"])
  }

  /// The first of a list has its number, so that it keeps its name when the list grows.
  @Test func aListGivesAMessageForEach() {
    #expect(
      readMessage("title: T", target: "[{topic: x}, {fid: y}, {token: z}]").lines == ["a.1 x T", "a.2 y T", "a.3 z T"])
    #expect(readMessage("title: T", target: "[{topic: x}]").lines == ["a.1 x T"])
    let meeting = Campaign.read("messages: [{id: a, target: [{topic: x}]}, {id: a.1, target: {topic: x}}]")
    #expect(meeting.problems == ["messages[1].id campaign.duplicate-id"])
    let long = String(repeating: "a", count: 199)
    #expect(Campaign.read("messages: [{id: \(long), target: [{topic: x}]}]").problems == ["messages[0].id campaign.id"])
  }

  /// The rows of all keys: of messages, their targets and variants, of defaults, values and posters.
  @Test(arguments: TextRow.table("refused", in: "Campaign")) func saysWhatIsWrong(_ row: TextRow) {
    let checked = Campaign.read(row[1])
    #expect(checked.problems == [row[0]])
    #expect(checked.diagnostics.first?.remedy.hasPrefix(row[2]) == true)
  }
}
