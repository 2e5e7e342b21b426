import Findings

/// Counts topics and link hosts of messages, to find a typing error.
struct NameUses: Sendable {
  private var topics: [String: Use] = [:]
  private var hosts: [String: Use] = [:]

  private struct Use: Sendable {
    var count: Int
    let place: Diagnostic.Subject
  }

  /// With more names, nothing is reported: if each message has one, none is rare.
  private static let mostNames = 400

  mutating func add(_ message: CampaignMessage) {
    if case .topic(let topic) = message.target { Self.count(topic, message, .target, in: &topics) }
    if let host = message.link.flatMap(Self.host) { Self.count(host, message, .link, in: &hosts) }
  }

  private static func count(
    _ name: String, _ message: CampaignMessage, _ key: MessageKey, in uses: inout [String: Use]
  ) {
    if uses[name] != nil {
      uses[name]?.count += 1
    } else if uses.count <= mostNames {
      uses[name] = Use(count: 1, place: message.place(of: key))
    }
  }

  mutating func add(_ other: NameUses) {
    topics.merge(other.topics) { Use(count: $0.count + $1.count, place: $0.place) }
    hosts.merge(other.hosts) { Use(count: $0.count + $1.count, place: $0.place) }
  }

  /// Links are https; the rules report others.
  private static func host(of link: String) -> String? {
    let scheme = "https://"
    guard link.hasPrefix(scheme) else { return nil }
    return Substring(link.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#:".utf8.contains($0) }).lowercased()
  }

  func report(_ reader: inout YAMLReader) {
    if let use = topics[YAMLValue.defaultTarget] {
      reader.report(
        Diagnostic(
          .campaignNearTarget, use.place, "the topic is called `default`, and only its subscribers get the message",
          remedy: "for the default target, write `default` into a column `target`, or `target: default`"))
    }
    report(topics, "the topic", &reader)
    report(hosts, "the host", &reader)
  }

  /// How much more often a name is used than a slip of it.
  private static let leastRatio = 5

  private func report(_ uses: [String: Use], _ what: String, _ reader: inout YAMLReader) {
    guard uses.count > 1, uses.count <= Self.mostNames else { return }
    let common = uses.filter { $0.value.count >= Self.leastRatio }.sorted { $0.key < $1.key }
    // FCM's topics differ by case.
    let spellings = Dictionary(grouping: uses) { $0.key.lowercased() }
    for (name, use) in uses.sorted(by: { $0.key < $1.key }) {
      let twin = spellings[name.lowercased()]?.first { other in
        (use.count, other.key) < (other.value.count, name)
      }
      let slip = common.first { use.count * Self.leastRatio <= $0.value.count && Self.isSlip(name, of: $0.key) }
      guard let other = twin ?? slip else { continue }
      reader.report(
        Diagnostic(
          .campaignNearTarget, use.place,
          "\(what) \(name.quoted) is used \(Self.times(use)), and \(other.key.quoted) \(Self.times(other.value))"))
    }
  }

  private static func times(_ use: Use) -> String { use.count == 1 ? "once" : "\(use.count) times" }

  /// The shortest word in which a slip can be recognised.
  private static let shortestWord = 5

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

/// Which languages the messages have, and whether their scripts, pictures and topics match.
struct LanguageUses: Sendable {
  /// Each language's first place.
  private var places: [String: Diagnostic.Subject] = [:]
  /// The script of a language's texts that does not fit it.
  private var scripts: [String: (script: String, place: Diagnostic.Subject)] = [:]
  /// Pictures and topics whose names end in another language than the message's.
  private var strays: [Stray: Diagnostic.Subject] = [:]
  /// Pictures that messages in the right language show.
  private var atHome: Set<String> = []
  private var last: MessageShape?

  private struct Stray: Hashable, Sendable {
    let locale: String
    let word: String
    let name: String
    let isFile: Bool
  }

  private static let most = 1000

  mutating func add(_ message: CampaignMessage) {
    guard let locale = message.locale else { return }
    if places[locale] == nil { places[locale] = message.origin }
    addScript(of: message, locale)
    for name in message.target.topics { note(name, isFile: false, locale, message.place(of: .target)) }
    guard last !== message.shape else { return }
    last = message.shape
    for file in message.media.files(on: message.platforms) {
      note(file, isFile: true, locale, message.place(of: .media))
    }
  }

  private mutating func addScript(of message: CampaignMessage, _ locale: String) {
    guard scripts[locale] == nil else { return }
    let words = [message.title, message.body].compactMap(\.self).joined(separator: " ")
    if let script = LanguageRegistry.strangeScript(of: words, in: locale) { scripts[locale] = (script, message.origin) }
  }

  private mutating func note(
    _ name: String, isFile: Bool, _ locale: String, _ place: @autoclosure () -> Diagnostic.Subject
  ) {
    guard let word = Self.language(in: name, isFile: isFile) else { return }
    if word == locale.primary {
      if isFile { atHome.insert(name) }
    } else if strays.count < Self.most {
      let stray = Stray(locale: locale, word: word, name: name, isFile: isFile)
      if strays[stray] == nil { strays[stray] = place() }
    }
  }

  /// The language at the end of a name, or of a folder in its path.
  private static func language(in name: String, isFile: Bool) -> String? {
    var path = name.lowercased().split(separator: "/")
    guard let last = path.popLast() else { return nil }
    let stem = isFile ? last.prefix(upTo: last.lastIndex(of: ".") ?? last.endIndex) : last
    let words = (stem.split { "-_. ".contains($0) }).suffix(3)
    // The country after a language, as in `banner-pt-br`.
    if words.count > 2, words.last?.count == 2, let word = words.dropLast().last, LanguageRegistry.isLanguage(word) {
      return String(word)
    }
    if words.count > 1, let word = words.last, LanguageRegistry.isLanguage(word) { return String(word) }
    return path.last(where: LanguageRegistry.isLanguage).map(String.init)
  }

  mutating func add(_ other: LanguageUses) {
    places.merge(other.places) { first, _ in first }
    scripts.merge(other.scripts) { first, _ in first }
    strays.merge(other.strays) { first, _ in first }
    atHome.formUnion(other.atHome)
  }

  func report(_ reader: inout YAMLReader) {
    for (tag, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let doubt = LanguageRegistry.doubt(of: tag) else { continue }
      reader.report(Diagnostic(.campaignLanguage, place, doubt.message, remedy: doubt.remedy))
    }
    for (tag, found) in scripts.sorted(by: { $0.key < $1.key }) {
      reader.report(
        Diagnostic(
          .campaignLanguage, found.place,
          "the text under \(tag.quoted) is in \(LanguageRegistry.scriptName(found.script)) letters, and "
            + "\(LanguageRegistry.name(of: tag) ?? tag) is not written in them"))
    }
    let languages = Set(places.keys.map(\.primary))
    for (stray, place) in strays.sorted(by: { ($0.key.name, $0.key.locale) < ($1.key.name, $1.key.locale) })
    where languages.contains(stray.word) && !(stray.isFile && atHome.contains(stray.name)) {
      reader.report(
        Diagnostic(
          .campaignLanguage, place,
          "\(stray.name.quoted) stands under \(stray.locale.quoted), and its name says \(stray.word.quoted)"))
    }
  }
}

extension String {
  /// The language of a tag, without country and script.
  fileprivate var primary: String { String(prefix { $0 != "-" }) }
}
