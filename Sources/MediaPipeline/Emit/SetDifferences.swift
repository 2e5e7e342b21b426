import Findings
import PushDelivery

/// What the counts of new, changed and gone requests do not show: other ids for the same requests, pictures that changed places, another
/// audience, a table that was cut off.
struct SetDifferences {
  /// What is compared of a request, as its entry in the index has it. There may be hundreds of thousands.
  struct Entry: Sendable {
    let hash: Int
    /// Of its body, which has all but its identifier.
    fileprivate let body: Int
    fileprivate let audience: String
    /// The digest in the name of the first file that it shows, as in `lunch.168e1b4e9860.jpg`; nil without one.
    fileprivate let picture: Int?

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

  private var moves: [Move: [String]] = [:]
  /// Requests that show another picture, by the former one.
  private var pictures: [Int: (id: String, now: Int)] = [:]
  /// More are not kept, and more not told.
  private static let (mostKept, mostTold) = (10_000, 5)

  /// Adds a request that differs from the former one with its identifier.
  mutating func add(_ id: String, _ former: Entry, _ now: Entry) {
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

  /// - Parameters:
  ///   - new: the requests with new identifiers.
  ///   - gone: the former ones whose identifiers are not there any more.
  ///   - rest: how many others there are.
  func diagnostics(new: [String: Entry], gone: [String: Entry], rest: Int) -> [Diagnostic] {
    let ids = gone.keys.sorted()
    var found = moved + swapped
    let former = Dictionary(gone.map { ($0.value.body, $0.key) }) { min($0, $1) }
    let names = new.compactMap { id, entry in former[entry.body].map { "\(id.quoted) was \($0.quoted)" } }.sorted()
    if !names.isEmpty {
      found.append(Self.note(ids[0], "the same goes to the same people under other ids: \(names.listed(most: 3))"))
    }
    guard new.isEmpty, rest > 0, ids.count > max(rest, 2) else { return found }
    let words = "\(ids.count) of \(ids.count + rest) requests of the last set are gone, and none is new"
    return found
      + [Diagnostic(.campaignFewerRequests, .init(.message, ids[0]), words + ": " + ids.map(\.quoted).listed(most: 3))]
  }

  static func note(_ id: String, _ words: String, isWarning: Bool = false) -> Diagnostic {
    Diagnostic(
      .campaignWiderAudience, .init(.message, id), "since the last set " + words, severity: isWarning ? .warning : .note
    )
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
}
