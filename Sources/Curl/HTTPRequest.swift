/// One request, and what is accepted as its answer.
public struct HTTPRequest: Hashable, Sendable {
  public var method: HTTPMethod
  /// An absolute URL of scheme http or https, without a user's name.
  public var url: String
  /// Sent in this order, beside `Host`, which is made from the URL. Nothing else is sent.
  public var fields: [HTTPField]
  /// The most bytes of the body, after decoding, that are kept.
  public var bodyLimit: Int
  /// The most bytes of the answer's header, in all.
  public var headerLimit = 65_536
  /// How long everything may take, from the name lookup to the last byte.
  public var timeLimit: Duration

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
