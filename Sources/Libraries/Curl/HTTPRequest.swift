import Essentials

/// One request, and the accepted answers.
public struct HTTPRequest: Hashable, Sendable {
  public var method: HTTPMethod
  /// An absolute URL of scheme http or https, without a user's name.
  public var url: String
  /// Sent in this order, after `Host`, `Content-Length` and the authorization. Nothing else is sent.
  public var fields: [HTTPField]
  /// Sent with `PUT` and `POST`; it needs a field `Content-Type`. Others have none.
  public var body: [UInt8] = []
  /// nil: the request is not authorized.
  public var authorization: HTTPAuthorization?
  /// The most bytes of the body, after decoding, that are kept.
  public var bodyLimit: Int
  /// The value of `Accept-Encoding`.
  public var acceptedEncodings = "gzip"
  /// Whether every `Content-Encoding` that libcurl supports is unpacked, accepted or not; otherwise the body is kept as it comes.
  public var unpacksBody = true
  /// Whether HTTP/1.1 is the newest version used.
  public var isLimitedToHTTP1 = false
  /// Whether the body ends with the connection, whatever `Content-Length` says.
  public var ignoresLength = false
  /// The time limit for everything, from the name lookup to the last byte.
  public var timeLimit: Duration
  /// How long a transfer may stall, in whole seconds; nil: up to the time limit.
  public var stallLimit: Duration?

  public init(
    _ method: HTTPMethod = .get, _ url: String, fields: [HTTPField] = [], bodyLimit: Int, timeLimit: Duration
  ) {
    (self.method, self.url, self.fields, self.bodyLimit) = (method, url, fields, bodyLimit)
    self.timeLimit = timeLimit
  }
}

public enum HTTPMethod: String, Hashable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case put = "PUT"
  case post = "POST"
}

/// Without fields and body, which may hold secrets.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "\(method.rawValue) \(url)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}

/// One field of a header.
public struct HTTPField: Hashable, Sendable {
  /// As written; names are compared case-insensitively.
  public var name: String
  /// Without the white space around it.
  public var value: String

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// How a request proves who sends it.
public enum HTTPAuthorization: Hashable, Sendable {
  /// A token of OAuth 2 (https://datatracker.ietf.org/doc/html/rfc6750).
  case bearer(Secret)
  /// A user and a password with a colon between them (https://datatracker.ietf.org/doc/html/rfc7617).
  case basic(Secret)
  /// A signature of this request and its prefix in the field: `SharedKey pushassets:`. The token of temporary credentials is sent next
  /// to it.
  case signature(String, Secret, token: SecretField? = nil)
  /// A query appended to that of the URL, such as Azure's shared access signatures. The request's own URL lacks it.
  case query(Secret)
}

/// A header field with a secret value.
public struct SecretField: Hashable, Sendable {
  public var name: String
  public var value: Secret

  public init(_ name: String, _ value: Secret) { (self.name, self.value) = (name, value) }
}

extension HTTPAuthorization {
  /// The fields that it adds to the request.
  var fields: [HTTPField] {
    switch self {
    case .bearer(let token): [HTTPField("Authorization", "Bearer \(token.text)")]
    case .basic(let pair): [HTTPField("Authorization", "Basic \(Data(pair.text.utf8).base64EncodedString())")]
    case .signature(let start, let signature, let token):
      [HTTPField("Authorization", start + signature.text)]
        + [token].compactMap { field in field.map { HTTPField($0.name, $0.value.text) } }
    case .query: []
    }
  }
}

extension HTTPRequest {
  /// The URL that is loaded, which may have a secret in its query.
  var loadedURL: String {
    guard case .query(let query) = authorization else { return url }
    return url + (url.contains("?") ? "&" : "?") + query.text
  }
}
