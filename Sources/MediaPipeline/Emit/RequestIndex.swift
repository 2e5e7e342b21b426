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

  /// The members before the requests.
  static func opening(assets: [Asset]) -> [UInt8] { beginning + lines(assets.lazy.map(\.entry)) + endOfAssets }

  /// The members after the requests.
  ///
  /// - Parameters:
  ///   - origin: the origin of the set.
  ///   - proof: whether all of them are proven.
  ///   - sets: the files of all requests.
  static func closing(hasRequests: Bool, from origin: RequestSetOrigin, proof: DeliveryProof, sets: [File]) -> [UInt8] {
    var text = Array(hasRequests ? "\n  ],\n".utf8 : "],\n".utf8)
    text += origin.campaign.map(campaignLine) ?? []
    text += proofLine(proof)
    if proof == .proven { text += origin.provenAt.map(provenAtLine) ?? [] }
    if !sets.isEmpty { text += Array("  \"sets\" : [".utf8) + lines(sets.lazy.map { $0.entry() }) + Array("],\n".utf8) }
    return text + originLines(origin) + Array("  \"version\" : \(version)\n}\n".utf8)
  }

  /// A file of the set.
  struct File {
    let form: RequestForm
    let isValidateOnly: Bool
    let path: String
    let digest: ContentDigest
    let byteCount: Int

    func entry(headers: [String: String] = [:]) -> JSONValue {
      var members: [String: JSONValue] = [
        "format": .string(form.name), "file": .string(path), "sha256": .string(digest.hex),
        "bytes": .integer(byteCount),
      ]
      if isValidateOnly { members["validate_only"] = true }
      if !headers.isEmpty { members["headers"] = .object(headers.mapValues { .string($0) }) }
      return .object(members)
    }
  }

  /// - Parameter entries: made one at a time, since each takes ten times the memory of its line.
  private static func lines(_ entries: some Sequence<JSONValue>) -> [UInt8] {
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
    // Texts and whole numbers always have a JSON form.
    Array(isFirst ? "\n    ".utf8 : ",\n    ".utf8) + ((try? JSONText.compact(entry)) ?? [])
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

  private static let proofMember = "  \"\(proofKey)\" : "

  /// - Parameter proof: of all requests.
  static func proofLine(_ proof: DeliveryProof) -> [UInt8] { Array("\(proofMember)\"\(proof.rawValue)\",\n".utf8) }

  /// Whether a line, without its break, holds the proof of all requests.
  static func isProofLine(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: proofMember.utf8) }

  private static let provenAtMember = "  \"provenAt\" : \""

  /// The time of loading all URLs.
  static func provenAtLine(_ moment: String) -> [UInt8] { Array("\(provenAtMember)\(moment)\",\n".utf8) }

  /// Whether a line, without its break, is such a line.
  static func isProvenAtLine(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: provenAtMember.utf8) }

  /// When all URLs of a folder's requests were last loaded, in the form of reports; nil if unknown.
  static func provenAt(in folder: RequestFolder) -> String? {
    closingLine(provenAtMember, in: folder).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
  }

  /// The rest of the line with a member that concerns all requests; nil if a folder's index has no such line.
  ///
  /// - Parameter member: the beginning of the line.
  static func closingLine(_ member: String, in folder: RequestFolder) -> ArraySlice<UInt8>? {
    // The part after the requests has a few lines and a path.
    let end = try? FileReading.end(of: folder.indexPath, count: 1 << 16)
    return end?.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: member.utf8) }?.dropFirst(member.utf8.count)
  }

  /// The URLs of all requests in an index that are proven, an entry at a time.
  static func provenURLs(ofIndex path: String) -> Set<String> {
    let urls = try? usedURLs(ofIndex: path) { entry in
      !isPlainlyUnproven(entry)
    } where: {
      $0[proofKey]?.text == DeliveryProof.proven.rawValue
    }
    return urls ?? []
  }

  /// The URLs of all requests of a folder that are not proven, such as those that have failed since.
  static func unprovenURLs(in folder: RequestFolder) -> Set<String> {
    (try? usedURLs(ofIndex: folder.indexPath, where: { $0[proofKey]?.text == DeliveryProof.unproven.rawValue })) ?? []
  }

  /// Whether an entry is unproven, by the text before its final digest.
  private static func isPlainlyUnproven(_ entry: ArraySlice<UInt8>) -> Bool {
    entry.dropLast(endByteCount).suffix(unproven.count) == unproven[...]
  }

  private static let unproven = Array("\"\(proofKey)\":\"\(DeliveryProof.unproven.rawValue)\"".utf8)
  private static let endByteCount = ",\"sha256\":\"\"}".utf8.count + 64

  /// The end of the addresses of an entry, which come first in it: quotes in JSON texts are escaped.
  private static let endOfURLs = Array("\"],\"".utf8)

  /// The URLs to which the requests of a folder refer, an entry at a time; empty if it has no index.
  static func usedURLs(in folder: RequestFolder) throws(FileSystemError) -> Set<String> {
    try usedURLs(ofIndex: folder.indexPath)
  }

  /// - Parameters:
  ///   - mayBeMeant: a quick test of which entries to parse.
  ///   - isMeant: a test of the parsed entries.
  private static func usedURLs(
    ofIndex path: String, of mayBeMeant: (ArraySlice<UInt8>) -> Bool = { _ in true },
    where isMeant: (JSONValue) -> Bool = { _ in true }
  ) throws(FileSystemError) -> Set<String> {
    guard let entries = try RequestEntries(index: path) else { return [] }
    var urls: Set<String> = []
    // Most requests refer to the same assets as others.
    var seen: Set<ArraySlice<UInt8>> = []
    while let entry = try entries.next() {
      guard mayBeMeant(entry), let assets = entry.firstRange(of: endOfURLs).map({ entry[..<$0.upperBound] }),
        !seen.contains(assets), let value = value(ofEntry: entry), isMeant(value),
        case .array(let found)? = value["assets"]
      else { continue }
      urls.formUnion(found.compactMap(\.text))
      seen.insert(ArraySlice(Array(assets)))
    }
    return urls
  }

  /// The entry of a request or of a file; nil for other lines.
  static func entry(ofLine line: ArraySlice<UInt8>) -> JSONValue? { entry(in: line).flatMap(value(ofEntry:)) }
}
