import Findings
import PushDelivery
import TestSupport
import Testing

/// What is composed with what other messages have told is what is composed with care.
@Suite struct MessageBatchTests {
  private static let still = AssetURL<EveryClient>(rawValue: "https://cdn.example.com/a.0123456789ab.jpg")!
  private static let movie = AssetURL<AppleSystems>(rawValue: "https://cdn.example.com/a.teaser.ba9876543210.mp4")!

  /// Titles, bodies, links, targets and data, good and bad.
  static let texts = [
    "Spring is here", "", " ", "\u{200B}", "\u{2800}", "a \"quoted\" \\ text\n\twith\u{1}\u{8}\u{C}\r", "春の花が咲きました",
    "👍🏽 café e\u{301}",
    String(repeating: "The tulips are out. ", count: 3), String(repeating: "春", count: 26),
    String(repeating: "春", count: 25),
    String(repeating: "The tulips are out. ", count: 9), String(repeating: "word ", count: 60),
    String(repeating: "Tulips. ", count: 300), String(repeating: "Tulips. ", count: 700),
    String(repeating: "\u{1}", count: 500),
    "https://www.iana.org/a?b=c", "https://www.example.com/spring", "http://www.iana.org/",
    "https://static.iana.org/tulips.jpg",
    "gs://bucket/a.png", "data:image/png;base64,AA", "mailto:a@b", "https://user@host.org/", "https://", "a:b",
    "YOUR_TOPIC", "example", "example-news", "<token>", "it's 'YOUR_TOPIC' in topics", "/topics/spring", "spring sale",
    "spring",
    "dk3x1", "dk3x1 ", "dk3x1,dk3x2", "ExponentPushToken[dk3x1]", "undefined", "null", "None", "\"dk3x1\"", "${token}",
    "[\"a\"]",
    "'spring' in topics && !('muted' in topics)", "spring in topics", "https://text-of-a-message-0.invalid/",
    "{{name}}",
    "dk3:x1-_Z9", "a\u{A0}b", "END_OF_REQUEST",
  ]

