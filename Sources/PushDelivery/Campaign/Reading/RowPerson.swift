import Findings

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

  /// Rows without a token that take the topic beside it, although the same text goes to single devices in other rows.
  func reportStrayPeople(_ reader: inout YAMLReader) {
    for (template, use) in all(.topicTemplate) where (self.use(.personal, use.facts[0])?.hashes.count ?? 0) < 2 {
      // One device may be a tester's.
      guard self.use(.deviceTemplate, template)?.hashes.count ?? 0 > (use.facts[1].isEmpty ? 1 : 0) else { continue }
      reader.report(
        .campaignPersonalTopic, use.place,
        "the row is filled in for one person and goes to \(use.facts[0].quoted), whose subscribers would all read it: in "
          + "other rows the same text goes to single devices")
    }
  }

  /// Two people whose rows have one token.
  func reportSharedDevices(_ reader: inout YAMLReader) {
    for use in all(.person).map(\.value).sorted(by: { $0.place.line ?? 0 < $1.place.line ?? 0 }) {
      let others = stride(from: 2, to: use.facts.count, by: 2)
      guard let other = others.first(where: { RowPerson.areStrangers([use.facts[0], use.facts[$0]]) }) else { continue }
      reader.report(
        .campaignNearTarget, .init(use.place.kind, use.place.name, line: Int(use.facts[other + 1])),
        "one device gets what is for \(use.facts[0].quoted) and for \(use.facts[other].quoted) (lines \(use.facts[1]) and "
          + "\(use.facts[other + 1]))", remedy: "give each row the token of its own person")
    }
  }
}
