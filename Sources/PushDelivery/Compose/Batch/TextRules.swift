package import Findings

/// The rules that look at the texts in which messages of one shape differ, and what tells of a message whether they are surely kept.
///
/// Every other rule says of all messages of a shape what it says of one, so that it is asked once. A rule that comes to look at what
/// stands in a title, a body, a link, a target or under a key of `data` must be named here; `MessageBatchTests` finds one that is not.
extension RequestRules {
  package static let lookingAtTexts: [TextRule] = [
    TextRule(topic, readsTarget: true) { texts in texts.hasGoodTarget },
    TextRule(condition, readsTarget: true) { texts in texts.hasGoodTarget },
    TextRule(token, readsTarget: true) { texts in texts.hasGoodTarget },
    TextRule(installation, readsTarget: true) { texts in texts.hasGoodTarget },
    TextRule(placeholder, readsTarget: true, readsLink: true, readsData: true) { texts in texts.hasNoPlaceholder },
    TextRule(dataImage, readsLink: true, readsData: true) { texts in texts.hasNoPictureInData },
    TextRule(payloadSize, readsWords: true, readsTarget: true, readsLink: true, readsData: true) { texts in
      texts.payload.largest <= texts.facts.largestPayload
    },
    TextRule(longTitle, readsWords: true) { texts in
      TextBounds.areWithin(ClientLimit.titleLetters.value, [texts.title], TextWidth.letters)
    },
    TextRule(longText, readsWords: true) { texts in
      TextBounds.areWithin(texts.facts.appleLetters, [texts.title, texts.body], TextWidth.letters)
    },
    TextRule(longBody, readsWords: true) { texts in
      !texts.facts.showsOnAndroid
        || TextBounds.areWithin(ClientLimit.androidPictureBodyCharacters.value, [texts.body]) { $0.count }
    },
    TextRule(alertText, readsWords: true) { texts in
      let words = [texts.title, texts.body].compactMap(\.self)
      return words.isEmpty || words.contains(where: \.isVisible)
    },
    TextRule(noValue, readsWords: true) { texts in texts.areKept { TextRemains.noValue(in: $0) == nil } },
    TextRule(leftover, readsWords: true) { texts in texts.areKept { TextRemains.placeholder(in: $0) == nil } },
    TextRule(markup, readsWords: true) { texts in texts.areKept { TextRemains.markup(in: $0) == nil } },
    TextRule(webLink, readsLink: true) { texts in texts.link.map { HTTPSLink(rawValue: $0) != nil } ?? true },
  ]
}

/// A rule that looks at texts of a message.
package struct TextRule: Sendable {
  package let rule: RuleIdentifier
  /// Whether it looks at title and body.
  package let readsWords: Bool
  package let readsTarget: Bool
  package let readsLink: Bool
  package let readsData: Bool
  /// Whether a message keeps it, when another one of its shape does. False where that takes the rule itself to tell.
  let isSurelyKept: @Sendable (RequestTexts) -> Bool

  init(
    _ rule: Rule<RequestDocument>, readsWords: Bool = false, readsTarget: Bool = false, readsLink: Bool = false,
    readsData: Bool = false, isSurelyKept: @escaping @Sendable (RequestTexts) -> Bool
  ) {
    self.rule = rule.description.id
    (self.readsWords, self.readsTarget, self.readsLink) = (readsWords, readsTarget, readsLink)
    self.readsData = readsData
    self.isSurelyKept = isSurelyKept
  }
}

/// The texts of a message that is to be judged.
struct RequestTexts {
  let facts: ShapeFacts
  let title: String?
  let body: String?
  let link: String?
  let target: MessageTarget
  let data: [String: String]
  let payload: PayloadEstimate

  init(_ message: CampaignMessage, _ payload: PayloadEstimate, _ facts: ShapeFacts) {
    (title, body, link) = (message.title, message.body, message.link)
    (target, data) = (message.target, message.options.data)
    (self.payload, self.facts) = (payload, facts)
  }

  /// Whether something is so of title and body.
  fileprivate func areKept(_ isKept: (String) -> Bool) -> Bool {
    (title.map(isKept) ?? true) && (body.map(isKept) ?? true)
  }

  fileprivate var hasGoodTarget: Bool {
    switch target {
    case .topic(let name): TargetRules.check(topic: name) == nil
    case .condition(let text): TargetRules.check(condition: text) == nil
    case .token(let text), .fid(let text): Self.isPlainToken(text) || TargetRules.check(device: text, named: "") == nil
    }
  }

  /// Whether a text looks as FCM's tokens do. It is longer than the words that programs write for no value.
  private static func isPlainToken(_ text: String) -> Bool {
    text.utf8.count > 9 && text.utf8.count != StrangeToken.appleDigits
      && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ":") }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Names of templates begin with one of these signs, stand in quotes; those of devices may end in dots.
  private static func mayHaveTemplateName(_ target: String) -> Bool {
    guard let first = target.utf8.first else { return false }
    return "Ye<{$%*[".utf8.contains(first) || target.utf8.contains(UInt8(ascii: "'"))
  }

  fileprivate var hasNoPlaceholder: Bool {
    !(Self.mayHaveTemplateName(target.text) && TemplateName.isPart(of: target.text))
      && !TemplateName.isCutShort(target.text)
      && !(link.map(Self.leadsNowhere) ?? false)
      && !data.values.contains(where: Self.leadsNowhere)
  }

  private static func leadsNowhere(_ text: String) -> Bool {
    // No address is without one.
    text.utf8.contains(UInt8(ascii: ":")) && (try? StrictURL(text))?.host.isReserved == true
  }

  fileprivate var hasNoPictureInData: Bool {
    facts.doubtfulData.isEmpty || !facts.doubtfulData.contains { data[$0].map(RequestRules.isImageAddress) ?? true }
  }
}

/// What all messages of one shape have in common, as far as it decides what texts they may have.
struct ShapeFacts: Sendable {
  let showsOnAndroid: Bool
  /// How wide the words may be on Apple's systems.
  let appleLetters: Int
  /// The most bytes of a payload of which nothing is to be said.
  let largestPayload: Int
  /// The keys of data under which the address of a picture might stand, and did not in the message that the shape was learnt from.
  let doubtfulData: [String]

  /// - Parameters:
  ///   - document: the request of a message that keeps every rule.
  ///   - message: that message.
  ///   - linkKey: the key of data that holds the link.
  init(_ document: RequestDocument, _ message: CampaignMessage, linkKey: String?) {
    showsOnAndroid = document.image(for: .android) != nil
    let letters: ClientLimit = document.image(for: .ios) == nil ? .appleTextLetters : .appleTextLettersBesidePicture
    appleLetters = letters.value
    let isForMany = document["topic"] != nil || document["condition"] != nil
    let payload: ClientLimit = isForMany ? .topicPayloadBytes : .payloadBytes
    largestPayload = min(payload.value, ClientLimit.payloadBytes.value)
    var names = Set(message.options.data.keys)
    if message.link != nil, let linkKey { names.insert(linkKey) }
    doubtfulData = names.filter { name in
      RequestRules.isImageName(name) && document["data", name]?.text.map(RequestRules.isImageAddress) != true
    }
  }
}

/// Limits of texts, for many of them: most are far from any.
enum TextBounds {
  /// - Parameter size: of a text; never more than it has bytes.
  static func areWithin(_ limit: Int, _ texts: [String?], _ size: (String) -> Int) -> Bool {
    let bytes = texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return bytes <= limit || texts.reduce(0) { $0 + ($1.map(size) ?? 0) } <= limit
  }
}
