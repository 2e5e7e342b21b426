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

  struct Asset: Codable {
    var source: String
    var url: String
    var path: String
    var bytes: Int
    var sha256: ContentDigest
    var width: Int
    var height: Int
    var format: MediaFormat
    var quality: Int?
  }

  init(requests: [ComposedRequest], assets: [AssetOutcome]) {
    self.requests = requests.map { request in
      Request(
        id: request.id.rawValue, file: "\(request.id.rawValue).json", sha256: ContentDigest(of: request.body),
        assets: request.assetURLs)
    }
    self.assets = assets.flatMap { asset in
      asset.renditions.map { rendition in
        Asset(
          source: asset.path, url: rendition.url, path: rendition.path, bytes: rendition.bytes,
          sha256: rendition.digest, width: rendition.width, height: rendition.height, format: rendition.format,
          quality: rendition.quality)
      }
    }
  }

  /// Whether bytes are such a file.
  static func isIndex(_ bytes: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(RequestIndex.self, from: Data(bytes))) != nil
  }

  /// Pretty-printed with sorted keys, and a final line break.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings, integers and arrays of them: there is nothing in it that cannot be encoded.
    return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}
