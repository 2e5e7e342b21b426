import Findings
import PushDelivery
import TestSupport
import Testing

/// Composing by a shared shape gives the same as composing each message alone.
@Suite struct ComposedShapeTests {
  private static let still = AssetURL<EveryClient>(rawValue: "https://cdn.example.com/a.0123456789ab.jpg")!
  private static let movie = AssetURL<AppleSystems>(rawValue: "https://cdn.example.com/a.teaser.ba9876543210.mp4")!

  /// Titles, bodies, links, targets and data, good and bad.
  static let texts = [
    "Spring is here", "", " ", "\u{200B}", "\u{2800}", "a \"quoted\" \\ text\n\twith\u{1}\u{8}\u{C}\r", "春の花が咲きました",
    "👍🏽 café e\u{301}", String(repeating: "The tulips are out. ", count: 3), String(repeating: "春", count: 26),
    String(repeating: "春", count: 25), String(repeating: "The tulips are out. ", count: 9),
    String(repeating: "word ", count: 60), String(repeating: "Tulips. ", count: 300),
    String(repeating: "Tulips. ", count: 700), String(repeating: "\u{1}", count: 500), "https://www.iana.org/a?b=c",
    "https://www.example.com/spring", "http://www.iana.org/", "https://static.iana.org/tulips.jpg", "gs://bucket/a.png",
    "data:image/png;base64,AA", "mailto:a@b", "https://user@host.org/", "https://", "a:b", "YOUR_TOPIC", "example",
    "example-news", "<token>", "it's 'YOUR_TOPIC' in topics", "/topics/spring", "spring sale", "spring", "dk3x1",
    "dk3x1 ", "dk3x1,dk3x2", "ExponentPushToken[dk3x1]", "undefined", "null", "None", "\"dk3x1\"", "${token}",
    "[\"a\"]", "'spring' in topics && !('muted' in topics)", "spring in topics", "https://text-of-a-message-0.invalid/",
    "{{name}}", "dk3:x1-_Z9", "a\u{A0}b", "END_OF_REQUEST",
  ]

