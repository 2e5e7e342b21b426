import Findings

/// Topics, link hosts and identifiers: among many equal names a rare one is a typing error.
extension MessageUses {
  private static let sums = Set(WordTable.leftovers.rows("sum").joined())

  mutating func addNames(of message: CampaignMessage) {
    for topic in message.target.topics { note(.topic, topic, at: message.place(of: .target)) }
    if message.id.utf8.count < 16, message.id.utf8.last.map(isDigit) == false,
      Self.sums.contains(message.id.lowercased())
    {
      note(.sum, "", [message.id], at: message.place(of: .id))
    }
    if let host = message.link.flatMap(Self.host) { note(.host, host, at: message.place(of: .link)) }
    if let link = message.link, let name = link.firstRange(of: "utm_campaign=") {
      let campaign = link[name.upperBound...].prefix { !"&#".contains($0) }.lowercased()
      note(.linkCampaign, campaign, at: message.place(of: .link))
    }
    if message.title?.isVisible == true {
      note(.titled, at: message.origin)
    } else if message.body?.isVisible == true {
      note(.untitled, at: message.place(of: .title))
    }
  }

  /// Links are https; the rules report others.
  private static func host(of link: String) -> String? {
    let scheme = "https://"
    guard link.hasPrefix(scheme) else { return nil }
    return Substring(link.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#:".utf8.contains($0) }).lowercased()
  }

  func reportNames(_ reader: inout YAMLReader) {
    if let untitled = use(.untitled), let titled = use(.titled)?.count, untitled.count * Self.leastRatio <= titled {
      let messages = untitled.count == 1 ? "1 message has" : "\(untitled.count) messages have"
      reader.report(.campaign("untitled", messages, "\(titled)"), untitled.place)
    }
    if let sum = use(.sum) {
      reader.report(
        Diagnostic(
          RequestRules.draft.description, sum.place,
          "the row is called \(sum.facts[0].quoted), as the row of a sheet with its sums",
          remedy: "delete the row, or give it another id"))
    }
    for (topic, use) in all(.topic) {
      if topic == YAMLValue.defaultTarget {
        reader.report(.campaign("topicDefault"), use.place)
      } else if Self.isDate(topic) {
        reader.report(.campaign("topicDate", topic.quoted), use.place)
      }
    }
    reportRare(.topic, &reader)
    reportRare(.host, &reader)
    reportEarlierCampaigns(&reader)
  }

  /// The only link whose statistics name a campaign of an earlier year or week than the others'.
  private func reportEarlierCampaigns(_ reader: inout YAMLReader) {
    guard !isFull(.linkCampaign) else { return }
    for pair in Dictionary(grouping: all(.linkCampaign), by: { $0.key.filter { !$0.isNumber } }).values
    where pair.count == 2 {
      guard let rare = pair.first(where: { $0.value.count == 1 }),
        let other = pair.first(where: { $0.value.count > 2 })
      else { continue }
      let numbers = [rare.key, other.key].map { $0.split { !$0.isNumber }.map { Int($0) ?? 0 } }
      // Other numbers are the steps of a plan.
      let isYear = numbers[0].contains { (1000...9999).contains($0) }
      let isWeek = ["w", "kw", "week", "v", "vecka"].contains(String(rare.key.prefix(while: \.isLetter)))
      guard isYear || isWeek, numbers[0].lexicographicallyPrecedes(numbers[1]) else { continue }
      reader.report(
        .campaign("earlierCampaign", rare.key.quoted, "\(other.value.count)", other.key.quoted), rare.value.place)
    }
  }

  /// How much more often a name is used than a slip of it.
  private static let leastRatio = 5

  private func reportRare(_ kind: Kind, _ reader: inout YAMLReader) {
    let uses = all(kind)
    guard uses.count > 1, !isFull(kind) else { return }
    let common = uses.filter { $0.value.count >= Self.leastRatio }
    // FCM's topics differ by case and by each sign.
    let spellings = Dictionary(grouping: uses) { Self.folded($0.key) }
    for (name, use) in uses {
      let twin = spellings[Self.folded(name)]?.first { other in (use.count, other.key) < (other.value.count, name) }
      let slip = common.first { use.count * Self.leastRatio <= $0.value.count && Self.isSlip(name, of: $0.key) }
      let end = uses.first { use.count < $0.value.count && Self.hasSlipAtEnd(name, of: $0.key) }
      guard let other = twin ?? slip ?? end else { continue }
      reader.report(
        .campaign("rareName", "\(kind)", name.quoted, Self.times(use), other.key.quoted, Self.times(other.value)),
        use.place)
    }
  }

  /// Whether a spreadsheet made it of another name: `01-Mar`, `Mar-26`.
  private static func isDate(_ topic: String) -> Bool {
    let months = "Jan|Feb|Mar|Mär|Apr|May|Mai|Maj|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez".split(separator: "|")
    let parts = topic.split(separator: "-")
    guard parts.count == 2 else { return false }
    return [(parts[0], parts[1]), (parts[1], parts[0])].contains { number, month in
      number.count <= 2 && number.allSatisfy(\.isNumber) && months.contains(month)
    }
  }

  static func folded(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }

  static func times(_ use: Use) -> String { use.count == 1 ? "once" : "\(use.count) times" }

  /// Whether a host ends in a slip of `.com`, such as `.co` and `.cm`, and is equal before.
  private static func hasSlipAtEnd(_ name: String, of other: String) -> Bool {
    guard other.hasSuffix(".com"), let dot = name.lastIndex(of: ".") else { return false }
    return name[...dot] == other.dropLast(3)
      && ["co", "cm", "om", "con", "cpm", "comm", "vom", "ccom"].contains(name[dot...].dropFirst())
  }

  /// The shortest word in which a slip can be recognised.
  private static let shortestWord = 5

  /// Whether two names differ in one letter of one long word. Numbers and short words (`shop-2`, `news-de`) are no slips.
  static func isSlip(_ name: String, of other: String) -> Bool {
    let (words, others) = (name.split { !$0.isLetter }, other.split { !$0.isLetter })
    guard words.count == others.count, name.filter(\.isNumber) == other.filter(\.isNumber) else { return false }
    let different = zip(words, others).filter { $0 != $1 }
    guard different.count == 1, let pair = different.first else { return false }
    return min(pair.0.count, pair.1.count) >= shortestWord
      && NearestName.areOneSlipApart(String(pair.0), String(pair.1))
  }
}

/// Topics whose names say that they are part of another, for others only, or for trials.
extension MessageUses {
  /// A topic of one system whose message is made for others: its picture does not show there.
  mutating func addPlatform(of message: CampaignMessage) {
    guard message.platforms.count < Platform.allCases.count else { return }
    if let link = message.link, let (page, other) = Self.stores.first(where: { link.hasPrefix($0.key) }),
      message.platforms == [other]
    {
      note(.otherStore, page, [other.displayName], at: message.place(of: .link))
    }
    guard message.target.kind == .topic else { return }
    let topic = message.target.text
    let words = topic.lowercased().split { !$0.isLetter }
    // `web` is also a word.
    let named = [Platform.android, .ios].filter { words.contains($0.rawValue[...]) }
    guard !named.isEmpty, message.platforms.isDisjoint(with: named) else { return }
    note(.otherPlatform, topic, at: message.place(of: .target))
  }

