public import Findings

/// The result of reading a campaign's files: the valid messages, the refused ones, and all diagnostics.
///
/// An error in one entry of `messages`, or in one table row, costs only that entry. Any other error (under `defaults`, in the first row)
/// concerns all entries, so there is no campaign. The same holds if every entry is refused.
public struct CampaignReading: Hashable, Sendable {
  /// The valid messages; nil if an error concerns all of them, or each one has an error.
  public let campaign: Campaign?
  /// The identifiers of the messages with an error, or their places if they have no identifier, as in `messages.csv:12`.
  public let refused: [String]
  /// All diagnostics, in the order of the files.
  public let diagnostics: [Diagnostic]

  /// Reads campaign.yml, and the table next to it.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil if it is missing.
  ///   - defaults: these give the target of a message that has none.
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

/// Collects the messages of a campaign, one entry after another.
struct EntryMessages {
  private(set) var good: [CampaignMessage] = []
  /// The messages of refused entries, as far as they could be read.
  private(set) var wrong: [CampaignMessage] = []
  /// The names of refused entries.
  private(set) var refused: [String] = []
  /// The number of errors in entries.
  private(set) var errors = 0
  /// Whether there are entries, and all are refused.
  var isLost: Bool { good.isEmpty && !refused.isEmpty }

  /// Whether there are no entries at all.
  var isEmpty: Bool { good.isEmpty && wrong.isEmpty && refused.isEmpty }

  /// Reads one entry. One error refuses it. `entry`: its place. `body`: returns its identifier, if it has one, and its messages.
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

  /// Adds the results of some table rows. Returns whether to read on.
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

/// Identifiers of several messages.
extension EntryMessages {
  /// It is unknown which one is wrong, so all are refused, each with all messages of its entry.
  ///
  /// Identifiers that differ only in case would be one file on some systems.
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

  /// Refuses table messages with equal identifiers. Returns the lines of the refused rows. `candidates`: all possible ones, each with its
  /// row's others, in the order of the table.
  mutating func refuseDuplicates(among candidates: [CampaignMessage], _ reader: inout YAMLReader) -> Set<Int> {
    good = candidates
    refuseDuplicates(&reader)
    defer { good = [] }
    return Set(candidates.compactMap(\.origin.line)).subtracting(good.compactMap(\.origin.line))
  }

  /// In the order of the file. In a large table most are valid, so nothing needs sorting.
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
