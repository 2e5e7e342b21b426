/// One request, and what is accepted as its answer.
public struct HTTPRequest: Hashable, Sendable {
  public var method: HTTPMethod
  /// An absolute URL of scheme http or https, without a user's name.
  public var url: String
  /// Sent in this order, beside `Host` and `Content-Length`, which are made from the URL and the body, and what authorizes it. Nothing
  /// else is sent.
  public var fields: [HTTPField]
  /// Sent with `PUT` and `POST`; it needs a field `Content-Type`. Others have none.
  public var body: [UInt8] = []
  /// nil: nobody asks who sends it.
  public var authorization: HTTPAuthorization?
  /// The most bytes of the body, after decoding, that are kept.
  public var bodyLimit: Int
  /// The most bytes of the answer's header, in all.
  public var headerLimit = 65_536
  /// What `Accept-Encoding` says.
  public var acceptedEncodings = "gzip"
  /// Whether what libcurl can unpack of `Content-Encoding` is unpacked, whatever was accepted; otherwise the body is kept as it comes.
  public var unpacksBody = true
  /// Whether nothing newer than HTTP/1.1 is spoken.
  public var isLimitedToHTTP1 = false
  /// How long everything may take, from the name lookup to the last byte.
  public var timeLimit: Duration
  /// How long nothing may move, in whole seconds; nil: as long as everything may take.
  public var stallLimit: Duration?

  public init(
    _ method: HTTPMethod = .get, _ url: String, fields: [HTTPField] = [], bodyLimit: Int, timeLimit: Duration
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.bodyLimit = bodyLimit
    self.timeLimit = timeLimit
  }
}

public enum HTTPMethod: String, Hashable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case put = "PUT"
  case post = "POST"
}

/// Without fields and body, which may hold what nobody may see.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "\(method.rawValue) \(url)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}

/// One field of a header.
public struct HTTPField: Hashable, Sendable {
  /// As written; names are compared without regard to case.
  public var name: String
  /// Without the white space around it.
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
