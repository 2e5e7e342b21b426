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
  /// The most bytes of the answer's header, in all.
  public var headerLimit = 65_536
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
