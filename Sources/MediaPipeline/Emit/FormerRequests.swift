import Findings
import PushDelivery

/// The requests that a request folder holds before a run takes their place, as its index lists them.
struct FormerRequests: Sendable {
  /// The campaign that they are of, as `FolderOwner` names it; nil where there are none, or nobody has written it.
  let campaign: String?
  /// The entries by their identifiers. What is compared are their hashes: an index may have thirty million bytes.
  private var entries: [String: Int] = [:]
  /// nil where there is no former set.
  private var changes: Recipients.Changes?

  /// Reads the index of a folder; a folder without one, or with another's file of that name, has no former requests.
  init(in folder: RequestFolder) {
    let path = folder.path + "/" + RequestFolder.indexName
    guard let bytes = try? FileReading.bytes(of: path, limit: RequestIndex.largestFile),
      bytes.starts(with: RequestIndex.beginning), let end = bytes.firstRange(of: RequestIndex.endOfAssets)
    else {
      campaign = nil
      return
    }
    changes = Recipients.Changes()
    let lines = bytes[end.upperBound...].split(separator: UInt8(ascii: "\n"))
    campaign = lines.lazy.compactMap { RequestIndex.campaign(ofLine: $0) }.first
    for line in lines {
      let entry = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      if let id = RequestIndex.identifier(ofEntry: entry) { entries[id] = entry.hashValue }
    }
  }

  /// Compares a request of the new set with its namesake.
  ///
  /// - Parameter line: its entry in the index, with the comma before it.
  mutating func compare(_ id: MessageIdentifier, _ line: [UInt8]) {
    let entry = line.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") }
    guard let former = entries.removeValue(forKey: id.rawValue) else {
      changes?.new += 1
      return
    }
    if former == entry.hashValue { changes?.unchanged += 1 } else { changes?.changed += 1 }
  }

  /// What is otherwise, once every request of the new set has been compared; nil where there is no former set.
  var result: Recipients.Changes? {
    var changes = changes
    changes?.gone = entries.keys.sorted()
    return changes
  }
}

extension RequestIndex {
  /// The member that says whose requests they are.
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

  /// An identifier has no quotes in it, and no entry has another member of this name.
  fileprivate static func identifier(ofEntry entry: ArraySlice<UInt8>) -> String? {
    guard let name = entry.firstRange(of: Array("\"id\":\"".utf8)) else { return nil }
    return String(decoding: entry[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
