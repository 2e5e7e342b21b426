import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// `index.json` in the request folder: the requests of the set and the assets that were published for them. It is here and not with the
/// assets, because it names sources. Nothing in it depends on the time, so the same campaign gives the same bytes.
///
/// It is written from beginning to end, a line for each entry, so it can have any length.
package struct RequestIndex: Decodable {
  static let version = 1

  var version: Int
  var assets: [Asset]

  /// The beginning of every index.
  static let beginning = Array("{\n  \"assets\" : [".utf8)
  /// The text between the assets and the requests.
  static let endOfAssets = Array("],\n  \"requests\" : [".utf8)

  /// Writes the members before the requests, some lines at a time.
  static func writeOpening(
    _ assets: some Sequence<Asset>, _ write: ([UInt8]) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    var (part, isFirst) = (beginning, true)
    for asset in assets {
      part += line(asset.entry, isFirst: isFirst)
      isFirst = false
      guard part.count > 1 << 16 else { continue }
      try write(part)
      part = []
    }
    try write(part + (isFirst ? [] : Array("\n  ".utf8)) + endOfAssets)
  }

  /// The members after the requests.
  ///
  /// - Parameters:
  ///   - origin: the origin of the set.
  ///   - proof: whether all of them are proven.
  ///   - sets: the entries of the files of all requests.
  static func closing(hasRequests: Bool, from origin: RequestSetOrigin, proof: DeliveryProof, sets: [JSONValue])
    -> [UInt8]
  {
    var text = Array(hasRequests ? "\n  ],\n".utf8 : "],\n".utf8)
    if origin.isApproved { text += member("approved", true) }
    text += origin.campaign.map { member("campaign", .string($0)) } ?? []
    text += proofLines(proof, at: origin.provenAt)
    if !sets.isEmpty { text += Array("  \"sets\" : [".utf8) + lines(sets) + Array("],\n".utf8) }
    if !origin.texts.isEmpty { text += member("texts", .object(origin.texts.mapValues { .string($0.hex) })) }
    if origin.isTrial { text += member("trial", true) }
    return text + Array("  \"version\" : \(version)\n}\n".utf8)
  }

  /// A member on its own line.
  private static func member(_ name: String, _ value: JSONValue) -> [UInt8] {
    memberStart(name) + JSONText.compact(value) + Array(",\n".utf8)
  }

  private static func memberStart(_ name: String) -> [UInt8] { Array("  \"\(name)\" : ".utf8) }

  /// The members after the requests of a folder; nil if it has no index of richpush's.
  private static func closing(in folder: RequestFolder) -> JSONValue? {
    // The part after the requests has a few lines and a path.
    guard isOwn(at: folder.indexPath), let end = try? FileReading.end(of: folder.indexPath, count: 1 << 16) else {
      return nil
    }
    let lines = end.split(separator: UInt8(ascii: "\n")).filter {
      $0.starts(with: "  \"".utf8) && $0.last != UInt8(ascii: "[")
    }
    return entry(ofLine: (Array("{".utf8) + lines.joined() + Array("}".utf8))[...])
  }

  /// The campaign of a folder's requests, as `FolderOwner` names it; nil without requests or a named campaign.
  static func campaign(in folder: RequestFolder) -> String? { closing(in: folder)?["campaign"]?.text }

  /// Whether a run wrote only approved requests into a folder.
  static func isApproved(_ folder: RequestFolder) -> Bool { closing(in: folder)?["approved"] == true }

  /// The digests of the files of messages that a folder's requests were made from, by name; nil if unknown.
  static func texts(in folder: RequestFolder) -> [String: String]? {
    closing(in: folder)?["texts"]?.members?.compactMapValues(\.text)
  }

  /// Whether a folder's requests are of a trial.
  static func isTrial(in folder: RequestFolder) -> Bool { closing(in: folder)?["trial"] == true }

  /// When all URLs of a folder's requests were last loaded, in the form of reports; nil if unknown.
  static func provenAt(in folder: RequestFolder) -> String? { closing(in: folder)?["provenAt"]?.text }

  /// The lines about the proof of all requests.
  ///
  /// - Parameter moment: when all URLs were loaded, if another command loaded them.
  static func proofLines(_ proof: DeliveryProof, at moment: String?) -> [UInt8] {
    let moment = proof == .proven ? moment : nil
    return member(proofKey, .string(proof.rawValue)) + (moment.map { member("provenAt", .string($0)) } ?? [])
  }

  /// Whether a line, without its break, holds the proof of all requests, or its moment.
  static func isProofLine(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: memberStart(proofKey)) }

  static func isMomentLine(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: memberStart("provenAt")) }

  private static func lines(_ entries: [JSONValue]) -> [UInt8] {
    var lines: [UInt8] = []
    for entry in entries { lines += line(entry, isFirst: lines.isEmpty) }
    return lines.isEmpty ? [] : lines + Array("\n  ".utf8)
  }

  /// Whether an index that richpush wrote lists no request.
  static func isEmpty(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: beginning), let end = bytes.firstRange(of: endOfAssets) else { return false }
    return bytes[end.upperBound...].first == UInt8(ascii: "]")
  }

  private static func line(_ entry: JSONValue, isFirst: Bool) -> [UInt8] {
    Array(isFirst ? "\n    ".utf8 : ",\n    ".utf8) + JSONText.compact(entry)
  }
}

