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
    entries = try? RequestEntries(in: folder)
    isThere = entries != nil
  }

  /// Whether a folder holds any.
  static func areThere(in folder: RequestFolder) -> Bool {
    (try? RequestEntries(in: folder)).flatMap { try? $0?.next() } != nil
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

extension FormerRequests {
  /// The campaign of a folder's requests, as `FolderOwner` names it; nil without requests or a named campaign.
  static func campaign(in folder: RequestFolder) -> String? {
    guard RequestIndex.isOwn(in: folder),
      let end = try? FileReading.end(of: folder.path + "/" + RequestFolder.indexName, count: endByteCount)
    else { return nil }
    return end.split(separator: UInt8(ascii: "\n")).lazy.compactMap { RequestIndex.campaign(ofLine: $0) }.first
  }

  /// The part after the requests has a few lines and a path.
  private static let endByteCount = 1 << 16
}

extension RequestIndex {
  /// Whether the index of a folder is one of richpush's.
  static func isOwn(in folder: RequestFolder) -> Bool { isOwn(at: folder.path + "/" + RequestFolder.indexName) }

  /// Whether a file is such an index.
  static func isOwn(at path: String) -> Bool {
    (try? FileReading.start(of: path, count: beginning.count)) == beginning
  }

  /// Whether the requests begin after a line.
  static func endsAssets(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "  \"requests\" : [".utf8)
  }
}

extension RequestIndex {
  /// The member with the requests' campaign.
  private static let campaignMember = Array("  \"campaign\" : ".utf8)

  /// - Parameter campaign: its path from the request folder.
  static func campaignLine(_ campaign: String) -> [UInt8] {
    campaignMember + ((try? JSONText.compact(.string(campaign))) ?? []) + Array(",\n".utf8)
  }

  fileprivate static func campaign(ofLine line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: campaignMember) else { return nil }
    var reader = JSONReader(Array(line.dropFirst(campaignMember.count).dropLast()))
    return reader.values().first?.text
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

extension ArraySlice {
  fileprivate func dropLast(while condition: (Element) -> Bool) -> ArraySlice {
    var end = endIndex
    while end > startIndex, condition(self[end - 1]) { end -= 1 }
    return self[..<end]
  }
}
