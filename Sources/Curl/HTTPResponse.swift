/// A server's answer.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// Those of the interim answers that came before the final one, in their order.
  public var interimStatuses: [Int]
  /// The fields of the final answer's header, in their order. Those of interim answers (100, 103) are left out.
  public var fields: [HTTPField]
  /// The bytes of the body that were kept, after decoding.
  public var byteCount: Int
  /// Those bytes; empty where they were written to a file.
  public var body: [UInt8]
  /// Whether the body has more bytes than the request's limit. A body that is announced as larger is not loaded at all.
  public var isBodyCapped: Bool
  /// Where a redirect leads to, as an absolute URL; nil when the answer is none.
  public var redirect: String?
  /// Such as `HTTP/1.1` or `HTTP/2`.
  public var protocolVersion: String
  /// The server's address, without brackets.
  public var peer: String
  public var times: HTTPTimes

  /// The value of the first field of this name; nil when there is none.
  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// When each step of an exchange was done, in seconds from its start. Steps that a reused connection makes unnecessary
/// are 0.
public struct HTTPTimes: Hashable, Sendable {
  public var nameLookup: Double
  public var connect: Double
  /// The end of the TLS handshake; 0 for plain HTTP.
  public var secured: Double
  public var firstByte: Double
  public var total: Double
}
