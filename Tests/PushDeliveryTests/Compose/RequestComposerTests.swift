import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestComposerTests {
  static let origin = Diagnostic.Subject(.message, "sale", line: 3)
  let picture = AssetURL<EveryClient>(rawValue: "https://cdn.example.com/a.0123456789ab.jpg")!
  let movie = AssetURL<AppleSystems>(rawValue: "https://cdn.example.com/a.teaser.ba9876543210.mp4")!

  @Test func writesPictureAndLinkWhereEveryClientLooks() {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: "link"))
    let composition = composer.compose(message(link: "https://e.com/sale"), media: MessageMedia(still: picture))
    let (image, link) = (JSONValue.string(picture.rawValue), "https://e.com/sale" as JSONValue)
    #expect(composition.diagnostics == [])
    #expect(composition.value?.id == MessageIdentifier(rawValue: "sale") && composition.value?.target == .topic("news"))
    #expect(composition.value?.assetURLs == [picture.rawValue])
    let expected: JSONValue = [
      "topic": "news", "notification": ["title": "Sale", "body": "Half price"], "data": ["link": link],
      "android": ["notification": ["image": image]],
      "apns": ["payload": ["aps": ["mutable-content": 1]], "fcm_options": ["image": image]],
      "webpush": ["notification": ["image": image], "fcm_options": ["link": link]],
    ]
    #expect(composition.value?.message == expected)
  }

  @Test func onlyApplesSystemsGetWhatMoves() {
    let composer = RequestComposer(settings: ComposeSettings(webpushImageHeader: true))
    let composition = composer.compose(message(), media: MessageMedia(still: picture, motion: movie))
    let image = JSONValue.string(picture.rawValue)
    let expected: JSONValue = [
      "topic": "news", "notification": ["title": "Sale", "body": "Half price"],
      "android": ["notification": ["image": image]],
      "webpush": ["headers": ["image": image], "notification": ["image": image]],
      "apns": ["payload": ["aps": ["mutable-content": 1]], "fcm_options": ["image": .string(movie.rawValue)]],
    ]
    #expect(composition.value?.message == expected)
    #expect(composition.value?.assetURLs == [picture.rawValue, movie.rawValue])
    #expect(composition.diagnostics == [])
  }

  @Test func theNameOfWhatMovesCountsForApple() throws {
    let still = RequestComposer().compose(message(), media: MessageMedia(still: picture))
    let motion = RequestComposer().compose(message(), media: MessageMedia(still: picture, motion: movie))
    let (small, large) = (try #require(still.value?.payload), try #require(motion.value?.payload))
    #expect(large.apns - small.apns == movie.rawValue.utf8.count - picture.rawValue.utf8.count)
    #expect(large.android == small.android && large.webpush == small.webpush)
  }

  @Test func textAloneNeedsNoPlatformOptions() {
    let composition = RequestComposer().compose(message(image: nil, target: .fid("f")), media: nil)
    let notification: JSONValue = ["title": "Sale", "body": "Half price"]
    #expect(composition.value?.message == ["fid": "f", "notification": notification])
    #expect(composition.value?.assetURLs == [])
  }

  /// In a table of many rows the word itself says which cell is meant.
  @Test func whatIsWrongIsQuoted() {
    let message = CampaignMessage(
      id: "sale", title: "T", target: .topic("new s"), link: "http://e.com/a", origin: Self.origin)
    let found = RequestComposer().compose(message, media: nil).diagnostics.map(\.message)
    #expect(found.contains { $0.hasPrefix("the link `http://e.com/a` is not an absolute https URL") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("the topic `new s` is not 1 to 900 letters") }, "\(found)")
  }

  @Test(arguments: [
    ("myshop://orders/12", true), ("com.shop.app://a", true), ("htps://e.com/a", false), ("htp://e.com/a", false),
    ("e.com/a", false), ("http://e.com/a", false),
  ])
  func aLinkOfTheAppBelongsIntoData(_ link: String, _ isOfApp: Bool) throws {
    let message = CampaignMessage(id: "sale", title: "T", target: .topic("t"), link: link, origin: Self.origin)
    let found = try #require(
      RequestComposer().compose(message, media: nil).diagnostics.first { $0.rule == "message.link" })
    #expect(found.remedy.contains("`data.link`") == isOfApp)
  }

  @Test(arguments: [
    (
      CampaignMessage(id: "sale", title: " ", body: "\u{200B}", target: .topic("t"), origin: origin), ["ios.alert-text"]
    ),
    (CampaignMessage(id: "sale", target: .topic("t"), origin: origin), ["ios.alert-text"]),
    (CampaignMessage(id: "index", title: "T", target: .topic("t"), origin: origin), ["message.id"]),
    (CampaignMessage(id: "sale", media: "a.jpg", title: "T", target: .topic("t"), origin: origin), ["message.image"]),
    (
      CampaignMessage(id: "sale", title: "T", target: .topic("t"), link: "http://e.com", origin: origin),
      ["message.link"]
    ),
    (CampaignMessage(id: "sale", title: "T", target: .topic("/topics/t"), origin: origin), ["message.topic"]),
    (CampaignMessage(id: "sale", title: "T", target: .condition("t"), origin: origin), ["message.condition"]),
    (CampaignMessage(id: "sale", title: "T", target: .token("a b"), origin: origin), ["message.token"]),
    (CampaignMessage(id: "sale", title: "T", target: .fid(""), origin: origin), ["message.fid"]),
    (
      CampaignMessage(
        id: "sale", title: "T", target: .fid("f"),
        options: MessageOptions(data: ["k": String(repeating: "v", count: 4096)]), origin: origin), ["message.size"]
    ),
    (
      CampaignMessage(id: "../a", media: "a.jpg", target: .topic(""), link: "", origin: origin),
      ["message.id", "message.image", "message.link", "message.topic", "ios.alert-text"]
    ),
  ])
  func refusesWithEveryReason(message: CampaignMessage, rules: [String]) {
    let composition = RequestComposer().compose(message, media: nil)
    #expect(composition.value == nil)
    #expect(composition.diagnostics.map(\.rule.rawValue) == rules)
    #expect(
      composition.diagnostics.allSatisfy {
        $0.severity == .error && $0.subject == Self.origin && !$0.remedy.isEmpty && !$0.message.hasSuffix(".")
      })
  }

  /// A person may mean a gap or words in such brackets; a column's name never.
  @Test(arguments: [
    ("Hello __first_name__", Diagnostic.Severity.error), ("Hello [[first_name]]", .warning),
    ("Only ____ today", .warning), ("Menu |Konto| Hilfe", .warning), ("Hello ||NAME||", .error),
  ])
  func whatWasNotFilledInIsTold(_ title: String, _ severity: Diagnostic.Severity) {
    let message = CampaignMessage(id: "sale", title: title, target: .topic("t"), origin: Self.origin)
    let found = RequestComposer().compose(message, media: nil).diagnostics.filter { $0.rule == "message.placeholder" }
    #expect(found.map(\.severity) == [severity])
  }

  @Test(arguments: ["from", "google.x", "gcm.x", "message_type", ""]) func refusesReservedLinkKeys(_ key: String) {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: key))
    #expect(
      composer.compose(message(link: "https://e.com/"), media: MessageMedia(still: picture)).diagnostics.map(\.rule)
        == ["message.data-key"])
    #expect(composer.compose(message(), media: MessageMedia(still: picture)).value != nil)
  }

  /// The link goes under the same key.
  @Test(arguments: [("https://e.com/", true), ("https://e.com/summer", false)])
  func anotherAddressUnderTheLinksKeyIsTold(_ own: String, isSame: Bool) {
    var message = message(link: "https://e.com/")
    message.options.data = ["link": own]
    let composed = RequestComposer(settings: ComposeSettings(linkDataKey: "link"))
      .compose(message, media: MessageMedia(still: picture))
    #expect(composed.diagnostics.map(\.rule) == (isSame ? [] : ["configuration.conflict"]))
    #expect(composed.diagnostics.allSatisfy { $0.severity == .warning } && composed.value != nil)
  }

  @Test func optionsGoWhereEachPlatformLooksForThem() {
    var source = message()
    source.options = MessageOptions(
      priority: .high, timeToLive: TimeToLive(seconds: 3600), expiration: 1_800_000_000, collapseKey: "sale",
      channel: "offers", sound: "chime", badge: 3, category: "OFFER",
      analyticsLabel: AnalyticsLabel(rawValue: "spring"),
      data: ["order": "12"])
    let composition = RequestComposer(settings: ComposeSettings(linkDataKey: "link"))
      .compose(source, media: MessageMedia(still: picture))
    let expected: JSONValue = [
      "topic": "news", "notification": ["title": "Sale", "body": "Half price"], "data": ["order": "12"],
      "fcm_options": ["analytics_label": "spring"],
      "android": [
        "priority": "HIGH", "ttl": "3600s", "collapse_key": "sale",
        "notification": [
          "channel_id": "offers", "sound": "chime", "notification_count": 3, "image": .string(picture.rawValue),
        ],
      ],
      "apns": [
        "headers": ["apns-priority": "10", "apns-expiration": "1800000000", "apns-collapse-id": "sale"],
        "payload": ["aps": ["mutable-content": 1, "sound": "chime", "badge": 3, "category": "OFFER"]],
        "fcm_options": ["image": .string(picture.rawValue)],
      ],
      "webpush": [
        "headers": ["TTL": "3600", "Urgency": "high", "Topic": "sale"],
        "notification": ["image": .string(picture.rawValue)],
      ],
    ]
    #expect(composition.value?.message == expected)
  }

  @Test func overridesWinFieldByField() {
    var source = message()
    source.options.sound = "chime"
    source.overrides = MessageOverrides(
      android: ["notification": ["sound": "bell", "color": "#ff6600"]], apns: ["payload": ["aps": ["thread-id": "a"]]],
      webpush: ["headers": ["Urgency": "low"]])
    let message = RequestComposer().compose(source, media: MessageMedia(still: picture)).value?.message
    #expect(
      message?["android"]?["notification"] == ["image": .string(picture.rawValue), "sound": "bell", "color": "#ff6600"])
    #expect(message?["apns"]?["payload"] == ["aps": ["mutable-content": 1, "sound": "chime", "thread-id": "a"]])
    #expect(message?["webpush"]?["headers"] == ["Urgency": "low"])
  }

  @Test func overridesAreCheckedLikeEverythingElse() {
    var source = message()
    source.overrides.android = ["notification": ["colour": "#ff6600"]]
    let composition = RequestComposer().compose(source, media: MessageMedia(still: picture))
    #expect(composition.value == nil)
    #expect(composition.diagnostics.map(\.rule) == ["request.unknown-field"])
  }

  @Test func otherPlatformsGetNoSection() {
    var source = message(link: "https://e.com/")
    source.platforms = [.ios]
    let message = RequestComposer().compose(source, media: MessageMedia(still: picture)).value?.message
    #expect(message?.members?.keys.sorted() == ["apns", "notification", "topic"])
  }

  @Test func eachPlatformMayHaveItsOwnPicture() {
    let other = AssetURL<EveryClient>(rawValue: "https://cdn.example.com/b.png")
    let media = MessageMedia(android: other, apple: movie, web: picture)
    let composition = RequestComposer().compose(message(), media: media)
    let message = composition.value?.message
    #expect(message?["apns"]?["fcm_options"]?["image"] == .string(movie.rawValue))
    #expect(message?["webpush"]?["notification"]?["image"] == .string(picture.rawValue))
    #expect(composition.value?.assetURLs == ["https://cdn.example.com/b.png", picture.rawValue, movie.rawValue])
  }

  @Test func tooLargePayloadsNameWhatToShorten() {
    var source = message(image: nil)
    source.options.data = ["story": String(repeating: "x", count: 4100)]
    let texts = RequestComposer().compose(source, media: nil).diagnostics.map(\.message)
    #expect(
      texts.count == 1 && texts[0].contains("the largest parts are data.story (4100 bytes), notification.body (10"))
    #expect(texts.allSatisfy { !$0.contains("base-url") })
    source.options.data = ["a": "https://static.e.com/" + String(repeating: "x", count: 4100)]
    let addresses = RequestComposer().compose(source, media: nil).diagnostics.map(\.message)
    #expect(addresses.count == 1 && addresses[0].contains("addresses take 4121 bytes of it, and a shorter base-url"))
  }

  private func message(
    image: String? = "a.jpg", target: MessageTarget = .topic("news"), link: String? = nil
  ) -> CampaignMessage {
    CampaignMessage(
      id: "sale", media: CampaignMedia(image), title: "Sale", body: "Half price", target: target, link: link,
      origin: Self.origin)
  }
}
