import Findings
package import PushDelivery

/// How the requests of a new set differ from those of the previous one.
package struct SetDifferences: Sendable {
  /// nil without a previous set.
  package var changes: Recipients.Changes?
  /// What people should look at.
  var diagnostics: [Diagnostic] = []
  /// The identifiers of new requests that are not the previous ones, as many as a page shows.
  var altered: Set<String> = []
}

/// The requests that a request folder holds before a run replaces them, as its index lists them.
///
/// Both sets are read in parallel, usually in the same order: only entries whose counterparts have not come yet are kept.
struct FormerRequests: ~Copyable {
  private var entries: RequestEntries?
  /// Previous entries whose counterparts are still to come, by identifier.
  private var waiting: [String: Entry] = [:]
  /// The same for new entries.
  private var unmet: [String: Entry] = [:]
  private var changes = Recipients.Changes()
  private var altered: Set<String> = []
  /// Requests that go to others.
  private var moves: [Move: [String]] = [:]
  /// Requests that show another picture, by the former one.
  private var pictures: [Int: (id: String, now: Int)] = [:]
  /// Whether a previous set exists.
  private let isThere: Bool
  /// Whether only approved requests were written, and none is now.
  private let wasApproved: Bool
  /// Whether all of the new set are requests of an approved one, once `differences` was called.
  private(set) var staysApproved = false

  /// More are not kept, and more not told.
  private static let (mostKept, mostTold) = (10_000, 5)

  /// What is compared of a request, as its entry in the index has it. There may be hundreds of thousands.
  private struct Entry {
    let hash: Int
    /// Of its body, which has all but its identifier.
    let body: Int
    let audience: String
    /// The digest in the name of the first file that it shows, as in `lunch.168e1b4e9860.jpg`; nil without one.
    let picture: Int?

    init(_ entry: ArraySlice<UInt8>) {
      // The digest of the body comes last, and the addresses come first.
      (hash, body) = (entry.hashValue, entry.suffix(66).hashValue)
      audience = RequestIndex.text(of: RequestIndex.audienceKey, inEntry: entry) ?? ""
      let url = entry.drop { $0 != UInt8(ascii: "[") }.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
      picture = url.split(separator: UInt8(ascii: ".")).dropLast().last?.hashValue
    }
  }

  private struct Move: Hashable {
    let from, to: String

    /// Whether the name of a topic lost a word: `fans-vip` became `fans`.
    var isWider: Bool {
      let words = [from, to].map { Set($0.split { !$0.isLetter && !$0.isNumber }) }
      return !from.contains("'") && words[1].isStrictSubset(of: words[0])
    }
  }

  /// Reads the index of a folder; a folder without an index of richpush's has no previous requests.
  ///
  /// - Parameter origin: the new requests'.
  init(in folder: RequestFolder, before origin: RequestSetOrigin) {
    wasApproved =
      !origin.isApproved && RequestIndex.isApproved(folder) && RequestIndex.campaign(in: folder) == origin.campaign
    entries = try? RequestEntries(index: folder.indexPath)
    isThere = entries != nil
  }

  /// Whether a folder holds any.
  static func areThere(in folder: RequestFolder) -> Bool {
    (try? RequestEntries(index: folder.indexPath)).flatMap { try? $0?.next() } != nil
  }

  /// Compares a request of the new set with the previous one of that name.
  ///
  /// - Parameter line: its entry in the index, with the text around it.
  mutating func compare(_ id: String, _ line: ArraySlice<UInt8>) {
    guard isThere else { return }
    let entry = line.drop { $0 != UInt8(ascii: "{") }.dropLast { $0 != UInt8(ascii: "}") }
    let former = nextFormer()
    // Usually nothing has changed, and nothing needs to be parsed.
    if let former, former.elementsEqual(entry) {
      changes.unchanged += 1
      return
    }
    unmet[id] = Entry(entry)
    settle(id)
    if let former { take(former) }
  }

  private mutating func nextFormer() -> ArraySlice<UInt8>? {
    if let entry = try? entries?.next() { return entry }
    entries = nil
    return nil
  }

  private mutating func take(_ former: ArraySlice<UInt8>) {
    guard let id = RequestIndex.identifier(ofEntry: former) else { return }
    waiting[id] = Entry(former)
    settle(id)
  }

