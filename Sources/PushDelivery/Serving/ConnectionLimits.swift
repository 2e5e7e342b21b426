/// How much of `richpush serve` one client may take, and for how long. RFC 9112 sets no numbers; it wants a server to have such limits
/// and to say when one is reached (RFC 9112, sections 2.3 and 3; RFC 9110, section 17.5). These are ample for browsers, which send heads
/// of one to four kilobytes and open six connections to a host.
public struct ConnectionLimits: Hashable, Sendable {
  /// The most bytes of a request's head: the request line, the fields, and the empty line. More is answered 431 (RFC 6585, section 5).
  public var headByteCount = 16_384
  /// The most bytes of a request's target; more is answered 414. RFC 9112, section 3, asks for at least 8000.
  public var targetByteCount = 8_192
  /// How long a client may take to send a head, counted from the opening of the connection for the first one. After that, what came is
  /// answered 408 (RFC 9110, section 15.5.9), and where nothing came the connection is closed.
  public var headTime = Duration.seconds(30)
  /// How long a connection may be idle between two requests, and how long a client may take no byte of an answer.
  public var idleTime = Duration.seconds(60)
  /// The most connections at once; others wait in the system's queue. With a file for each answer these are 512 open files, half
  /// of the 1,024 that a process may have by default on Linux.
  public var connectionCount = 256

  public init() {}

  /// What `richpush serve` keeps to.
  public static let standard = ConnectionLimits()
}
