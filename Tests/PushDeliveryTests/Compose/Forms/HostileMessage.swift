import Findings
import MediaFacts
import PushDelivery
import TestSupport

/// Messages of every field of the API, with texts that break whatever quotes them carelessly.
enum HostileMessage {
  /// Requests `m0`, `m1` and so on; the same for the same seed. None has what the Admin SDKs do not know.
  static func requests(_ count: Int, seed: UInt64) throws -> [ComposedRequest] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).compactMap { index in
      var diagnostics: [Diagnostic] = []
      let subject = Diagnostic.Subject(.message, "m\(index)")
      let message = message(&random)
      return MessageIdentifier(rawValue: "m\(index)").flatMap { id in
        ComposedRequest(message, id: id, subject: subject, reporting: &diagnostics)
      }
    }
  }

  /// What ends quotations, comments, documents and scripts, expands, or has more than one code unit.
  private static let fragments = [
    "\"", "'", "\\", "`", "$(touch broken)", "`touch broken`", "${HOME}", "$FCM_TOKEN", "\n", "\r\n", "\t", "\u{0}",
    "\u{7}",
    "\u{1B}[2J", "\nEND_OF_REQUEST\n", "\nEND_OF_TOKEN\n", "\nEOF\n", "</script>", "<!--", "-->", "*/", "//", "# ",
    "\n### next\nDELETE http://127.0.0.1/\n\n", "{{token}}", "{{{", "{{$guid}}", "{%", "%s", "\\u0041", "\\", "\"\"\"",
    "'''",
    "\u{2028}", "\u{2029}", "\u{202E}", "\u{FEFF}", "\u{85}", "\u{FFFF}", "\u{10FFFF}", "🌷", "👩‍👩‍👧", "é", "e\u{301}", "日本",
    "!",
    " ", "a", "0", "< ", "> ", "&&", ";", "|", "\\\n", "\u{81}\u{82}", "{", "}", "]", ",", "constructor", "null",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    "x"
      + (0..<Int.random(in: 1...5, using: &random)).map { _ in fragments.randomElement(using: &random) ?? "" }.joined()
  }

  private static func texts(_ random: inout SeededGenerator) -> [String: String] {
    Dictionary((0..<3).map { _ in (text(&random), text(&random)) }) { first, _ in first }
  }

  private static func message(_ random: inout SeededGenerator) -> Message {
    var options = AndroidConfig(timeToLive: TimeToLive(seconds: Int.random(in: 0...2_419_200, using: &random)))
    options.data = texts(&random)
    options.collapseKey = text(&random)
    options.priority = Bool.random(using: &random) ? .high : .normal
    options.restrictedPackageName = text(&random)
    options.notification = AndroidNotification(content(&random), proxy: .deny)
    options.isDirectBootAllowed = Bool.random(using: &random)
    let targets: [MessageTarget] = [.topic("a-b_c.~%"), .fid("fid"), .condition("'a' in topics && !('b' in topics)")]
    return Message(
      target: targets.randomElement(using: &random) ?? .fid("fid"),
      notification: .init(title: text(&random), body: text(&random), image: FullMessage.picture), data: texts(&random),
      android: .v1(options), webpush: webpush(&random), apns: apns(&random),
      fcmOptions: FcmOptions(analyticsLabel: FullMessage.label))
  }

  private static func content(_ random: inout SeededGenerator) -> AndroidNotificationContent {
    var content = AndroidNotificationContent(title: text(&random), body: text(&random), image: FullMessage.picture)
    content.sound = text(&random)
    content.tag = text(&random)
    content.clickAction = text(&random)
    content.titleLocalizationKey = text(&random)
    content.titleLocalizationArguments = [text(&random), text(&random)]
    content.channelID = text(&random)
    content.ticker = text(&random)
    content.isSticky = Bool.random(using: &random)
    content.color = IconColor(RGBColor(red: 255, green: 0, blue: .random(in: 0...255, using: &random)))
    content.eventTime = ProtobufTimestamp(
      seconds: .random(in: -1_000_000_000...4_000_000_000, using: &random), nanoseconds: 123_000_000)
    content.vibrateTimings = (0..<3).compactMap { _ in milliseconds(&random) }
    content.visibility = .secret
    content.priority = .maximum
    content.count = .random(in: 0...Int32.max, using: &random)
    content.lightSettings = LightSettings.Color(red: 1, green: 0.2, blue: 0, alpha: nil).flatMap { color in
      milliseconds(&random).map { LightSettings(color: color, lightOnDuration: $0, lightOffDuration: $0) }
    }
    return content
  }

  private static func milliseconds(_ random: inout SeededGenerator) -> ProtobufDuration? {
    ProtobufDuration(
      seconds: .random(in: 0...20, using: &random), nanoseconds: .random(in: 0...999, using: &random) * 1_000_000)
  }

  private static func webpush(_ random: inout SeededGenerator) -> WebpushConfig {
    let options: [String: JSONValue] = [
      "title": .string(text(&random)), "tag": .string(text(&random)), "silent": false, "vibrate": [100, .number(0.5)],
      "data": value(&random, depth: 3), text(&random): value(&random, depth: 2), "dir": "ltr",
      "timestamp": 1_700_000_000_000,
      "actions": [["action": .string(text(&random)), "title": .string(text(&random))]],
    ]
    return WebpushConfig(
      headers: texts(&random), data: texts(&random),
      notification: WebpushNotification(image: FullMessage.picture, options: options),
      fcmOptions: WebpushFcmOptions(link: HTTPSLink(rawValue: "https://e.com/?a=1&b='2'")))
  }

  private static func apns(_ random: inout SeededGenerator) -> ApnsConfig {
    let alert: JSONValue = [
      "title": .string(text(&random)), "subtitle": .string(text(&random)), "loc-key": .string(text(&random)),
      "loc-args": [.string(text(&random))], "launch-image": .string(text(&random)),
    ]
    let aps: JSONValue = [
      "mutable-content": 1, "badge": 3, "category": .string(text(&random)), "thread-id": .string(text(&random)),
      "alert": Bool.random(using: &random) ? alert : .string(text(&random)),
      "sound": Bool.random(using: &random)
        ? .string(text(&random)) : ["name": .string(text(&random)), "critical": 1, "volume": .number(0.5)],
      text(&random): value(&random, depth: 2),
    ]
    return ApnsConfig(
      headers: texts(&random), payload: ["aps": aps, text(&random): value(&random, depth: 3)],
      fcmOptions: ApnsFcmOptions(image: FullMessage.movie, analyticsLabel: FullMessage.label),
      liveActivityToken: text(&random))
  }

  /// Never null and never empty.
  private static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
    case 0: .integer(.random(in: -9_007_199_254_740_991...9_007_199_254_740_991, using: &random))
    case 1: .number([0.1, -2.5, 1e300, .leastNonzeroMagnitude, 1.5e-7].randomElement(using: &random) ?? 0)
    case 2: .bool(.random(using: &random))
    case 5: [value(&random, depth: depth - 1), .string(text(&random)), .null, [], [:]]
    case 6: [text(&random): value(&random, depth: depth - 1), "null": .null, "empty": [:]]
    default: .string(text(&random))
    }
  }
}