  static let messages: [CampaignMessage] = {
    let plain = CampaignMessage(
      id: "a", title: "Fresh bread", body: "From eight", target: .topic("news"), origin: .init(.message, "a", line: 3))
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

  /// A message composed alone equals one composed by the shape of another that differs only in texts.
  private static func expectSame(_ message: CampaignMessage, by shape: ComposedShape, _ composer: RequestComposer) {
    #expect(shape.compose(message) == composer.compose(message, media: media(of: message)), "\(message)")
  }

  @Test(arguments: cases) func everyTextIsComposedAsAlone(_ each: Case) {
    let composer = RequestComposer(settings: each.settings, now: 1_800_000_000)
    for message in Self.messages {
      var shapes: [ComposedShape.Key: ComposedShape] = [:]
      func shape(of message: CampaignMessage) -> ComposedShape {
        let key = ComposedShape.Key(message)
        let shape = shapes[key] ?? ComposedShape(message, media: Self.media(of: message), by: composer)
        shapes[key] = shape
        return shape
      }
      _ = shape(of: message)
      for field in [MessageText.id] + message.requestTexts {
        for text in Self.texts {
          var other = message
          other[field] = text
          Self.expectSame(other, by: shape(of: other), composer)
        }
      }
      // A link that cannot be used makes another shape.
      #expect(shapes.count <= 2)
    }
  }

  /// The texts of the rules' own examples, put into messages of a campaign.
  @Test(arguments: cases) func rulesFindTheirExamplesByAnothersShape(_ each: Case) {
    let composer = RequestComposer(settings: each.settings, now: 1_800_000_000)
    var rules: Set<RuleIdentifier> = []
    for rule in RuleCatalog.standard.requests {
      for case .request(let text) in rule.description.failingExamples + rule.description.passingExamples {
        guard let message = Self.message(of: text) else { continue }
        var plain = message
        for text in message.requestTexts { plain[text] = text == .link ? "https://www.iana.org/" : "plain" }
        plain[.target] = if message.target.kind == .condition { "'plain' in topics" } else { "plain" }
        if ComposedShape.Key(plain) == ComposedShape.Key(message) {
          Self.expectSame(message, by: ComposedShape(plain, media: nil, by: composer), composer)
        }
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

  /// Composing does not check them for messages without overrides.
  @Test func onlyOverridesBreakTheRulesOfOverrides() {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: "link"), now: 1_800_000_000)
    let rules = RuleCatalog.standard.requests.filter { RequestRules.ofOverrides.contains($0.description.id) }
    var full = Self.messages[2]
    full.options = MessageOptions(
      priority: .normal, timeToLive: TimeToLive(seconds: 0), expiration: 1_900_000_000, collapseKey: "k", channel: "c",
      sound: "s", badge: 3, category: "d", analyticsLabel: AnalyticsLabel(rawValue: "e"), data: ["image": "f"])
    for message in Self.messages + [full] where message.overrides == MessageOverrides() {
      guard let request = composer.compose(message, media: Self.media(of: message)).value else { continue }
      let document = RequestDocument(composed: request.node)
      #expect(rules.filter { !$0.find(document).isEmpty }.map(\.description.id) == [], "\(message)")
    }
  }

  /// A rule's findings depend only on the texts that it declares.
  @Test func rulesReadNoOtherTextsThanTheyDeclare() {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: "link"), now: 1_800_000_000)
    let reads = Dictionary(RuleCatalog.standard.requests.map { ($0.description.id, $0.reads) }) { $1 }
    for message in Self.messages {
      func said(_ message: CampaignMessage) -> [RuleIdentifier: [Diagnostic]] {
        let found = composer.compose(message, media: Self.media(of: message)).diagnostics
        return Dictionary(grouping: found.filter { reads[$0.rule] != nil }, by: \.rule)
      }
      let own = said(message)
      for field in message.requestTexts {
        for text in Self.texts {
          var other = message
          other[field] = text
          // A link that cannot be used makes another shape.
          guard ComposedShape.Key(other) == ComposedShape.Key(message) else { continue }
          let new = said(other)
          for (rule, reads) in reads where own[rule] != new[rule] {
            #expect(reads.contains(field.kind), "\(rule) reads \(field): \(text)")
          }
        }
      }
    }
  }
}

extension MessageText {
  /// Which of the texts it is that rules declare.
  fileprivate var kind: ReadText {
    switch self {
    case .title, .body: .words
    case .link: .link
    case .target, .id: .target
    case .data: .data
    }
  }
}

extension CampaignMessage {
  /// All texts except the identifier, which is not part of a request.
  fileprivate var requestTexts: [MessageText] {
    [(title, .title), (body, .body), (link, .link)].compactMap { (text: String?, name: MessageText) in
      text == nil ? nil : name
    } + [.target] + shape.dataKeys.map { .data($0) }
  }
}

/// A text of a message that is shown or sent as written. All else of a message decides the shape of its request.
private enum MessageText: Equatable {
  case id, title, body, link
  /// The topic, the token, the identifier or the condition.
  case target
  /// The value of a key of `data`.
  case data(String)
}

extension CampaignMessage {
  /// One of its texts; nil if it is missing. You cannot set the text of a missing target or key.
  fileprivate subscript(text: MessageText) -> String? {
    get {
      switch text {
      case .id: id
      case .title: title
      case .body: body
      case .link: link
      case .target: target.text
      case .data(let key): shape.dataKeys.firstIndex(of: key).map { dataValues[$0] }
      }
    }
    set {
      switch text {
      case .id: id = newValue ?? id
      case .title: title = newValue
      case .body: body = newValue
      case .link: link = newValue
      case .target: target = MessageTarget(target.kind, newValue ?? target.text)
      case .data(let key):
        if let newValue, let index = shape.dataKeys.firstIndex(of: key) { dataValues[index] = newValue }
      }
    }
  }
}
