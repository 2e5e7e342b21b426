import Cryptography
import Foundation
import MediaFacts
import PushDelivery

/// An object's resource in the JSON API, as far as it is used here (https://cloud.google.com/storage/docs/json_api/v1/objects).
struct GoogleObject: Codable, Hashable, Sendable {
  var name: String?
  var contentType: String?
  var cacheControl: String?
  /// In Base64. Objects that were put together from others have none.
  var md5Hash: String?
  /// A number as text.
  var size: String?
  var metadata: [String: String]?

  static let digestKey = "sha256"
  /// Where Firebase Storage keeps the tokens that let anyone load the object, separated by commas.
  static let tokensKey = "firebaseStorageDownloadTokens"

  init(_ upload: ObjectUpload) {
    name = upload.key
    contentType = upload.contentType
    cacheControl = ObjectUpload.cacheControl
    md5Hash = upload.md5.base64
    metadata = [Self.digestKey: upload.digest.hex]
    metadata?[Self.tokensKey] = upload.downloadToken
  }

  /// Cloud Storage made the MD5 digest from the bytes it holds, so it comes before what an uploader noted.
  var stored: StoredObject {
    let md5 = md5Hash.flatMap { Data(base64Encoded: $0) }.map { ObjectDigest.md5(Array($0)) }
    let noted = metadata?[Self.digestKey].flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    let tokens = metadata?[Self.tokensKey]?.split(separator: ",").map(String.init) ?? []
    return StoredObject(
      byteCount: size.flatMap { Int($0) }, digest: md5 ?? noted, contentType: contentType, downloadTokens: Set(tokens))
  }
}