extension RequestIndex {
  /// Whether bytes are an index.
  static func isIndex(_ bytes: [UInt8]) -> Bool {
    guard let outline = JSONOutline(of: bytes) else { return false }
    return outline.hasNumber("version") && outline.hasArray("requests") && outline.hasArray("assets")
  }

  /// One rendition.
  package typealias Asset = IndexedRendition

  /// Reads an index without its requests; nil for other bytes.
  static func read(_ bytes: [UInt8]) -> RequestIndex? {
    // There may be a hundred thousand requests, and they are not needed.
    let end = bytes.starts(with: beginning) ? bytes.firstRange(of: endOfAssets) : nil
    let document = end.map { bytes[..<$0.lowerBound] + Array("],\"version\":\(version)}".utf8) } ?? bytes[...]
    return try? JSONDecoder().decode(RequestIndex.self, from: Data(document))
  }
}

extension RequestIndex.Asset {
  /// Texts and numbers always have a JSON form.
  var entry: JSONValue {
    (try? JSONEncoder().encode(self)).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
  }
}

/// The proof of requests in the index: in the entry of each, and for all of them after the last.
extension RequestIndex {
  /// The largest index that is read, in bytes: a hundred thousand requests need thirty million.
  static let largestFile = 500_000_000

  /// The member of an entry that holds its proof.
  static let proofKey = "proof"

  /// The proof in the entry of a request.
  static func proofMember(_ proof: DeliveryProof) -> [UInt8] { Array("\"\(proofKey)\":\"\(proof.rawValue)\"".utf8) }

  /// The end of an entry, after its proof.
  private static let endByteCount = ",\"sha256\":\"\"}".utf8.count + 64

  /// The URLs in the entry of a request.
  static func urls(ofLine line: ArraySlice<UInt8>) -> [String] {
    guard case .array(let urls)? = entry(ofLine: line)?["assets"] else { return [] }
    return urls.compactMap(\.text)
  }

  /// The end of the addresses of an entry, which come first in it: quotes in JSON texts are escaped.
  private static let endOfURLs = Array("\"],\"".utf8)

  /// The URLs to which the requests of a folder refer, an entry at a time; empty if it has no index.
  ///
  /// - Parameter proof: only of requests with this proof.
  static func usedURLs(in folder: RequestFolder, proof: DeliveryProof? = nil) throws(FileSystemError) -> Set<String> {
    guard let entries = try RequestEntries(index: folder.indexPath) else { return [] }
    let mark = proof.map(proofMember)
    var urls: Set<String> = []
    // Most requests refer to the same assets as others.
    var seen: Set<ArraySlice<UInt8>> = []
    while let entry = try entries.next() {
      if let mark, entry.dropLast(endByteCount).suffix(mark.count) != mark[...] { continue }
      guard let assets = entry.firstRange(of: endOfURLs).map({ entry[..<$0.upperBound] }), !seen.contains(assets) else {
        continue
      }
      urls.formUnion(Self.urls(ofLine: entry))
      seen.insert(ArraySlice(Array(assets)))
    }
    return urls
  }
}

/// The entries of requests and files.
extension RequestIndex {
  /// Whether a file is an index of richpush's.
  static func isOwn(at path: String) -> Bool { (try? FileReading.start(of: path, count: beginning.count)) == beginning }

  /// The entry in a line; nil for other lines.
  static func entry(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "{") else { return nil }
    return text[...(text.lastIndex(of: UInt8(ascii: "}")) ?? text.startIndex)]
  }

  /// Its value.
  static func entry(ofLine line: ArraySlice<UInt8>) -> JSONValue? {
    entry(in: line).flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0)) }
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

/// The entries of all requests in the index of a folder, read one at a time.
final class RequestEntries {
  private let lines: FileLines

  /// - Parameter path: an index.
  /// - Returns: nil for a file that is not richpush's.
  init?(index path: String) throws(FileSystemError) {
    guard RequestIndex.isOwn(at: path) else { return nil }
    lines = try FileLines(of: path, longestLine: Self.longestEntry)
    while let line = try lines.next() {
      if line.starts(with: "  \"requests\" : [".utf8) { return }
    }
  }

  /// The next entry, without the text around it; nil after the last.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? { try lines.next().flatMap { RequestIndex.entry(in: $0) } }

  /// In bytes: a request refers to a few addresses and has a few forms.
  private static let longestEntry = 1 << 24
}
