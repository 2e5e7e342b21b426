import Findings
import Foundation
package import MediaFacts
package import PushDelivery

extension RequestIndex {
  /// One rendition.
  package struct Asset: Codable, Sendable {
    package var source: String
    /// Length and digest of the source, by which `compose` tells whether it is still the same; nil in older indexes.
    package var sourceBytes: Int?
    package var sourceSha256: ContentDigest?
    /// What it was made for, where messages say.
    package var focalPoint: FocalPoint?
    package var poster: PosterChoice?
    package var url: String
    package var path: String
    package var bytes: Int
    package var sha256: ContentDigest
    package var width: Int
    package var height: Int
    package var format: MediaFormat
    package var quality: Int?
    /// True for what moves.
    package var moves: Bool?

    package var isMotion: Bool { moves == true }
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
