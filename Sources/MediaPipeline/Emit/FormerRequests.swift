import Findings
import PushDelivery
import SystemPackage

/// The requests that a request folder holds before a run replaces them, as its index lists them.
///
/// Both sets are read in parallel, usually in the same order: only entries whose counterparts have not come yet are kept.
struct FormerRequests: ~Copyable {
  private var entries: RequestEntries?
  /// Previous entries whose counterparts are still to come, by identifier, as hashes.
  private var waiting: [String: Int] = [:]
  /// The same for new entries.
  private var unmet: [String: Int] = [:]
  private var changes = Recipients.Changes()
  /// The identifiers of new requests that are not the previous ones, as many as a page shows.
  private(set) var altered: [String] = []
  private static let mostAltered = 10_000
  /// Whether a previous set exists.
  private let isThere: Bool

  /// Reads the index of a folder; a folder without an index of richpush's has no previous requests.
  init(in folder: RequestFolder) {
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
    if let hash = waiting.removeValue(forKey: id) {
      count(id, hash == entry.hashValue)
    } else {
      unmet[id] = entry.hashValue
    }
    if let former { take(former) }
  }

  private mutating func nextFormer() -> ArraySlice<UInt8>? {
    if let entry = try? entries?.next() { return entry }
    entries = nil
    return nil
  }

  private mutating func take(_ former: ArraySlice<UInt8>) {
    guard let id = RequestIndex.identifier(ofEntry: former) else { return }
    if let hash = unmet.removeValue(forKey: id) {
      count(id, hash == former.hashValue)
    } else {
      waiting[id] = former.hashValue
    }
  }

  private mutating func count(_ id: String, _ isSame: Bool) {
    if isSame { changes.unchanged += 1 } else { changes.changed += 1 }
    if !isSame, altered.count < Self.mostAltered { altered.append(id) }
  }

  /// The differences, once every request of the new set has been compared; nil without a previous set.
  mutating func finish() -> Recipients.Changes? {
    guard isThere else { return nil }
    while let former = nextFormer() { take(former) }
    var changes = changes
    changes.new = unmet.count
    altered += unmet.keys.prefix(Self.mostAltered - altered.count)
    changes.gone = waiting.keys.sorted()
    return changes
  }
}

extension RequestIndex {
  /// Whether a file is an index of richpush's.
  static func isOwn(at path: String) -> Bool {
    (try? FileReading.start(of: path, count: beginning.count)) == beginning
  }

  /// Whether the requests begin after a line.
  static func endsAssets(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "  \"requests\" : [".utf8)
  }

  /// The member with the requests' campaign.
  private static let campaignMember = "  \"campaign\" : "

  /// - Parameter campaign: its path from the request folder.
  static func campaignLine(_ campaign: String) -> [UInt8] {
    var line = Array(campaignMember.utf8)
    JSONText.append(campaign, to: &line)
    return line + Array(",\n".utf8)
  }

  /// The campaign of a folder's requests, as `FolderOwner` names it; nil without requests or a named campaign.
  static func campaign(in folder: RequestFolder) -> String? {
    guard isOwn(at: folder.indexPath) else { return nil }
    return closingLine(campaignMember, in: folder).flatMap { value(ofEntry: $0.dropLast())?.text }
  }

  /// The member of an entry with its request's recipients.
  static let audienceKey = "audience"

  static func identifier(ofEntry entry: ArraySlice<UInt8>) -> String? { text(of: "id", inEntry: entry) }

  /// - Parameter key: a member that occurs once per entry, with a text without quotes, as identifiers and targets are.
  static func text(of key: String, inEntry entry: ArraySlice<UInt8>) -> String? {
    guard let name = entry.firstRange(of: Array("\"\(key)\":\"".utf8)) else { return nil }
    return String(decoding: entry[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
