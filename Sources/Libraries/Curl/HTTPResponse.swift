/// A server's answer.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// Of interim answers before the final one, in order.
  public var interimStatuses: [Int]
  /// The first line of the final answer, as it came.
  public var statusLine: String
  /// Of the final answer, in order, without those of interim answers (100, 103).
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
  /// The facts of the server's own certificate, as libcurl lists them (https://curl.se/libcurl/c/CURLINFO_CERTINFO.html). Empty for plain
  /// HTTP, and where the settings make no offer.
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

/// The address of a server to be connected.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// In network order: four for IPv4, sixteen for IPv6.
  public var bytes: [UInt8]
  public var port: Int

  public init(bytes: [UInt8], port: Int) { (self.bytes, self.port) = (bytes, port) }

  /// `127.0.0.1:80` or `[0:0:0:0:0:0:0:1]:80`.
  public var description: String { bytes.count == 4 ? "\(host):\(port)" : "[\(host)]:\(port)" }

  /// Without the port.
  public var host: String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return groups.map { String($0, radix: 16) }.joined(separator: ":")
  }
}