  /// Where apps of one system are, which the other one cannot install.
  private static let stores = [
    "https://apps.apple.com/": Platform.android, "https://play.google.com/store/apps/": .ios,
  ]

  func reportTopicNames(_ few: [CampaignMessage], _ reader: inout YAMLReader) {
    reportParts(few, &reader)
    for (topic, use) in all(.otherPlatform) { reader.report(.campaign("topicSystem", topic.quoted), use.place) }
    for (page, use) in all(.otherStore) { reader.report(.campaign("otherStore", use.facts[0], page.quoted), use.place) }
    let topics = all(.topic)
    let trials = topics.filter { Self.isForTrials($0.key) }
    for (topic, use) in trials where trials.count * 2 < topics.count {
      reader.report(.campaign("topicTrial", topic.quoted), use.place)
    }
  }

  private static let testers = Set(WordTable.leftovers.rows("tester").joined())

  /// `test-devs` and `staging-news`; not `test-drive`, `test-a`, one half of a test, or `home-staging`.
  private static func isForTrials(_ topic: String) -> Bool {
    let words = topic.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return words.first == "staging" || words.first == "test" && words.dropFirst().allSatisfy(testers.contains)
  }

  /// The same words to a topic and to a part of it: `citizens` and `citizens-north`.
  private func reportParts(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    let byWords = Dictionary(grouping: messages.filter { $0.target.kind == .topic && $0.title != nil }) { message in
      [message.title, message.body, message.link, message.locale] + message.media.files()
    }
    for same in byWords.values where same.count > 1 {
      let wholes = Dictionary(same.map { ($0.target.text, $0) }) { first, _ in first }
      for part in same {
        let topic = part.target.text
        let names = topic.indices.filter { "-_.".contains(topic[$0]) }.suffix(4).map { String(topic[..<$0]) }
        guard let whole = names.compactMap({ wholes[$0] }).first else { continue }
        reader.report(
          .campaign("topicPart", whole.id.quoted, whole.target.text.quoted, part.id.quoted, topic.quoted),
          part.place(of: .target))
      }
    }
  }
}
