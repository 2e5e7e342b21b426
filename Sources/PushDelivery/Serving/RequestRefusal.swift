/// Why a request is answered without a look at what it asks for. The connection ends with such an answer, since nobody can tell where
/// the next request would begin.
public struct RequestRefusal: Error, Hashable, Sendable {
  /// As RFC 9110, section 15, and RFC 6585, section 5, have them.
  public let status: Int
  /// A sentence for who sent it.
  public let reason: String

  private init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }

  /// What is no HTTP (RFC 9110, section 15.5.1).
  ///
  /// - Parameter fault: what is wrong with it.
  static func malformed(_ fault: String) -> RequestRefusal {
    RequestRefusal(400, "the request cannot be read: \(fault); send it as HTTP/1.1 has it (RFC 9112)")
  }

  /// RFC 9110, section 9.3.1: content of a GET has no meaning, and a server may refuse it.
  static let body = RequestRefusal(
    400, "the request has a body, which GET and HEAD have no use for: send it without one")

  /// RFC 9110, section 15.5.9.
  public static func late(_ limits: ConnectionLimits) -> RequestRefusal {
    RequestRefusal(408, "the request did not come to its end within \(limits.headTime.components.seconds) seconds")
  }

  /// RFC 9110, section 15.5.15.
  static func targetTooLong(_ limits: ConnectionLimits) -> RequestRefusal {
    RequestRefusal(414, "the request's target has more than \(limits.targetByteCount) bytes: no file has such a URL")
  }

  /// RFC 9110, section 15.5.20.
  static let otherHost = RequestRefusal(
    421,
    "the request is for another host: this server listens for this machine alone and answers requests for localhost and for loopback "
      + "addresses, so that no site on the web can read what it serves (DNS rebinding); ask for localhost, or start it with --host"
  )

  /// RFC 6585, section 5.
  static func headTooLong(_ limits: ConnectionLimits) -> RequestRefusal {
    RequestRefusal(431, "the request's head has more than \(limits.headByteCount) bytes: send fewer or shorter fields")
  }

  /// RFC 9110, section 15.6.6.
  static let version = RequestRefusal(505, "only HTTP/1.0 and HTTP/1.1 are spoken here")
}
