import Findings

/// How often something is used, and where first.
private struct UseCount: Sendable {
  var count: Int
  let place: Diagnostic.Subject

  /// Both together, from the first place on.
  static func + (first: UseCount, second: UseCount) -> UseCount {
    UseCount(count: first.count + second.count, place: first.place)
  }
}

/// Counts topics and link hosts of messages, to find a typing error.
struct NameUses: Sendable {
  private var topics: [String: UseCount] = [:]
  private var hosts: [String: UseCount] = [:]
  /// The campaigns that links name for statistics.
  private var campaigns: [String: UseCount] = [:]
  private var titled = 0
  private var untitled: UseCount?
  /// The first message whose identifier is that of a sheet's last row.
  private var sum: (id: String, place: Diagnostic.Subject)?
  private static let sums = Set(WordTable.leftovers.rows("sum").joined())

  /// With more names, nothing is reported: if each message has one, none is rare.
  private static let mostNames = 400

  mutating func add(_ message: CampaignMessage) {
    if case .topic(let topic) = message.target { Self.count(topic, message, .target, in: &topics) }
    if sum == nil, message.id.utf8.count < 16, message.id.utf8.last.map(isDigit) == false,
      Self.sums.contains(message.id.lowercased())
    {
      sum = (message.id, message.place(of: .id))
    }
    if let host = message.link.flatMap(Self.host) { Self.count(host, message, .link, in: &hosts) }
    if let name = message.link.flatMap(Self.campaign) { Self.count(name, message, .link, in: &campaigns) }
    if message.title?.isVisible == true {
      titled += 1
    } else if message.body?.isVisible == true {
      untitled = UseCount(count: (untitled?.count ?? 0) + 1, place: untitled?.place ?? message.place(of: .title))
    }
  }

  private static func count(
    _ name: String, _ message: CampaignMessage, _ key: MessageKey, in uses: inout [String: UseCount]
  ) {
    if uses[name] != nil {
      uses[name]?.count += 1
    } else if uses.count <= mostNames {
      uses[name] = UseCount(count: 1, place: message.place(of: key))
    }
  }

  mutating func add(_ other: NameUses) {
    topics.merge(other.topics, uniquingKeysWith: +)
    hosts.merge(other.hosts, uniquingKeysWith: +)
    campaigns.merge(other.campaigns, uniquingKeysWith: +)
    titled += other.titled
    untitled?.count += other.untitled?.count ?? 0
    untitled = untitled ?? other.untitled
    sum = sum ?? other.sum
  }

