import Findings
import PushDelivery
import Testing

@Suite struct OverridesReadingTests {
  @Test func fieldsKeepTheirTypesAndGetTheirOwnNames() throws {
    let text = """
      messages:
        - id: a
          target: {topic: t}
          android:
            directBootOk: true
            notification: {color: "#ff6600", notification_count: 3, titleLocArgs: ["12", b], sticky: false}
          apns:
            payload: {aps: {relevance-score: 0.5, interruption-level: active}, code: 007, "quoted": "12", none: ~, long: 1e3}
            headers: {apns-priority: "5"}
          webpush: {notification: {vibrate: [100, 50], silent: no}}
      """
    let message = try #require(Campaign.read(text).value?.messages.first)
    #expect(
      message.overrides
        == MessageOverrides(
          android: [
            "direct_boot_ok": true,
            "notification": [
              "color": "#ff6600", "notification_count": 3, "title_loc_args": ["12", "b"], "sticky": false,
            ],
          ],
          apns: [
            "payload": [
              "aps": ["relevance-score": .number(0.5), "interruption-level": "active"], "code": "007", "quoted": "12",
              "none": .null, "long": .number(1000),
            ],
            "headers": ["apns-priority": "5"],
          ],
          webpush: ["notification": ["vibrate": [100, 50], "silent": "no"]]))
  }

  @Test func everyFaultHasItsPlace() {
    let text = """
      messages:
        - id: a
          target: {topic: t}
          android:
            colour: red
            priority: urgent
            ttl: 4h
            data: {order: 12}
            notification: {imageUrl: x, channelId: a, channel_id: b, sticky: yes, body: 12}
          apns: {fcm_options: {image: "https://e.com/a.jpg"}, payload: [1]}
          webpush: text
      """
    let checked = Campaign.read(text)
    #expect(
      checked.summaries == [
        "5:7 messages[0].android.colour configuration.unknown-key",
        "6:17 messages[0].android.priority configuration.value", "7:12 messages[0].android.ttl configuration.value",
        "8:21 messages[0].android.data.order configuration.type",
        "9:22 messages[0].android.notification.imageUrl configuration.unknown-key",
        "9:49 messages[0].android.notification.channel_id configuration.duplicate-key",
        "9:72 messages[0].android.notification.sticky configuration.type",
        "9:83 messages[0].android.notification.body configuration.type",
        "10:33 messages[0].apns.fcm_options.image configuration.conflict",
        "10:66 messages[0].apns.payload configuration.type", "11:14 messages[0].webpush configuration.type",
      ])
    #expect(
      checked.diagnostics.map(\.remedy).prefix(5) == [
        "the nearest field is `ttl`, of `collapse_key`, `ttl`, `restricted_package_name`, `data`, `fcm_options`, "
          + "`direct_boot_ok`, `bandwidth_constrained_ok`, `restricted_satellite_ok`, `priority`, `notification`",
        "the nearest is `HIGH`, of `NORMAL`, `HIGH`", "write seconds that end in s, such as `0.5s`",
        "write a string: put it in quotes", "write image",
      ])
  }

  @Test(arguments: ["{a: !x 1}", "{a: 1e400}", "{? [b] : 1}"]) func valuesThatHaveNoJSONForm(_ payload: String) {
    #expect(readMessage("apns: {payload: \(payload)}").diagnostics.count == 1)
  }
}

/// Values are percent-encoded where they are filled into an address.
@Suite struct AddressFillingTests {
  @Test(arguments: TextRow.table("values in addresses", in: "Campaign")) func inLinksAndData(_ row: TextRow) throws {
    let text = """
      messages:
        - {id: a, title: T, target: {topic: t}, link: "\(row[0])", data: {d: "\(row[0])"}, values: {v: "\(row[1])"}}
      """
    let message = try #require(Campaign.read(text).value?.messages.first)
    #expect(message.link == row[2])
    #expect(message.dataValues == [row[2]])
  }

  @Test func wordsStayAsTheyAre() throws {
    let text =
      "messages:\n  - {id: a, title: \"Read https {{v}}\", target: {topic: t}, values: {v: \"Tea & Scones\"}}\n"
    #expect(try #require(Campaign.read(text).value?.messages.first).title == "Read https Tea & Scones")
  }
}
