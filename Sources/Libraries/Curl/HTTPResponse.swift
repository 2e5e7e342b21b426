/// A server's answer.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// The statuses of interim answers before the final one, in order.
  public var interimStatuses: [Int]
  /// The first line of the final answer, as it came.
  public var statusLine: String
  /// The header fields of the final answer, in order, without those of interim answers (100, 103).
  public var fields: [HTTPField]
  /// The bytes of the body that were kept, after decoding.
  public var byteCount: Int
  /// Those bytes; empty where a file has them.
  public var body: [UInt8]
  /// Whether the body exceeds the request's limit. A body announced as larger is not loaded at all.
  public var isBodyCapped: Bool
  /// The absolute URL that a redirect leads to; nil for other answers.
  public var redirect: String?
  /// Such as `HTTP/1.1` or `HTTP/2`.
  public var protocolVersion: String
  /// The server's address, without brackets.
  public var peer: String
  public var times: HTTPTimes
  /// The facts of the server's own certificate, as libcurl lists them
  /// (https://curl.se/libcurl/c/CURLINFO_CERTINFO.html). Empty for plain HTTP, and where the settings make no offer.
  public var certificate: [HTTPField] = []

  /// The value of the first field of this name; nil without one.
  public func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// When each step of an exchange ended, in seconds from its start. Steps that a reused connection skips are 0.
public struct HTTPTimes: Hashable, Sendable {
  public var nameLookup: Double
  public var connect: Double
  /// The end of the TLS handshake; 0 for plain HTTP.
  public var secured: Double
  public var firstByte: Double
  public var total: Double
}