  /// Links are https; the rules report others.
  private static func host(of link: String) -> String? {
    let scheme = "https://"
    guard link.hasPrefix(scheme) else { return nil }
    return Substring(link.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#:".utf8.contains($0) }).lowercased()
  }

  private static func campaign(of link: String) -> String? {
    link.firstRange(of: "utm_campaign=").map { link[$0.upperBound...].prefix { !"&#".contains($0) }.lowercased() }
  }

  /// Messages without the title that most others have.
  private func reportUntitled(_ reader: inout YAMLReader) {
    guard let untitled, untitled.count * Self.leastRatio <= titled else { return }
    let messages = untitled.count == 1 ? "1 message has" : "\(untitled.count) messages have"
    reader.report(
      .campaignNearTarget, untitled.place, "\(messages) no title, and \(titled) have one", remedy: "write the title")
  }

  /// The only link with an earlier year or week than the others'.
  private func reportEarlierCampaigns(_ reader: inout YAMLReader) {
    guard campaigns.count <= Self.mostNames else { return }
    let numbers = { (name: String) in name.split { !$0.isNumber }.map { Int($0) ?? 0 } }
    let kinds = Dictionary(grouping: campaigns) { $0.key.filter { !$0.isNumber } }.values.map {
      $0.sorted { $0.key < $1.key }
    }
    for pair in kinds.sorted(by: { $0[0].key < $1[0].key }) where pair.count == 2 {
      let (rare, other) = pair[0].value.count == 1 ? (pair[0], pair[1]) : (pair[1], pair[0])
      guard rare.value.count == 1, other.value.count > 2,
        // Other numbers are the steps of a plan.
        rare.key.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count == 4 })
          || ["w", "kw", "week", "v", "vecka"].contains(String(rare.key.prefix { $0.isLetter })),
        numbers(rare.key).lexicographicallyPrecedes(numbers(other.key))
      else { continue }
      reader.report(
        .campaignNearTarget, rare.value.place,
        "the link names the campaign \(rare.key.quoted), and \(other.value.count) links name \(other.key.quoted)")
    }
  }

  func report(_ reader: inout YAMLReader) {
    reportUntitled(&reader)
    reportEarlierCampaigns(&reader)
    if let sum {
      reader.report(
        Diagnostic(
          RequestRules.draft.description, sum.place,
          "the row is called \(sum.id.quoted), as the row of a sheet with its sums",
          remedy: "delete the row, or give it another id"))
    }
    if let use = topics[YAMLValue.defaultTarget] {
      reader.report(
        .campaignNearTarget, use.place, "the topic is called `default`, and only its subscribers get the message",
        remedy: "for the default target, write `default` into a column `target`, or `target: default`")
    }
    for (topic, use) in topics.sorted(by: { $0.key < $1.key }) where Self.isDate(topic) {
      reader.report(
        .campaignNearTarget, use.place,
        "the topic is called \(topic.quoted), as spreadsheets write a name such as MAR1 that they take for a date",
        remedy: "format the column as text, and write the topic's name again")
    }
    report(topics, "the topic", &reader)
    report(hosts, "the host", &reader)
  }

  /// How much more often a name is used than a slip of it.
  private static let leastRatio = 5

  private func report(_ uses: [String: UseCount], _ what: String, _ reader: inout YAMLReader) {
    guard uses.count > 1, uses.count <= Self.mostNames else { return }
    let common = uses.filter { $0.value.count >= Self.leastRatio }.sorted { $0.key < $1.key }
    // FCM's topics differ by case and by each sign.
    let spellings = Dictionary(grouping: uses) { Self.folded($0.key) }
    for (name, use) in uses.sorted(by: { $0.key < $1.key }) {
      let twin = spellings[Self.folded(name)]?.first { other in (use.count, other.key) < (other.value.count, name) }
      let slip = common.first { use.count * Self.leastRatio <= $0.value.count && Self.isSlip(name, of: $0.key) }
      let end = uses.first { use.count < $0.value.count && Self.hasSlipAtEnd(name, of: $0.key) }
      guard let other = twin ?? slip ?? end else { continue }
      reader.report(
        .campaignNearTarget, use.place,
        "\(what) \(name.quoted) is used \(Self.times(use)), and \(other.key.quoted) \(Self.times(other.value))")
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

  private static func folded(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }

  private static func times(_ use: UseCount) -> String { use.count == 1 ? "once" : "\(use.count) times" }

  /// The shortest word in which a slip can be recognised.
  private static let shortestWord = 5

  /// Whether a host ends in a slip of `.com`, such as `.co` and `.cm`, and is equal before.
  private static func hasSlipAtEnd(_ name: String, of other: String) -> Bool {
    guard other.hasSuffix(".com"), let dot = name.lastIndex(of: ".") else { return false }
    return name[...dot] == other.dropLast(3)
      && ["co", "cm", "om", "con", "cpm", "comm", "vom", "ccom"].contains(name[dot...].dropFirst())
  }

  /// Whether two names differ in one letter of one long word. Numbers and short words (`shop-2`, `news-de`) are no slips.
  private static func isSlip(_ name: String, of other: String) -> Bool {
    let (words, others) = (name.split { !$0.isLetter }, other.split { !$0.isLetter })
    let digits = [name, other].map { $0.filter(\.isNumber) }
    guard words.count == others.count, digits[0] == digits[1] else { return false }
    let different = zip(words, others).filter { $0 != $1 }
    guard different.count == 1, let pair = different.first else { return false }
    return min(pair.0.count, pair.1.count) >= shortestWord
      && NearestName.areOneSlipApart(String(pair.0), String(pair.1))
  }
}

/// Device tokens that a spreadsheet counted up from row to row, as it does with cells that are filled down.
///
/// The part before a token's colon is one installation's identifier, so two devices never share it.
struct CountedTokens: Sendable {
  private var last: (text: String, stem: Substring, number: Int)?
  /// The first of the consecutive ones, and how many there are.
  private var run: (place: Diagnostic.Subject, count: Int)?
  private var longest: (place: Diagnostic.Subject, count: Int)?

  /// FCM's tokens are longer.
  private static let leastLength = 100

  mutating func add(_ message: CampaignMessage) {
    guard case .token(let text) = message.target, text.utf8.count >= Self.leastLength else {
      last = nil
      return
    }
    // Each language of a message has the same token.
    guard text != last?.text else { return }
    let digits = text.utf8.reversed().prefix(while: isDigit).count
    let (stem, number) = (text.dropLast(digits), Int(text.suffix(digits)) ?? 0)
    defer { last = (text, stem, number) }
    guard let last, number - 1 == last.number, stem == last.stem, stem.utf8.contains(UInt8(ascii: ":")) else {
      run = nil
      return
    }
    run = (run?.place ?? message.place(of: .target), (run?.count ?? 0) + 1)
    if run?.count ?? 0 > longest?.count ?? 0 { longest = run }
  }

  mutating func add(_ other: CountedTokens) {
    if other.longest?.count ?? 0 > longest?.count ?? 0 { longest = other.longest }
  }

  func report(_ reader: inout YAMLReader) {
    // Two tokens may be chance.
    guard let longest, longest.count > 1 else { return }
    reader.report(
      .campaignNearTarget, longest.place,
      "from here on, \(longest.count) tokens are the one before with a higher number at its end, as spreadsheets fill cells "
        + "down: they are no devices' tokens", remedy: "export the tokens again, and copy cells without counting")
  }
}

/// What a message says by fallback, because it has no text of its own.
enum StandIn: Hashable, Sendable {
  /// A text of `values` for a placeholder whose cell is empty.
  case value(String, placeholder: String)
  /// The texts of another language.
  case texts(of: String, in: String)

  /// What so many messages say.
  func text(_ count: Int) -> String {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    return switch self {
    case .value(let text, let name):
      "by fallback: \(messages) with \(text.quoted) for `{{\(name.printable)}}`, whose cell is empty"
    case .texts(let other, let locale):
      "by fallback: \(messages) in \(locale.printable) with the texts of \(other.printable)"
    }
  }
}

/// How often messages say something by fallback.
struct StandInUses: Sendable {
  private var uses: [StandIn: UseCount] = [:]

  /// Others are not counted: each row may have its own.
  private static let most = 400

  mutating func add(_ message: CampaignMessage) {
    for standIn in message.standIns { add(UseCount(count: 1, place: message.origin), of: standIn) }
  }

  mutating func add(_ other: StandInUses) {
    for (standIn, use) in other.uses { add(use, of: standIn) }
  }

  private mutating func add(_ use: UseCount, of standIn: StandIn) {
    if let known = uses[standIn] {
      uses[standIn] = known + use
    } else if uses.count < Self.most {
      uses[standIn] = use
    }
  }

  func report(_ reader: inout YAMLReader) {
    let lines = uses.map { (text: $0.key.text($0.value.count), place: $0.value.place) }
    for (text, place) in lines.sorted(by: { $0.text < $1.text }) {
      reader.report(.campaignFallback, place, text)
    }
  }
}
