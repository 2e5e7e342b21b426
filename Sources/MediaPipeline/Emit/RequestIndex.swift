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
  static func opening(assets: [Asset]) -> [UInt8] {
    beginning + lines(assets.lazy.map(\.entry)) + endOfAssets
  }

  /// The members after the requests.
  ///
  /// - Parameters:
  ///   - origin: the origin of the set.
  ///   - proof: whether all of them are proven.
  ///   - sets: the files of all requests.
  static func closing(
    hasRequests: Bool, from origin: RequestSetOrigin, proof: DeliveryProof, sets: [File]
  ) -> [UInt8] {
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

    init(
      _ form: RequestForm, _ isValidateOnly: Bool, _ path: String, _ digest: ContentDigest, _ byteCount: Int
    ) {
      self.form = form
      self.isValidateOnly = isValidateOnly
      self.path = path
      self.digest = digest
      self.byteCount = byteCount
    }

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
}

extension RequestIndex {
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

extension RequestIndex {
  /// The digest of a file that holds all requests; nil if the index has no such file.
  static func digest(ofSet name: String, in bytes: [UInt8]) -> ContentDigest? {
    struct Sets: Decodable {
      struct File: Decodable {
        var file: String
        var sha256: ContentDigest
      }
      var sets: [File]?
    }
    let found = try? JSONDecoder().decode(Sets.self, from: Data(bytes))
    return found?.sets?.first { $0.file == name }?.sha256
  }
}

extension RequestIndex.Asset {
  /// Texts and numbers always have a JSON form.
  var entry: JSONValue {
    (try? JSONEncoder().encode(self)).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
  }
}