  static let shapes: [CampaignMessage] = {
    let plain = CampaignMessage(
      id: "a", title: "Title", body: "Body", target: .topic("news"), origin: .init(.message, "a", line: 3))
    var others: [CampaignMessage] = []
    func add(_ change: (inout CampaignMessage) -> Void) {
      var message = plain
      change(&message)
      others.append(message)
    }
    add { _ in }
    add { $0.media = "a.jpg" }
    add { ($0.media, $0.target, $0.link) = ("a.jpg", .token("dk3x1"), "https://www.iana.org/") }
    add { ($0.target, $0.body) = (.fid("cX2p9"), nil) }
    add { ($0.target, $0.title) = (.condition("'a' in topics"), nil) }
    add { ($0.title, $0.body, $0.options.data) = (nil, nil, ["order": "12"]) }
    add { ($0.media, $0.options.data) = ("a.jpg", ["imageUrl": "12", "order": "13", "link": "x"]) }
    add { $0.options.data = ["image": "12", "message": "13"] }
    add { ($0.options.data, $0.link) = (["picture_url": "https://static.iana.org/a.jpg"], "https://www.iana.org/") }
    add {
      $0.options = MessageOptions(
        priority: .high, timeToLive: TimeToLive(seconds: 60), collapseKey: "k", sound: "s", badge: 3)
    }
    add { ($0.options.expiration, $0.platforms, $0.media) = (1_577_836_800, [.ios], "a.jpg") }
    add { $0.overrides.apns = ["payload": ["aps": ["alert": ["title": "Own", "body": "words"]]]] }
    add { ($0.overrides.apns, $0.media) = (["payload": ["aps": ["alert": ["title": " "]]]], "a.jpg") }
    add { ($0.overrides.android, $0.media) = (["notification": ["body": "Own", "color": "#336699"]], "a.jpg") }
    add { $0.overrides.android = ["data": ["image": "x"], "notification": ["icon": "ic_a"]] }
    add { $0.overrides.webpush = ["fcm_options": ["link": "https://www.iana.org/"], "data": ["b": "c"]] }
    add { $0.overrides.webpush = ["notification": ["title": "W", "renotify": true]] }
    return others
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let settings: ComposeSettings
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "bodies", settings: ComposeSettings(linkDataKey: "link")),
    Case(
      name: "lines in a trial",
      settings: ComposeSettings(
        linkDataKey: "image", forms: [.fcmV1Lines], hasValidateOnlyTwins: true, isTrial: true, proven: .all)),
    Case(name: "payloads", settings: ComposeSettings(webpushImageHeader: true, forms: [.apns, .webpush, .fcmV1Lines])),
    Case(
      name: "every form",
      settings: ComposeSettings(
        linkDataKey: "link", forms: RequestForm.all, project: ProjectIdentifier(rawValue: "shop-1"),
        hasValidateOnlyTwins: true)),
  ]

  private static func media(of message: CampaignMessage) -> MessageMedia? {
    message.media.isEmpty ? nil : MessageMedia(still: still, motion: message.platforms.count == 1 ? movie : nil)
  }

  /// Composes in a batch that has seen a good message of the same shape, and with care.
  private static func expectBothAlike(
    _ message: CampaignMessage, in batch: inout MessageBatch, by composer: RequestComposer
  ) -> Bool {
    let careful = composer.compose(message, media: media(of: message))
    var wasCareful = false
    let composed = batch.compose(message) { message in
      wasCareful = true
      return (composer.compose(message, media: media(of: message)), media(of: message))
    }
    #expect(composed == Checked(careful.value.map(WrittenRequest.init), careful.diagnostics), "\(message)")
    return wasCareful
  }

  @Test(arguments: cases) func everyTextIsComposedAsWithCare(_ each: Case) {
    let composer = RequestComposer(settings: each.settings, now: 1_800_000_000)
    var (careful, count) = (0, 0)
    for shape in Self.shapes {
      var batch = MessageBatch(composer)
      _ = Self.expectBothAlike(shape, in: &batch, by: composer)
      for field in [MessageText.id] + shape.requestTexts {
        for text in Self.texts {
          var message = shape
          message[field] = text
          careful += Self.expectBothAlike(message, in: &batch, by: composer) ? 1 : 0
          count += 1
        }
      }
    }
    // A batch that never knows anything would pass too.
    #expect(careful < count * 3 / 4, "\(careful) of \(count)")
  }

  /// The first may be the only one of its shape, so that nothing is learnt before the second.
  @Test func messagesThatDifferInTextsAloneAreJudgedTwice() {
    let composer = RequestComposer(settings: ComposeSettings(forms: [.fcmV1Lines]))
    for shape in [Self.shapes[0], Self.shapes[1], Self.shapes[6]] {
      var batch = MessageBatch(composer)
      let careful = (0..<100).count { number in
        var message = shape
        for text in [MessageText.id] + shape.requestTexts { message[text] = "text\(number)" }
        message.origin.line = number
        (message.locale, message.variant) = ("de", "b\(number)")
        return Self.expectBothAlike(message, in: &batch, by: composer)
      }
      #expect(careful == 2)
    }
  }

  /// The texts of the rules' own examples, put into messages of a campaign.
  @Test(arguments: cases) func rulesFindTheirExamplesBothWays(_ each: Case) {
    let composer = RequestComposer(settings: each.settings, now: 1_800_000_000)
    var rules: Set<RuleIdentifier> = []
    for rule in RuleCatalog.standard.requests {
      for case .request(let text) in rule.description.failing + rule.description.passing {
        guard let message = Self.message(of: text) else { continue }
        var batch = MessageBatch(composer)
        var plain = message
        for text in message.requestTexts { plain[text] = text == .link ? "https://www.iana.org/" : "plain" }
        plain[.target] = if case .condition = message.target { "'plain' in topics" } else { "plain" }
        _ = Self.expectBothAlike(plain, in: &batch, by: composer)
        _ = Self.expectBothAlike(message, in: &batch, by: composer)
        rules.formUnion(composer.compose(message, media: nil).diagnostics.map(\.rule))
      }
    }
    #expect(rules.count > 20, "\(rules)")
  }

  /// A message of which the same request would be made.
  private static func message(of text: String) -> CampaignMessage? {
    var reader = JSONReader(Array(text.utf8))
    guard let fields = reader.values().first?.value["message"], fields.members != nil else { return nil }
    func field(_ names: String...) -> String? { names.reduce(Optional(fields)) { $0?[$1] }?.text }
    let targets: [MessageTarget?] = [
      field("topic").map { .topic($0) }, field("token").map { .token($0) }, field("fid").map { .fid($0) },
      field("condition").map { .condition($0) },
    ]
    var message = CampaignMessage(
      id: "a", title: field("notification", "title"), body: field("notification", "body"),
      target: targets.compactMap(\.self).first ?? .topic("news"), link: field("webpush", "fcm_options", "link"),
      origin: .init(.message, "a", line: 3))
    let data: [String: JSONValue] = fields["data"]?.members ?? [:]
    message.options.data = data.compactMapValues { $0.text }
    message.overrides = MessageOverrides(android: fields["android"], apns: fields["apns"], webpush: fields["webpush"])
    return message
  }

  /// A rule that looks at a text is among those that say so, for that text.
  @Test func onlyDeclaredRulesLookAtTexts() {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: "link"), now: 1_800_000_000)
    for shape in Self.shapes {
      func rules(_ message: CampaignMessage) -> Set<RuleIdentifier> {
        Set(composer.compose(message, media: Self.media(of: message)).diagnostics.map(\.rule))
          .intersection(RuleCatalog.standard.requests.map(\.description.id))
      }
      let own = rules(shape)
      for field in shape.requestTexts {
        for text in Self.texts {
          var message = shape
          message[field] = text
          let changed = rules(message).symmetricDifference(own)
          let declared = RequestRules.lookingAtTexts.filter { $0.reads(field) }.map(\.rule)
          #expect(changed.isSubset(of: declared), "\(field): \(text)")
        }
      }
    }
  }
}

extension TextRule {
  fileprivate func reads(_ text: MessageText) -> Bool {
    switch text {
    case .id: false
    case .title, .body: readsWords
    case .link: readsLink
    case .target: readsTarget
    case .data: readsData
    }
  }
}
