public import Findings

/// What was read of a campaign's files: the messages that are good, those that are not, and everything that is wrong.
///
/// An error that stands in one entry of `messages`, or in one row of the table, costs that entry alone. An error anywhere else
/// (under `defaults`, in the first row) concerns them all, so that there is no campaign; nor is there where no entry is good.
public struct CampaignReading: Hashable, Sendable {
  /// The good messages; nil where something is wrong that concerns them all, or with each of them.
  public let campaign: Campaign?
  /// The identifiers of the messages that have an error of their own, or the places of those that have none, as in
  /// `messages.csv:12`.
  public let refused: [String]
  /// Everything that was found, in the order of the files.
  public let diagnostics: [Diagnostic]

  /// Reads the text of campaign.yml, and the table beside it.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil where there is none.
  ///   - defaults: where the target of a message comes from that names none.
  public init(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) {
    let table = table.map { CampaignTable(bytes: $0) }
    let document = YAMLDocument.root(of: text, file: file)
    guard let root = document.value else {
      campaign = nil
      refused = []
      diagnostics = document.diagnostics + (table?.errorsByItself() ?? [])
      return
    }
    var reader = YAMLReader()
    let messages = Campaign.messages(root, table: table, defaults: defaults, &reader)
    let errors = reader.diagnostics.count { $0.severity == .error }
    let isUsable = messages?.errors == errors && messages?.isLost == false && !reader.isFull
    campaign = isUsable ? messages.map { Campaign(messages: $0.good) } : nil
    refused = messages?.refused ?? []
    diagnostics = reader.sortedDiagnostics
  }
}

/// The messages of a campaign while they are read, one entry after the other.
struct EntryMessages {
  private(set) var good: [CampaignMessage] = []
  /// What became of entries with an error of their own, as far as they could be read.
  private(set) var wrong: [CampaignMessage] = []
  /// Of entries with an error of their own.
  private(set) var refused: [String] = []
  /// How many errors stand in one of the entries.
  private(set) var errors = 0
  /// Whether there are entries, and none of them is good.
  var isLost: Bool { good.isEmpty && !refused.isEmpty }

  /// Whether there are no entries at all.
  var isEmpty: Bool { good.isEmpty && wrong.isEmpty && refused.isEmpty }

  /// Reads what one entry says. It is good only where nothing in it is wrong.
  ///
  /// - Parameters:
  ///   - entry: where it stands.
  ///   - body: gives its identifier, as far as it has one, and its messages.
  mutating func add(
    _ entry: Diagnostic.Subject, _ reader: inout YAMLReader,
    _ body: (inout YAMLReader) -> (id: String?, messages: [CampaignMessage])
  ) {
    let (read, found) = reader.countingErrors(in: entry, body)
    errors += found
    if found == 0 {
      good += read.messages
    } else {
      wrong += read.messages
      refuse(read.id, entry)
    }
  }

  /// Adds what was read of some rows of a table.
  ///
  /// - Returns: whether it is of any use to read on.
  mutating func add(_ part: TablePart, _ reader: inout YAMLReader) -> Bool {
    good += part.messages
    for row in part.told {
      guard !reader.isFull else { return false }
      let found = reader.countingErrors(in: row.place) { reader in
        for diagnostic in row.diagnostics { reader.reportFound(diagnostic) }
      }
      errors += found.errors
      wrong += row.messages
      if row.isRefused { refuse(row.id, row.place) }
    }
    if let lost = part.lost { reader.report(.unclosedQuote, lost) }
    return part.lost == nil && !reader.isFull
  }

  private mutating func refuse(_ id: String?, _ entry: Diagnostic.Subject) {
    let isName = id.flatMap(MessageIdentifier.init) != nil
    refused.append(
      isName ? id ?? "" : [entry.name, entry.line.map(String.init)].compactMap(\.self).joined(separator: ":"))
  }
}

/// Identifiers that several messages have.
extension EntryMessages {
  /// Nobody knows which of them has the wrong one, so that all are refused, each with everything that its entry became.
  ///
  /// Identifiers that differ in case alone would meet in one file on some systems.
  mutating func refuseDuplicates(_ reader: inout YAMLReader) {
    var first: [String: CampaignMessage] = [:]
    var origins: Set<Diagnostic.Subject> = []
    let before = reader.diagnostics.count
    for message in all {
      guard let other = first[message.id.lowercased()] else {
        first[message.id.lowercased()] = message
        continue
      }
      Self.reportDuplicate(message, other, &reader)
      origins.formUnion([message.origin, other.origin])
    }
    errors += reader.diagnostics.count - before
    guard !origins.isEmpty else { return }
    for message in good where origins.contains(message.origin) && !refused.contains(message.id) {
      refused.append(message.id)
    }
    good.removeAll { origins.contains($0.origin) }
  }

  /// Refuses those of a table that have their identifiers in common.
  ///
  /// - Parameter candidates: all that look so, each with its row's others, in the order of the table.
  /// - Returns: the lines of the rows that are refused.
  mutating func refuseDuplicates(among candidates: [CampaignMessage], _ reader: inout YAMLReader) -> Set<Int> {
    good = candidates
    refuseDuplicates(&reader)
    defer { good = [] }
    return Set(candidates.compactMap(\.origin.line)).subtracting(good.compactMap(\.origin.line))
  }

  /// In the order of the file. Of a large table most are good, and nothing is to be sorted.
  private var all: [CampaignMessage] {
    wrong.isEmpty
      ? good
      : (good + wrong).enumerated().sorted {
        ($0.element.origin.line ?? 0, $0.offset) < ($1.element.origin.line ?? 0, $1.offset)
      }.map(\.element)
  }

  private static func reportDuplicate(
    _ message: CampaignMessage, _ other: CampaignMessage, _ reader: inout YAMLReader
  ) {
    let lines = [other, message].map { $0.origin.line.map(String.init) ?? "?" }.joined(separator: " and ")
    reader.report(
      .campaignDuplicateID, message.place(of: .id),
      "two messages have the id \(message.id.quoted), in lines \(lines), and one request would replace the other")
  }
}
