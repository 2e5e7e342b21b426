import Essentials
import Findings
import PushDelivery

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
    let end = try? FileReading.end(of: folder.path + "/" + RequestFolder.indexName, count: 1 << 16)
    let line = end?.split(separator: UInt8(ascii: "\n")).last(where: isProvenAtLine)
    return line.map {
      String(decoding: $0.dropFirst(provenAtMember.utf8.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
  }

  /// The URLs of all requests of a folder that are proven, an entry at a time.
  static func provenURLs(in folder: RequestFolder) -> Set<String> {
    provenURLs(ofIndex: folder.path + "/" + RequestFolder.indexName)
  }

  /// The same for an index at any path.
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
    let path = folder.path + "/" + RequestFolder.indexName
    return (try? usedURLs(ofIndex: path, where: { $0[proofKey]?.text == DeliveryProof.unproven.rawValue })) ?? []
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
  ///
  /// - Throws: `FileSystemError`.
  static func usedURLs(in folder: RequestFolder) throws(FileSystemError) -> Set<String> {
    try usedURLs(ofIndex: folder.path + "/" + RequestFolder.indexName)
  }

  /// - Parameters:
  ///   - mayBeMeant: a quick test of which entries to parse.
  ///   - isMeant: a test of the parsed entries.
  /// - Throws: `FileSystemError`.
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
  static func entry(ofLine line: ArraySlice<UInt8>) -> JSONValue? {
    entry(in: line).flatMap(value(ofEntry:))
  }
}
