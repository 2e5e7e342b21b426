import Curl
import Essentials

extension HTTPResponse {
  /// Why a store refused a request, from its status, if no code says more. Reasons that may not be about one object apply to every object.
  var reasonOfStatus: ObjectStoreError.Reason {
    switch status {
    // Not a store's response to an upload: a page for people, or a captive login.
    case ..<400, 511: .unusable
    case 401: .credentials
    case 403: .forbidden
    case 404: .missingBucket
    // Too large, or its name is too long.
    case 413, 414: .rejected
    case 501, 505: .refusing
    // 507 is a full store, in which space may be freed.
    case 408, 429, 500...: .busy
    default: .refusing
    }
  }

  /// Whether it is a page for people instead of an object or a store's response: a captive login, or a website at the endpoint.
  ///
  /// - Parameter prefix: the prefix of fields that all responses of such a store have.
  func isPage(unlessFieldsBegin prefix: String) -> Bool {
    let type = MediaType.essence(field("Content-Type") ?? "")
    return (type == "text/html" || type == "application/xhtml+xml")
      && !fields.contains { $0.name.lowercased().hasPrefix(prefix) }
  }

  /// Whether the body only has blanks.
  var isBodyBlank: Bool { body.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }

  /// Whether the body is an HTML document, whatever its declared type.
  var isBodyPage: Bool {
    let start = String(decoding: body.prefix(1_024), as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body"].contains(where: start.contains)
  }
}

extension StoreConnection {
  /// A success status in a form that such a store does not send.
  ///
  /// - Parameter detail: the fault of the response.
  func strange(_ response: HTTPResponse, _ detail: String) -> ObjectStoreError {
    ObjectStoreError(
      .unusable, store: store, detail: "status \(response.status), and \(detail)", remedy: Self.strangeRemedy)
  }

  static let strangeRemedy =
    "correct the endpoint: what answers there is no such store, or something on the way answers in its place"

  static let accountRemedy = "look into the account there: bills or a quota keep it from taking anything"
}

/// The keys of pipeline.yml that add properties to uploads, which a store may refuse.
struct AskedTraits: Hashable, Sendable {
  private let keys: [String]

  /// - Parameter keys: each with whether uploads use it.
  init(_ keys: [(key: String, isAsked: Bool)]) { self.keys = keys.filter(\.isAsked).map(\.key) }

  /// An upload's error, with a remedy if a key may be the cause.
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

  /// Parts of the codes and messages of stores that refuse a key, in lower case.
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
