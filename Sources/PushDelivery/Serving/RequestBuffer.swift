/// What has come over a connection and is not answered yet. Each byte is looked at once, and no more is kept than a head may have and
/// what came in one piece with its end.
public struct RequestBuffer: Sendable {
  private let limits: ConnectionLimits
  private var bytes: [UInt8] = []
  /// How many of the bytes belong to the head that is being looked for.
  private var searched = 0
  private var hasRequestLine = false

  public init(limits: ConnectionLimits = .standard) { self.limits = limits }

  public var isEmpty: Bool { bytes.isEmpty }

  public mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// Takes the next head, its empty line included; nil while that has not come.
  ///
  /// - Throws: `RequestRefusal` as soon as it is known that what comes is no head, or one that is too long.
  public mutating func takeHead() throws(RequestRefusal) -> [UInt8]? {
    guard dropEmptyLines() else { return nil }
    while searched < bytes.count {
      try checkLength()
      try checkByte()
      searched += 1
      if bytes[..<searched].suffix(4).elementsEqual(Self.end) { return takeSearched() }
    }
    return nil
  }

  private static let end = Array("\r\n\r\n".utf8)
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Some clients send a line end behind a body, which is not counted (RFC 9112, section 2.2). However many there are, and in how many
  /// pieces they come, none of them is a request.
  ///
  /// - Returns: false when what is left may be the start of such a line.
  private mutating func dropEmptyLines() -> Bool {
    guard searched == 0 else { return true }
    var end = 0
    while end + 1 < bytes.count, bytes[end] == Self.carriageReturn, bytes[end + 1] == Self.lineFeed { end += 2 }
    bytes.removeFirst(end)
    return bytes != [Self.carriageReturn]
  }

  private func checkLength() throws(RequestRefusal) {
    // A method and a version are short: what is that long without a line end has a target that is too long.
    if !hasRequestLine, searched > limits.targetByteCount + 64 { throw .targetTooLong(limits) }
    if searched >= limits.headByteCount { throw .headTooLong(limits) }
  }

  /// Lines end in both bytes: what takes one alone for an end sees other requests than what does not (RFC 9112, section 2.2). A NUL
  /// is in no head, and near the start of whatever is TLS.
  private mutating func checkByte() throws(RequestRefusal) {
    let byte = bytes[searched]
    let isBehindReturn = searched > 0 && bytes[searched - 1] == Self.carriageReturn
    guard isBehindReturn == (byte == Self.lineFeed) else { throw .malformed("a line does not end in CR LF") }
    guard byte != 0 else { throw .malformed("there is a NUL in it, as in TLS, which is not spoken here") }
    if byte == Self.lineFeed { hasRequestLine = true }
  }

  private mutating func takeSearched() -> [UInt8] {
    let head = Array(bytes[..<searched])
    bytes.removeFirst(searched)
    (searched, hasRequestLine) = (0, false)
    return head
  }
}

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
  /// How many bytes of an answer a client has to take in a second, once `idleTime` is over: a byte a minute would keep a place for ever.
  public var slowestByteRate = 8_192
  /// The most connections at once; others wait in the system's queue. With a file for each answer these are 512 open files, half
  /// of the 1,024 that a process may have by default on Linux.
  public var connectionCount = 256

  public init() {}

  /// How long a client may take over an answer of so many bytes, counted from its beginning.
  public func answerTime(byteCount: Int) -> Duration {
    idleTime + .seconds(Double(byteCount) / Double(max(1, slowestByteRate)))
  }

  /// What `richpush serve` keeps to.
  public static let standard = ConnectionLimits()
}
