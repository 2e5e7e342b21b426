import Findings
import MediaFacts
import PushDelivery
import TestSupport

/// Messages of every field of the API, with texts that break careless quoting.
enum HostileMessage {
  /// Requests `m0`, `m1` and so on; the same for the same seed. None has what the Admin SDKs do not know.
  static func requests(_ count: Int, seed: UInt64) throws -> [ComposedRequest] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).compactMap { index in
      var diagnostics: [Diagnostic] = []
      let subject = Diagnostic.Subject(.message, "m\(index)")
      let message = try message(&random)
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
    "!", " ", "a", "0", "< ", "> ", "&&", ";", "|", "\\\n", "\u{81}\u{82}", "{", "}", "]", ",", "constructor", "null",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    "x"
      + (0..<Int.random(in: 1...5, using: &random)).map { _ in fragments.randomElement(using: &random) ?? "" }.joined()
  }

  private static func word(_ random: inout SeededGenerator) -> JSONValue { .string(text(&random)) }

  private static func texts(_ random: inout SeededGenerator) -> JSONValue {
    .object(Dictionary((0..<3).map { _ in (text(&random), word(&random)) }) { first, _ in first })
  }

  private static func message(_ random: inout SeededGenerator) throws -> Message {
    let android: JSONValue = [
      "ttl": .string("\(Int.random(in: 0...2_419_200, using: &random))s"), "data": texts(&random),
      "collapse_key": word(&random), "priority": Bool.random(using: &random) ? "HIGH" : "NORMAL",
      "restricted_package_name": word(&random), "notification": content(&random).merging(["proxy": "DENY"]),
      "direct_boot_ok": .bool(.random(using: &random)),
    ]
    let targets: [MessageTarget] = [.topic("a-b_c.~%"), .fid("fid"), .condition("'a' in topics && !('b' in topics)")]
    return try Message(
      to: targets.randomElement(using: &random) ?? .fid("fid"),
      [
        "notification": ["title": word(&random), "body": word(&random), "image": .string(FullMessage.picture)],
        "data": texts(&random), "android": android, "webpush": webpush(&random), "apns": apns(&random),
        "fcm_options": ["analytics_label": "spring-sale"],
      ])
  }

  private static func content(_ random: inout SeededGenerator) -> JSONValue {
    let eventTime = ProtobufTimestamp(
      seconds: .random(in: -1_000_000_000...4_000_000_000, using: &random), nanoseconds: 123_000_000)
    let color = RGBColor(red: 255, green: 0, blue: .random(in: 0...255, using: &random))
    let light = milliseconds(&random)
    return [
      "title": word(&random), "body": word(&random), "image": .string(FullMessage.picture), "sound": word(&random),
      "tag": word(&random), "click_action": word(&random), "title_loc_key": word(&random),
      "title_loc_args": [word(&random), word(&random)], "channel_id": word(&random), "ticker": word(&random),
      "sticky": .bool(.random(using: &random)), "color": .string(color.description),
      "event_time": .string(eventTime?.rawValue ?? ""),
      "vibrate_timings": .array((0..<3).map { _ in milliseconds(&random) }), "visibility": "SECRET",
      "notification_priority": "PRIORITY_MAX",
      "notification_count": .integer(.random(in: 0...0x7FFF_FFFF, using: &random)),
      "light_settings": [
        "color": ["red": 1, "green": .number(0.2), "blue": 0], "light_on_duration": light, "light_off_duration": light,
      ],
    ]
  }

  private static func milliseconds(_ random: inout SeededGenerator) -> JSONValue {
    let duration = ProtobufDuration(
      seconds: .random(in: 0...20, using: &random), nanoseconds: .random(in: 0...999, using: &random) * 1_000_000)
    return .string(duration?.rawValue ?? "")
  }

  private static func webpush(_ random: inout SeededGenerator) -> JSONValue {
    let options: JSONValue = .object([
      "title": word(&random), "tag": word(&random), "silent": false, "vibrate": [100, .number(0.5)],
      "data": value(&random, depth: 3), text(&random): value(&random, depth: 2), "dir": "ltr",
      "timestamp": 1_700_000_000_000, "actions": [["action": word(&random), "title": word(&random)]],
      "image": .string(FullMessage.picture),
    ])
    return [
      "headers": texts(&random), "data": texts(&random), "notification": options,
      "fcm_options": ["link": "https://e.com/?a=1&b='2'"],
    ]
  }

  private static func apns(_ random: inout SeededGenerator) -> JSONValue {
    let alert: JSONValue = [
      "title": word(&random), "subtitle": word(&random), "loc-key": word(&random), "loc-args": [word(&random)],
      "launch-image": word(&random),
    ]
    let aps: JSONValue = .object([
      "mutable-content": 1, "badge": 3, "category": word(&random), "thread-id": word(&random),
      "alert": Bool.random(using: &random) ? alert : word(&random),
      "sound": Bool.random(using: &random)
        ? word(&random) : ["name": word(&random), "critical": 1, "volume": .number(0.5)],
      text(&random): value(&random, depth: 2),
    ])
    return [
      "headers": texts(&random), "payload": .object(["aps": aps, text(&random): value(&random, depth: 3)]),
      "fcm_options": ["image": .string(FullMessage.movie), "analytics_label": "spring-sale"],
      "live_activity_token": word(&random),
    ]
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

extension ComposedRequest {
  /// Takes a message without published files, so that it may say what campaigns cannot. Adds its problems to `diagnostics`; nil if one is an
  /// error. `isTrial`: whether it may have names of templates and samples.
  init?(
    _ message: Message, id: MessageIdentifier, isTrial: Bool = false, subject: Diagnostic.Subject,
    reporting diagnostics: inout [Diagnostic]
  ) {
    let rules = isTrial ? RuleCatalog.standard.forTrial : .standard
    let found = rules.requests.diagnostics(about: subject, in: RequestDocument(composed: message.node))
      .filter { $0.severity > .note }
    diagnostics += found
    guard !found.contains(where: { $0.severity == .error }) else { return nil }
    self.init(good: message.node, id: id, target: message.target, assetURLs: [], proof: .proven)
  }
}
