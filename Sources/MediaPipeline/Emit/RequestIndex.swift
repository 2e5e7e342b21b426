import Foundation
import PushDelivery

/// `index.json` in the request folder: the requests of the set and the assets that were published for them. It lies here and not
/// with the assets, because it names sources. Nothing in it depends on the time, so the same campaign gives the same bytes.
struct RequestIndex: Codable {
  var version = 1
  var requests: [Request]
  var assets: [Asset]

  struct Request: Codable {
    var id: String
    var file: String
    var sha256: ContentDigest
    var assets: [String]
  }

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

  init(requests: [ComposedRequest], assets: [Asset]) {
    self.requests = requests.map { request in
      Request(
        id: request.id.rawValue, file: "\(request.id.rawValue).json", sha256: ContentDigest(of: request.body),
        assets: request.assetURLs)
    }
    self.assets = assets
  }

  /// Whether bytes are such a file.
  static func isIndex(_ bytes: [UInt8]) -> Bool { read(bytes) != nil }

  /// The index that bytes hold; nil when they are none.
  static func read(_ bytes: [UInt8]) -> RequestIndex? { try? JSONDecoder().decode(RequestIndex.self, from: Data(bytes)) }

  /// Pretty-printed with sorted keys, and a final line break.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings, integers and arrays of them: there is nothing in it that cannot be encoded.
    return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}
