import Findings
import Foundation
import PushDelivery

/// What the index says of the proof of its requests: in the entry of each, and of all of them behind the last.
extension RequestIndex {
  /// The largest that is read, in bytes: an index of a hundred thousand requests has thirty million.
  static let largestFile = 500_000_000

  /// The member of an entry that says whether it is proven.
  static let proofKey = "proof"

  private static let proofMember = "  \"\(proofKey)\" : "

  /// - Parameter proof: of all requests.
  static func proofLine(_ proof: DeliveryProof) -> [UInt8] { Array("\(proofMember)\"\(proof.rawValue)\",\n".utf8) }

  /// Whether a line, without its break, says of all requests whether they are proven.
  static func isProofLine(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: proofMember.utf8) }

  /// The URLs of all requests that are proven.
  ///
  /// - Parameter index: the bytes of one; in others none are found.
  static func provenURLs(in index: [UInt8]) -> Set<String> {
    usedURLs(in: index) { $0[proofKey]?.text == DeliveryProof.proven.rawValue }
  }

  /// The URLs of all requests of a folder that are proven, a line at a time.
  static func provenURLs(in folder: RequestFolder) -> Set<String> {
    guard isOwn(in: folder), let lines = try? FileLines(of: folder.path + "/" + RequestFolder.indexName) else {
      return []
    }
    while let line = lines.nextText(), !endsAssets(line) {}
    var urls: Set<String> = []
    // Most requests refer to what others refer to as well.
    var seen: Set<ArraySlice<UInt8>> = []
    while let line = lines.nextText() {
      guard !isPlainlyUnproven(line), let assets = line.firstRange(of: endOfURLs).map({ line[..<$0.upperBound] }),
        !seen.contains(assets),
        let entry = entry(ofLine: line), entry[proofKey]?.text == DeliveryProof.proven.rawValue,
        case .array(let found)? = entry["assets"]
      else { continue }
      urls.formUnion(found.compactMap(\.text))
      seen.insert(ArraySlice(Array(assets)))
    }
    return urls
  }

  /// Whether an entry says so where ours do, before the digest at its end.
  private static func isPlainlyUnproven(_ line: ArraySlice<UInt8>) -> Bool {
    let entry = line.last == UInt8(ascii: ",") ? line.dropLast() : line
    return entry.dropLast(endByteCount).suffix(unproven.count) == unproven[...]
  }

  private static let unproven = Array("\"\(proofKey)\":\"\(DeliveryProof.unproven.rawValue)\"".utf8)
  private static let endByteCount = ",\"sha256\":\"\"}".utf8.count + 64

  /// What ends the addresses of an entry, which come first in it: no text of JSON has a quote in it that is not escaped.
  private static let endOfURLs = Array("\"],\"".utf8)

  /// The URLs to which requests refer.
  ///
  /// - Parameters:
  ///   - index: the bytes of one; in others none are found.
  ///   - isMeant: which requests are asked, by their entries.
  static func usedURLs(in index: [UInt8], of isMeant: (JSONValue) -> Bool = { _ in true }) -> Set<String> {
    guard index.starts(with: beginning), let end = index.firstRange(of: endOfAssets) else { return [] }
    return index[end.upperBound...].split(separator: UInt8(ascii: "\n")).reduce(into: []) { urls, line in
      guard let entry = entry(ofLine: line), isMeant(entry), case .array(let assets)? = entry["assets"] else { return }
      urls.formUnion(assets.compactMap(\.text))
    }
  }

  /// The entry of a request or of a file; nil for other lines.
  static func entry(ofLine line: ArraySlice<UInt8>) -> JSONValue? {
    let text = line.last == UInt8(ascii: ",") ? line.dropLast() : line
    guard text.starts(with: "    {".utf8) else { return nil }
    return try? JSONDecoder().decode(JSONValue.self, from: Data(text))
  }
}
