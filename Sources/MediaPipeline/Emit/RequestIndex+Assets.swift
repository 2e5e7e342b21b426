import Foundation
import PushDelivery

extension RequestIndex {
  /// One rendition.
  struct Asset: Codable, Sendable {
    var source: String
    /// Length and digest of the source, by which `compose` tells whether it is still the same; nil in older indexes.
    var sourceBytes: Int?
    var sourceSha256: ContentDigest?
    /// What it was made for, where messages say.
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
    var url: String
    var path: String
    var bytes: Int
    var sha256: ContentDigest
    var width: Int
    var height: Int
    var format: MediaFormat
    var quality: Int?
    /// True for what moves.
    var moves: Bool?

    var isMotion: Bool { moves == true }
  }

  /// The index that bytes hold, without its requests; nil when they are none.
  static func read(_ bytes: [UInt8]) -> RequestIndex? {
    // There may be a hundred thousand requests, and nobody asks for them.
    let end = bytes.starts(with: beginning) ? bytes.firstRange(of: endOfAssets) : nil
    let document = end.map { bytes[..<$0.lowerBound] + Array("],\"version\":\(version)}".utf8) } ?? bytes[...]
    return try? JSONDecoder().decode(RequestIndex.self, from: Data(document))
  }
}

extension RequestIndex.Asset {
  /// Texts and numbers: there is nothing in it that has no JSON form.
  var entry: JSONValue {
    (try? JSONEncoder().encode(self)).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
  }
}
