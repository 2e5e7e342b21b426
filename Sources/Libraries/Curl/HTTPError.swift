/// Why there is no answer. The texts are libcurl's, for people; code must not depend on them.
public enum HTTPError: Error, Hashable, Sendable {
  /// The request cannot be made: its URL or a field is malformed.
  case invalidRequest(detail: String)
  /// A proxy variable is invalid, lacks an address, or its proxy rejects you.
  case proxy(detail: String)
  /// The proxy does not answer now.
  case proxyFailed(detail: String)
  /// The host's name has no address.
  case unresolved(detail: String)
  /// The policy refuses every address of the host; this was the last one.
  case refused(SocketAddress)
  /// The server's machine refuses the connection: nothing listens at the port.
  case closed(detail: String)
  /// The connection failed.
  case unreachable(detail: String)
  /// The connection is not secure: the certificate is not valid for the host, or there is no common version of TLS.
  case insecure(detail: String)
  /// The file of trusted certificates cannot be used.
  case certificateFile(detail: String)
  /// The time limit passed although a connection was there.
  case timedOut
  /// The connection broke before the answer's header was there.
  case interrupted(detail: String)
  /// The connection ended before the body did.
  case truncated(received: Int, announced: Int?)
  /// The header is larger than the request's limit.
  case headerTooLarge
  /// libcurl does not support the body's `Content-Encoding`, or the bytes do not match it.
  case packed(detail: String)
  /// The answer is not HTTP, or does not match its header.
  case malformed(detail: String)
  /// The body cannot be written; this is errno.
  case file(code: Int32)
  /// The task was cancelled.
  case cancelled
}

extension HTTPError {
  /// The server ends the connection since it wants a certificate of the client.
  static let unauthenticated = HTTPError.insecure(
    detail: "the server asks for a certificate of the client's, which no phone has")

  /// Whether the server may have ended the connection: it broke, or the handshake failed.
  var isOfConnection: Bool {
    switch self {
    case .interrupted, .insecure: true
    default: false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// For people.
  public var description: String {
    switch self {
    case .invalidRequest(let detail): "the request cannot be made: \(detail)"
    case .proxy(let detail), .proxyFailed(let detail): "the proxy cannot be used: \(detail)"
    case .unresolved(let detail), .closed(let detail), .unreachable(let detail), .insecure(let detail): detail
    case .refused(let address): "\(address.host) is not connected"
    case .certificateFile(let detail): "the file of certificates cannot be used: \(detail)"
    case .timedOut: "it took too long"
    case .interrupted(let detail): "the connection broke: \(detail)"
    case .truncated(let received, let announced):
      "the connection ended after \(received) bytes" + (announced.map { " of \($0)" } ?? "")
    case .headerTooLarge: "the header of the answer is too large"
    case .packed(let detail): "the body is packed in a way that cannot be undone: \(detail)"
    case .malformed(let detail): "the answer is malformed: \(detail)"
    case .file(let code): "what came cannot be written (error \(code))"
    case .cancelled: "it was ended"
    }
  }
}
