public import Findings

/// One answer of a test server.
public struct ServerAnswer: Hashable, Sendable {
  /// The path and query that it is for.
  public let path: String
  /// A word of the request's `User-Agent`; nil: for all.
  public let userAgent: String?
  public let status: Int
  /// Sent as they are, with what `length` asks for.
  public var fields: [HeaderField]
  public var body: Body
  public var length: Length
  /// Seconds that the server waits before it answers.
  public var delay: Double

  public init(
    _ path: String, userAgent: String? = nil, status: Int = 200, _ fields: HeaderFields = [:], body: Body = .none,
    length: Length = .true, delay: Double = 0
  ) {
    self.path = path
    self.userAgent = userAgent
    self.status = status
    self.fields = fields.all
    self.body = body
    self.length = length
    self.delay = delay
  }

  public enum Body: Hashable, Sendable {
    case none
    case text(String)
    /// The bytes of a file.
    case media(MediaExample)

    /// A JPEG of 1200x600 pixels.
    public static let photo = media(.photo("photo.jpg"))
    public static let webP = media(.photo("photo.webp"))
  }

  /// The length in the answer's header.
  public enum Length: Hashable, Sendable {
    /// `Content-Length` with the number of bytes.
    case `true`
    /// Nothing: the connection's end is the body's.
    case absent
    /// `Content-Length` with another number.
    case stated(Int)
  }

  /// A test picture with a header that every client and cache is content with.
  public static func photo(
    _ path: String = "/photo.jpg", for userAgent: String? = nil, type: String? = "image/jpeg",
    cache: String = "public, max-age=86400", with fields: HeaderFields = [:], body: Body = .photo,
    length: Length = .true, delay: Double = 0
  ) -> ServerAnswer {
    let type = type.map { [HeaderField("Content-Type", $0)] } ?? []
    let all = HeaderFields(type + [HeaderField("Cache-Control", cache)] + fields.all)
    return ServerAnswer(path, userAgent: userAgent, all, body: body, length: length, delay: delay)
  }

  public static func redirect(_ path: String, to location: String, status: Int = 302) -> ServerAnswer {
    ServerAnswer(path, status: status, ["Location": location])
  }
}
