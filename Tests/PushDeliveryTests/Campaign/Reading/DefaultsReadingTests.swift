import Findings
import PushDelivery
import Testing

@Suite struct DefaultsReadingTests {
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

  @Test(arguments: [
    ("defaults: {id: a}", "defaults.id configuration.conflict"),
    ("defaults: {titel: a}", "defaults.titel configuration.unknown-key"),
    ("defaults: [a]", "defaults configuration.type"), ("defaults: {ttl: soon}", "defaults.ttl configuration.value"),
    ("defaults: {values: {locale: en}}", "defaults.values.locale campaign.placeholder"),
    ("locales: {fallback: English}", "locales.fallback campaign.locale"),
    ("locales: {list: []}", "locales.list configuration.value"), ("locales: en", "locales configuration.type"),
  ])
  func refuses(_ top: String, _ problem: String) {
    #expect(
      Campaign.read(top + "\nmessages: [{id: a, target: {topic: t}}, {id: b, target: {topic: t}}]").problems == [
        problem
      ])
  }
}
