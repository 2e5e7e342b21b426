import Findings

/// What a message says by fallback, because it has no text of its own.
struct StandIn: Hashable, Sendable {
  let words: String
  var kind = MessageUses.Kind.fallback
  /// Of what wins over the message; nil for other kinds.
  var place: Diagnostic.Subject?
  /// The language of its texts; nil: it is its own.
  var otherLanguage: String?

  /// A text of `values` for a placeholder whose cell is empty.
  static func value(_ text: String, placeholder name: String) -> StandIn {
    StandIn(words: "with \(text.quoted) for `{{\(name.printable)}}`, whose cell is empty")
  }

  static func texts(of other: String, in locale: String) -> StandIn {
    StandIn(words: "in \(locale.printable) with the texts of \(other.printable)", otherLanguage: other)
  }
}

/// What a message takes from `defaults` although others have it themselves, and what it has itself although `defaults` win.
extension MessageLayer {
  /// - Parameter context: with the defaults that this layer is laid over.
  func standIns(_ context: CampaignContext) -> [StandIn] {
    var found: [StandIn] = []
    for field in PlatformField.all {
      guard let own = self[field.key], own.subject != context.defaults[field.key]?.subject,
        let value = context.defaults[field.section]?[field.way], let text = value.fixedText,
        self[field.section]?[field.way]?.subject == value.subject, field.replaces(own, with: text)
      else { continue }
      let words = "\(field.key.name.quoted), but \(field.clients) \((value.subject.keyPath ?? "").quoted) wins"
      found.append(StandIn(words: words, kind: .replaced, place: value.subject))
    }
    let (standard, other) = (context.defaults[.link], context.pipelineDefaults.link)
    guard standard != nil || other != nil else { return found }
    if let own = self[.link], own.subject != standard?.subject { return found + [StandIn(words: "", kind: .ownLink)] }
    guard let link = standard.map(\.fixedText) ?? other else { return found }
    return found + [StandIn(words: "with the link \(link.quoted) of the defaults", kind: .ofDefaults)]
  }

  /// Reports values that nothing uses and that have the name of a key: it stands one level too low. Others may be for later.
  ///
  /// - Parameter whole: this layer over the defaults.
  func reportIdleKeys(in whole: MessageLayer, _ reader: inout YAMLReader) {
    guard case .mapping(let members)? = self[.values]?.content else { return }
    let keys = members.filter { member in
      member.key.name.map { MessageKey(named: $0) != nil || MessageFieldTable.targets.contains($0) } == true
    }
    let used = keys.isEmpty ? [] : whole.values.filter { $0.key != .values }.values.flatMap(\.placeholderNames)
    for key in keys {
      guard let name = key.key.name, !used.contains(name) else { continue }
      reader.report(.campaign("idleValue", name.quoted, name.quoted), key.place)
    }
  }
}

/// A field of the API that wins over a key of messages on one platform.
private struct PlatformField: Sendable {
  let section: MessageKey
  let way: [String]
  let key: MessageKey
  let clients: String

  static let all = WordTable.fields.rows("over", most: 3).compactMap { row -> PlatformField? in
    let way = row[1].split(separator: ".").map(String.init)
    guard let key = MessageKey(named: row[0]), let section = MessageKey(named: way[0]) else { return nil }
    return PlatformField(section: section, way: Array(way.dropFirst()), key: key, clients: row[2])
  }

  /// Whether the field says something else than the message.
  func replaces(_ own: YAMLValue, with text: String) -> Bool {
    // A moment for Apple's systems stands beside a duration for the others; 0 is now or never.
    if section == .apns, key == .ttl, text != "0" { return false }
    guard let written = own.fixedText else { return true }
    // APNs has numbers.
    let text = key == .priority ? ["10": "high", "5": "normal"][text] ?? text : text
    guard let seconds = TimeSpan.seconds(written) else { return written.lowercased() != text.lowercased() }
    return seconds != TimeSpan.seconds(text) && seconds != Int(text)
  }
}

extension YAMLValue {
  /// The text of a value that is the same in all messages; nil for any other.
  fileprivate var fixedText: String? {
    if case .text(let text, _) = content, !PlaceholderText.isNeeded(for: text) { text } else { nil }
  }

  /// The value at the end of a way, in both spellings of the API's names.
  fileprivate subscript(way: [String]) -> YAMLValue? {
    func folded(_ name: String) -> String { name.replacing("_", with: "").lowercased() }
    return way.reduce(self) { value, name in
      guard case .mapping(let members)? = value?.content else { return nil }
      // There may be very many.
      return members.first {
        $0.key.name.map { $0 == name || $0.utf8.count < 40 && folded($0) == folded(name) } == true
      }?.value
    }
  }
}

