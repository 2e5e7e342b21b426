package import Essentials
import Findings
package import Libraries
import MediaFacts
import PushDelivery

/// The requests and responses of one kind of object store. `ObjectStoreClient` does the rest.
package protocol StoreDialect: Sendable {
  /// The store's name in errors: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  var name: String { get }
  /// The `Cache-Control` of new objects in pipeline.yml; nil without one.
  var cacheControl: String? { get }
  /// In lower case: the fields of all such stores' responses have it.
  var fieldPrefix: String { get }

  func url(of key: String) -> String

  // Requests without credentials, which are safe to repeat.

  /// Asks for the facts about an object.
  func find(_ key: String) -> HTTPRequest

  func load(_ key: String) -> HTTPRequest

  /// Creates an object, or replaces it unless it must be new. The store checks the bytes against the digests that are sent along.
  func put(_ upload: ObjectUpload, isNew: Bool) -> HTTPRequest

  /// Lists one of the keys that begin with a prefix.
  func list(_ prefix: String) -> HTTPRequest

  /// The request with credentials. A signature contains the time.
  func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest

  /// The object in a response to `find` with the status 200; nil without one.
  func object(_ response: HTTPResponse) -> StoredObject?

  /// Whether the body of a success confirms an upload.
  func confirms(_ response: HTTPResponse) -> Bool

  /// Whether the body of a response to `list` with the status 200 is a list.
  func isList(_ body: [UInt8]) -> Bool

  /// Why the store refused a request. The client tells how wrong this machine's clock is.
  func refusal(_ response: HTTPResponse) -> StoreRefusal
}

extension StoreDialect {
  package func find(_ key: String) -> HTTPRequest { HTTPRequest(.head, url(of: key)) }

  package func load(_ key: String) -> HTTPRequest { HTTPRequest(.get, url(of: key)) }

  package func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest {
    credentials.added(to: request)
  }

  /// The `Cache-Control` of new objects.
  var lifetime: String { cacheControl ?? ObjectUpload.cacheControl }
}

/// A store's message when it refuses a request.
package struct StoreRefusal: Hashable, Sendable {
  /// For programs, such as `NoSuchBucket`; empty without one.
  package var code: String
  package var message: String
  /// The reason, if it is known; nil: the status tells it.
  package var reason: ObjectStoreError.Reason?
  /// How to fix it, if the remedies for all stores do not fit.
  package var remedy: String?

  package init(code: String, message: String) { (self.code, self.message) = (code, message) }

  /// A document of Amazon's or Azure's services. Others have none of these elements.
  init(xml bytes: [UInt8]) {
    self.init(code: XMLText.element("Code", bytes) ?? "", message: XMLText.element("Message", bytes) ?? "")
  }

  static let accountRemedy = "look into the account there: bills or a quota keep it from taking anything"

  /// The two in one line; empty without both.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }
}

extension HTTPResponse {
  /// Why a store refused a request, from its status, if no code says more. Reasons that may not be about one object apply to every object.
  var reasonOfStatus: ObjectStoreError.Reason {
    switch status {
    // Not a store's response to an upload: a page for people, a captive login, a server of another kind, or a proxy on the way to it.
    case ..<400, 402, 405, 407, 411, 417, 501, 505, 511: .unusable
    case 401: .credentials
    case 403: .forbidden
    case 404: .missingBucket
    // Too large, or its name is too long.
    case 413, 414: .rejected
    // 507 is a full store, in which space may be freed.
    case 408, 429, 500...: .busy
    default: .refusing
    }
  }

  /// How to fix it, if the remedy of all such reasons does not fit.
  var remedyOfStatus: String? {
    switch status {
    case 402: StoreRefusal.accountRemedy
    case 501:
      "use a version of the server, or another store, that knows conditional writes (If-None-Match: *), by which nothing is ever "
        + "overwritten; or leave out `acl`"
    default: nil
    }
  }

  /// Whether it is a page for people instead of an object or a store's response: a captive login, or a website at the endpoint. All
  /// responses of such a store have fields that begin with the prefix.
  func isPage(unlessFieldsBegin prefix: String) -> Bool {
    ["text/html", "application/xhtml+xml"].contains(MediaType.essence(field("Content-Type") ?? ""))
      && !fields.contains { $0.name.lowercased().hasPrefix(prefix) }
  }

  /// Whether it confirms an upload to S3 or Azure: their own responses have an entity tag and no body. A response without a tag is accepted,
  /// but not a page or an error, whatever its declared type.
  var isBareOrTagged: Bool {
    if body.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) }) { return true }
    let start = String(decoding: body.prefix(1_024), as: UTF8.self).lowercased()
    return field("ETag") != nil && !["<!doctype html", "<html", "<error"].contains(where: start.contains)
  }
}

extension HTTPRequest {
  /// A request to a store, without a short time limit.
  package init(_ method: HTTPMethod, _ url: String) {
    self.init(method, url, bodyLimit: 1_000_000, timeLimit: .seconds(86_400))
  }
}

/// Pairs of names and values that are present (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
enum FormText {
  static func joined(_ pairs: [(String, String?)]) -> String {
    pairs.compactMap { name, value in
      value.map { "\(PercentEncoding.component(name))=\(PercentEncoding.component($0))" }
    }.joined(separator: "&")
  }
}

extension StoredObject {
  /// Reads a response's header. The uploader noted a digest in a field; the other is the store's.
  init(_ response: HTTPResponse, note: String, md5: [UInt8]?) {
    let noted = response.field(note).flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    self.init(
      byteCount: response.field("Content-Length").flatMap { Int($0) },
      digests: Set([noted, md5.map { .md5($0) }].compactMap(\.self)), contentType: response.field("Content-Type"),
      contentEncoding: response.field("Content-Encoding"), cacheControl: response.field("Cache-Control"))
  }
}

extension ObjectStoreError.Reason {
  private static let ofCodes: [Self] = [
    .credentials, .missingBucket, .clock(ahead: 0), .wrongRegion(told: nil), .busy, .interrupted, .timedOut, .taken,
    .rejected, .refusing, .unusable,
  ]

  /// The known codes of a kind of store in texts/requests.txt.
  static func table(_ kind: String) -> [String: Self] {
    ofCodes.reduce(into: [:]) { table, reason in
      for code in WordTable.requests.rows("\(kind).\("\(reason)".prefix { $0 != "(" })").joined() {
        table[code] = reason
      }
    }
  }
}
