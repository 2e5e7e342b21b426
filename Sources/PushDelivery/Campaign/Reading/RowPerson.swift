import Findings

/// Whom a row of a table is about: its device or topic must not be another's.
///
/// It is found while the row is read, and is not part of a message's contents, so all are equal.
struct RowPerson: Sendable {
  /// Equal for rows with the same texts, apart from the values that are filled in.
  let template: Int
  /// nil if no cell certainly has a person's name.
  let name: String?

  /// The columns with names of people.
  struct Columns: Sendable {
    private let numbers: [Int]
    /// Whether nothing but people has such names.
    private let isSure: Bool

    init(_ table: TableColumns) {
      let found = table.values.compactMap { name, number in
        PersonalName(name).flatMap { FilledValue.isForNames(name.lowercased()) ? (kind: $0, number: number) : nil }
      }
      let sure = found.filter { $0.kind == .sure }
      isSure = !sure.isEmpty
      numbers = (isSure ? sure : found).map(\.number).sorted()
    }

    fileprivate func name(in row: TableRow, _ texts: [String]) -> String? {
      let cells = numbers.lazy.filter { !row.cells.isEmpty($0) }.map { row.cells[$0].trimmed }
      let name = cells.joined(separator: " ")
      guard !name.isEmpty else { return nil }
      return isSure || RowPerson.hasTitle(name) || texts.contains { RowPerson.speaks($0, to: name) } ? name : nil
    }
  }

  /// - Parameters:
  ///   - sources: of its texts.
  ///   - texts: what they say.
  /// - Returns: nil for a row whose texts have no placeholders.
  init?(_ row: TableRow, _ columns: Columns, _ sources: [TextSource], _ texts: [String?]) {
    let templates = sources.compactMap { $0.template(in: row) }
    guard !templates.isEmpty else { return nil }
    var hasher = Hasher()
    hasher.combine(templates)
    template = hasher.finalize()
    name = columns.name(in: row, texts.compactMap(\.self))
  }

  /// Whether two names are of people who share no name, as families do. Given names alone may be those of one family.
  static func areStrangers(_ name: String, _ other: String) -> Bool {
    let (words, others) = (words(of: name), words(of: other))
    return !words.isEmpty && !others.isEmpty && Set(words).isDisjoint(with: others)
  }

  static func hasFamilyName(_ name: String) -> Bool { words(of: name).count > 1 || hasTitle(name) }

  private static let titles = Set(WordTable.leftovers.rows("honorific").joined())

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init).filter { !titles.contains($0) }
  }

  private static func hasTitle(_ name: String) -> Bool {
    guard let first = name.split(separator: " ").first, first.utf8.count < name.utf8.count else { return false }
    return titles.contains(first.lowercased().filter(\.isLetter))
  }

  /// `Anna, your order is ready`, and `Hi Anna`.
  private static func speaks(_ text: String, to name: String) -> Bool {
    text.hasPrefix(name + ",") && PersonalName.speaksToPerson(text) || TextRemains.greetedName(in: text) == name[...]
  }
}

extension RowPerson: Hashable {
  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Rows that reach others than the person whom they are about.
extension MessageUses {
  mutating func addPerson(of message: CampaignMessage) {
    guard let person = message.person else { return }
    let template = String(person.template)
    guard message.target.isDevice else {
      guard message.isPersonal || person.name != nil else { return }
      return note(.topicTemplate, template, [message.target.text, person.name ?? ""], at: message.origin)
    }
    note(.deviceTemplate, template, hash: message.wordsHash, at: message.origin)
    guard let name = person.name else { return }
    note(
      .person, message.target.text, hash: name.hashValue, [name, String(message.origin.line ?? 1)], at: message.origin)
  }

  /// Rows without a token that take the topic beside it, although the same text goes to single devices in other rows.
  func reportStrayPeople(_ reader: inout YAMLReader) {
    for (template, use) in all(.topicTemplate) {
      // One device may be a tester's.
      let least = use.facts[1].isEmpty ? 2 : 1
      guard (self.use(.personal, use.facts[0])?.hashes.count ?? 0) < 2,
        let devices = self.use(.deviceTemplate, template), devices.hashes.count >= least
      else { continue }
      reader.report(
        .campaignPersonalTopic, use.place,
        "the row is filled in for one person and goes to \(use.facts[0].quoted), whose subscribers would all read it: in "
          + "other rows the same text goes to single devices")
    }
  }

  /// Two people whose rows have one token. Those with given names alone may be of one family, and are only counted.
  func reportSharedDevices(_ reader: inout YAMLReader) {
    let shared = all(.person).compactMap { Strangers($0.value) }.sorted { $0.lines[1] < $1.lines[1] }
    for severity in [Diagnostic.Severity.warning, .note] {
      let alike = shared.filter { $0.severity == severity }
      guard let first = alike.first else { continue }
      let others = alike.count > 1 ? "; \(alike.count - 1) more devices get messages of several people" : ""
      reader.report(
        Diagnostic(
          .campaignNearTarget, first.place,
          "one device gets what is for \(first.names[0].quoted) and for \(first.names[1].quoted) (lines \(first.lines[0]) "
            + "and \(first.lines[1]))\(others)", severity: severity,
          remedy: "give each row the token of its own person"))
    }
  }

  /// The first two people of a device who share no name.
  private struct Strangers {
    let names: [String]
    let lines: [Int]
    let place: Diagnostic.Subject

    init?(_ use: Use) {
      let (names, lines) = (stride(from: 0, to: use.facts.count, by: 2), stride(from: 1, to: use.facts.count, by: 2))
      let people = zip(names, lines).map { (name: use.facts[$0], line: Int(use.facts[$1]) ?? 1) }
      guard let first = people.first,
        let other = people.first(where: { RowPerson.areStrangers($0.name, first.name) })
      else { return nil }
      (self.names, self.lines) = ([first.name, other.name], [first.line, other.line])
      place = .init(use.place.kind, use.place.name, line: other.line)
    }

    var severity: Diagnostic.Severity { names.allSatisfy(RowPerson.hasFamilyName) ? .warning : .note }
  }
}