extension MessageUses {
  func reportDefaults(_ reader: inout YAMLReader) {
    let links = all(.ofDefaults).filter { $0.value.count < self.use(.ownLink)?.count ?? 0 }
    for (words, use) in all(.fallback) + links {
      reader.report(.campaignFallback, use.place, "by fallback: \(Self.messages(use)) \(words)")
    }
    for (words, use) in all(.replaced) {
      reader.report(
        .campaign("defaultsWin", Self.messages(use), "\(use.count == 1 ? "has" : "have")", words), use.place,
        severity: .warning)
    }
  }

  static func messages(_ use: Use) -> String { use.count == 1 ? "1 message" : "\(use.count) messages" }
}

/// Whom a row of a table is about: its device or topic must not be another's.
struct RowPerson: Hashable, Sendable {
  /// Equal for rows with the same texts, apart from the values that are filled in.
  let template: Int
  /// nil if no cell certainly has a person's name.
  let name: String?

  private static let longest = 80
  private static let titles = Set(WordTable.leftovers.rows("honorific").joined())

  /// - Returns: nil for a row whose texts have no placeholders.
  init?(_ row: TableRow, _ columns: [Int], _ texts: [TextSource]) {
    let templates = texts.compactMap { $0.template(in: row) }
    guard !templates.isEmpty else { return nil }
    template = templates.hashValue
    let columns = columns.filter { !row.cells.isEmpty($0) }
    let name = columns.map { row.cells[$0].trimmed }.joined(separator: " ")
    let isSure = columns.contains { PersonalName(row.columns.names[$0]) == .sure } || Self.hasTitle(name)
    self.name = isSure ? String(name.prefix(Self.longest)) : nil
  }

  /// The columns with names of people. Things also have a `name`.
  static func columns(of table: TableColumns) -> [Int] {
    let found = table.values.filter { FilledValue.isForNames($0.key.lowercased()) }
    let sure = found.filter { PersonalName($0.key) == .sure }
    return (sure.isEmpty ? found.filter { PersonalName($0.key) != nil } : sure).values.sorted()
  }

  private static func hasTitle(_ name: String) -> Bool {
    titles.contains(name.prefix { $0 != " " }.lowercased().filter(\.isLetter))
  }

  /// Whether two names are whole and share no word, as those of families do: a given name alone may be a child's.
  static func areStrangers(_ names: [String]) -> Bool {
    let words = names.map { Set($0.lowercased().split { !$0.isLetter }.map(String.init)).subtracting(titles) }
    return zip(names, words).allSatisfy { $1.count > 1 || $1.count == 1 && hasTitle($0) }
      && words[0].isDisjoint(with: words[1])
  }
}

/// Rows that reach others than the person whom they are about.
extension MessageUses {
  mutating func addPerson(of message: CampaignMessage) {
    guard let person = message.person else { return }
    let (template, name, place) = (String(person.template), person.name, message.origin)
    if message.target.isDevice {
      note(.deviceTemplate, template, hash: message.wordsHash, at: place)
      guard let name else { return }
      note(.person, message.target.text, hash: name.hashValue, [name, "\(place.line ?? 1)"], at: place)
    } else if message.isPersonal || name != nil {
      note(.topicTemplate, template, [message.target.text, name ?? ""], at: place)
    }
  }

  func reportPersonalTopics(_ reader: inout YAMLReader) {
    for (target, use) in all(.personal) where use.hashes.count > 1 {
      // It concerns all rows, so it has no row.
      reader.report(
        .campaign("personalTopic", "\(use.count)", target.quoted, "\(use.count)", "\(use.place.line ?? 1)"),
        .init(use.place.kind, use.place.name, keyPath: "target"))
    }
    // Rows without a token that take the topic next to it, although the same text goes to single devices in other rows.
    for (template, use) in all(.topicTemplate) where (self.use(.personal, use.facts[0])?.hashes.count ?? 0) < 2 {
      // One device may be a tester's.
      guard self.use(.deviceTemplate, template)?.hashes.count ?? 0 > (use.facts[1].isEmpty ? 1 : 0) else { continue }
      reader.report(.campaign("strayPerson", use.facts[0].quoted), use.place)
    }
  }

  /// Two people whose rows have one token.
  func reportSharedDevices(_ reader: inout YAMLReader) {
    for use in all(.person).map(\.value).sorted(by: { $0.place.line ?? 0 < $1.place.line ?? 0 }) {
      let others = stride(from: 2, to: use.facts.count, by: 2)
      guard let other = others.first(where: { RowPerson.areStrangers([use.facts[0], use.facts[$0]]) }) else { continue }
      reader.report(
        .campaign("sharedDevice", use.facts[0].quoted, use.facts[other].quoted, use.facts[1], use.facts[other + 1]),
        .init(use.place.kind, use.place.name, line: Int(use.facts[other + 1])))
    }
  }
}
