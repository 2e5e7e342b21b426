import Curl
import Essentials

extension HTTPResponse {
  /// Why a store of any kind refused a request, as far as the status says it, where no code says more. What is not known to be about one
  /// object would be the same with any other.
  var reasonOfStatus: ObjectStoreError.Reason {
    switch status {
    // No store takes an upload so: a page for people, a login that the way leads through first.
    case ..<400, 511: .unusable
    case 401: .credentials
    case 403: .forbidden
    case 404: .missingBucket
    // Too large, or a name that is too long.
    case 413, 414: .rejected
    case 501, 505: .refusing
    // 507 is a store that is full, which somebody clears.
    case 408, 429, 500...: .busy
    default: .refusing
    }
  }

  /// Whether it is a page for people in the place of an object or of an answer: of a login that the way leads through first, or of a
  /// website that the endpoint leads to.
  ///
  /// - Parameter prefix: how fields begin that all answers of such a store have.
  func isPage(unlessFieldsBegin prefix: String) -> Bool {
    let type = MediaType.essence(field("Content-Type") ?? "")
    return (type == "text/html" || type == "application/xhtml+xml")
      && !fields.contains { $0.name.lowercased().hasPrefix(prefix) }
  }

  /// Whether the body has nothing but blanks.
  var isBodyBlank: Bool { body.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }

  /// Whether the body is a document of HTML, whatever its type is said to be.
  var isBodyPage: Bool {
    let start = String(decoding: body.prefix(1_024), as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body"].contains(where: start.contains)
  }
}

extension StoreConnection {
  /// What a status said to be done, and no such store says so.
  ///
  /// - Parameter detail: what is wrong with the answer.
  func strange(_ response: HTTPResponse, _ detail: String) -> ObjectStoreError {
    ObjectStoreError(
      .unusable, store: store, detail: "status \(response.status), and \(detail)", remedy: Self.strangeRemedy)
  }

  static let strangeRemedy =
    "correct the endpoint: what answers there is no such store, or something on the way answers in its place"

  static let accountRemedy = "look into the account there: bills or a quota keep it from taking anything"
}

/// The keys of pipeline.yml by which uploads ask for something beside the object itself, which a store may refuse.
struct AskedTraits: Hashable, Sendable {
  private let keys: [String]

  /// - Parameter keys: each with whether uploads ask for it.
  init(_ keys: [(key: String, isAsked: Bool)]) { self.keys = keys.filter(\.isAsked).map(\.key) }

  /// An error of an upload as it was told, with what to do about it where a key may be the cause.
  func explained(_ error: ObjectStoreError) -> ObjectStoreError {
    let words = error.detail.lowercased()
    let meant = keys.filter { key in Self.hints(key).contains(where: words.contains) }
    var explained = error
    switch error.reason {
    case .refusing where !meant.isEmpty, .forbidden where !meant.isEmpty:
      explained.remedy = "change or leave out \(Self.listed(meant)) in pipeline.yml, or have the bucket permit it"
    case .refusing where !keys.isEmpty:
      explained.remedy =
        "change what its words say; uploads ask for \(Self.listed(keys)) of pipeline.yml, which it may not take"
    default: break
    }
    return explained
  }

  private static func listed(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }

  /// What stands in the codes and words of stores that do not take it, in lower case.
  private static func hints(_ key: String) -> [String] {
    switch key {
    case "acl", "predefined-acl": ["acl", "access control", "accesscontrol", "public access", "allusers"]
    case "kms-key": ["kms", "encryption key", "keyid", "key id"]
    case "server-side-encryption": ["encrypt", "kms"]
    case "storage-class", "access-tier": ["storageclass", "storage class", "tier"]
    case "tags": ["tag"]
    default: []
    }
  }
}