  /// Counts a request whose entries of both sets have come.
  private mutating func settle(_ id: String) {
    guard let former = waiting[id], let now = unmet[id] else { return }
    (waiting[id], unmet[id]) = (nil, nil)
    guard former.hash != now.hash else {
      changes.unchanged += 1
      return
    }
    changes.changed += 1
    if altered.count < Self.mostKept { altered.insert(id) }
    let move = Move(from: former.audience, to: now.audience)
    // Devices have no name.
    if move.from != move.to, [move.from, move.to].allSatisfy({ $0.contains(" ") }), moves.count < Self.mostKept {
      moves[move, default: []].append(id)
    }
    guard let before = former.picture, let picture = now.picture, before != picture, pictures[before] == nil,
      pictures.count < Self.mostKept
    else { return }
    pictures[before] = (id, picture)
  }

  /// The differences, once every request of the new set has been compared.
  mutating func differences() -> SetDifferences {
    guard isThere else { return SetDifferences() }
    while let former = nextFormer() { take(former) }
    (changes.new, changes.gone) = (unmet.count, waiting.keys.sorted())
    altered.formUnion(unmet.keys.prefix(Self.mostKept - altered.count))
    staysApproved = wasApproved && altered.isEmpty
    return SetDifferences(changes: changes, diagnostics: unapproved + moved + swapped + replaced, altered: altered)
  }
}

/// What the counts of new, changed and gone requests do not show: other ids for the same requests, pictures that changed places, another
/// audience, a table that was cut off.
extension FormerRequests {
  static func note(_ id: String, _ words: String, isWarning: Bool = false) -> Diagnostic {
    Diagnostic(
      .campaignWiderAudience, .init(.message, id), "since the last set " + words, severity: isWarning ? .warning : .note
    )
  }

  private var unapproved: [Diagnostic] {
    guard wasApproved, let first = altered.min() else { return [] }
    let (names, verb) = (altered.sorted().map(\.quoted).listed(most: 3), altered.count == 1 ? "goes" : "go")
    return [
      Diagnostic(
        .campaignUnapproved, .init(.message, first),
        "\(names) \(verb) out without approval: the last set had only approved requests")
    ]
  }

  private var moved: [Diagnostic] {
    let sorted = moves.sorted { ($0.key.isWider ? 0 : 1, $0.value[0]) < ($1.key.isWider ? 0 : 1, $1.value[0]) }
    return sorted.prefix(Self.mostTold).map { move, ids in
      let (names, verb) = (ids.map(\.quoted).listed(most: 3), ids.count == 1 ? "goes" : "go")
      let words = "\(names) \(verb) to the \(move.to.quoted), and not to the \(move.from.quoted)"
      return Self.note(ids[0], words, isWarning: move.isWider)
    }
  }

  private var swapped: [Diagnostic] {
    pictures.compactMap { former, message -> (String, String)? in
      guard let other = pictures[message.now], other.now == former, message.id < other.id else { return nil }
      return (message.id, other.id)
    }.sorted { $0.0 < $1.0 }.prefix(Self.mostTold).map { id, other in
      Self.note(id, "\(id.quoted) and \(other.quoted) show each other's pictures")
    }
  }

  /// About identifiers that are not there any more.
  private var replaced: [Diagnostic] {
    let (ids, rest) = (changes.gone, changes.unchanged + changes.changed)
    let former = Dictionary(waiting.map { ($0.value.body, $0.key) }) { min($0, $1) }
    let names = unmet.compactMap { id, entry in former[entry.body].map { "\(id.quoted) was \($0.quoted)" } }.sorted()
    let renamed = "the same goes to the same people under other ids: \(names.listed(most: 3))"
    let found = names.isEmpty ? [] : [Self.note(ids[0], renamed)]
    guard unmet.isEmpty, rest > 0, ids.count > max(rest, 2) else { return found }
    let words = "\(ids.count) of \(ids.count + rest) requests of the last set are gone, and none is new"
    return found
      + [Diagnostic(.campaignFewerRequests, .init(.message, ids[0]), words + ": " + ids.map(\.quoted).listed(most: 3))]
  }
}
