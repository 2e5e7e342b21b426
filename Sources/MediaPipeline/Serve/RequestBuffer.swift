import Findings

/// The unanswered bytes of a connection. Each byte is examined once. The buffer keeps at most a head and the rest of the piece that ended
/// it.
package struct RequestBuffer: Sendable {
  private let limits: ConnectionLimits
  private var bytes: [UInt8] = []
  /// How many bytes of the current head were searched.
  private var searched = 0
  private var hasRequestLine = false

  package init(limits: ConnectionLimits = .standard) { self.limits = limits }

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// Takes the next head with its empty line; nil until that arrives.
  ///
  /// - Throws: `RequestRefusal` as soon as the bytes cannot become a head, or it is too long.
  package mutating func takeHead() throws(RequestRefusal) -> [UInt8]? {
    // Some clients send a line end after a body, which is ignored (RFC 9112, section 2.2).
    if searched == 0 {
      var rest = bytes[...]
      while rest.starts(with: [carriageReturn, lineFeed]) { rest = rest.dropFirst(2) }
      bytes = Array(rest)
      if bytes == [carriageReturn] { return nil }
    }
    while searched < bytes.count {
      try checkNext()
      searched += 1
      // A line feed only comes after a carriage return, so the line before it is empty.
      if bytes[searched - 1] == lineFeed, searched >= 4, bytes[searched - 3] == lineFeed { return takeSearched() }
    }
    return nil
  }

  /// Lines end in both bytes: a program that accepts only one sees other requests than one that does not (RFC 9112, section 2.2). No head
  /// contains a NUL, and every beginning of TLS does.
  private mutating func checkNext() throws(RequestRefusal) {
    // A method and a version are short, so a longer line has a target that is too long.
    if !hasRequestLine, searched > limits.targetByteCount + 64 { throw .targetTooLong(limits) }
    if searched >= limits.headByteCount { throw .headTooLong(limits) }
    let byte = bytes[searched]
    let isBehindReturn = searched > 0 && bytes[searched - 1] == carriageReturn
    guard isBehindReturn == (byte == lineFeed) else { throw .malformed("a line does not end in CR LF") }
    guard byte != 0 else { throw .malformed("there is a NUL in it, as in TLS, which is not spoken here") }
    if byte == lineFeed { hasRequestLine = true }
  }

  private mutating func takeSearched() -> [UInt8] {
    defer { (searched, hasRequestLine) = (0, false) }
    let head = Array(bytes[..<searched])
    bytes.removeFirst(searched)
    return head
  }
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

extension ServedRequest {
  /// Reads a head.
  ///
  /// - Parameter head: as `RequestBuffer` returns it.
  /// - Throws: `RequestRefusal` if it is not a head.
  package init(head: [UInt8], limits: ConnectionLimits = .standard) throws(RequestRefusal) {
    let lines = head.split(separator: lineFeed, omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.last?.isEmpty == true else { throw .malformed("it has no end") }
    guard lines.dropLast().allSatisfy({ $0.last == carriageReturn }) else {
      throw .malformed("a line does not end in CR LF")
    }
    let line = try Self.requestLine(lines[0].dropLast(), limits)
    var fields: [HeaderField] = []
    for field in lines.dropFirst().dropLast(2) { fields.append(try Self.field(field.dropLast())) }
    self.init(method: line.method, target: line.target, fields: HeaderFields(fields), isOld: line.isOld)
    try checkFields()
  }

  /// Method, target and version, with one space between them (RFC 9112, section 3). A higher minor version is treated as the highest known
  /// one (RFC 9110, section 2.5).
  private static func requestLine(
    _ line: ArraySlice<UInt8>, _ limits: ConnectionLimits
  ) throws(RequestRefusal) -> (method: String, target: String, isOld: Bool) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]) else { throw .malformed("its first line is no request line") }
    guard parts[1].count <= limits.targetByteCount else { throw .targetTooLong(limits) }
    // It may contain non-URI bytes if they are UTF-8, which people type.
    guard !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let target = String(validating: parts[1], as: UTF8.self)
    else { throw .malformed("its target is no path or URL") }
    guard let match = String(decoding: parts[2], as: UTF8.self).wholeMatch(of: #/HTTP/([0-9])\.([0-9])/#) else {
      throw .malformed("its first line names no version of HTTP")
    }
    guard match.1 == "1" else { throw .version }
    return (String(decoding: parts[0], as: UTF8.self), target, match.2 == "0")
  }

  /// A name, a colon next to it, and a value on one line (RFC 9112, section 5; RFC 9110, section 5.5).
  private static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> HeaderField {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    let value = line.dropFirst(name.count + 1)
    guard isToken(name), name.count < line.count else { throw .malformed("one of its lines is no field") }
    guard value.allSatisfy({ $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw .malformed("a field has a control character in it")
    }
    return HeaderField(
      String(decoding: name, as: UTF8.self), String(trimmed(String(decoding: value, as: UTF8.self)[...])))
  }

  /// One `Host`, which HTTP/1.0 may omit (RFC 9112, section 3.2), and a length that is a number (section 6.3).
  private func checkFields() throws(RequestRefusal) {
    let hostCount = fields.all.count { $0.name.lowercased() == "host" }
    guard hostCount == 1 || (isOld && hostCount == 0) else {
      throw .malformed("it has \(hostCount) fields named Host")
    }
    guard fields.list("Content-Length").allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { throw .malformed("its Content-Length is no number") }
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { tokenBytes.contains($0) }
  }

  private static let tokenBytes = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&'*+-.^_`|~".utf8)
}

/// Why the server refuses a request without reading its target. The connection ends with this response, since the start of the next request
/// is unknown.
package struct RequestRefusal: Error, Hashable, Sendable {
  /// From RFC 9110, section 15, and RFC 6585, section 5.
  package let status: Int
  /// A sentence for the sender.
  package let reason: String

  /// The bytes are not HTTP (RFC 9110, section 15.5.1).
  ///
  /// - Parameter fault: their fault.
  static func malformed(_ fault: String) -> RequestRefusal {
    RequestRefusal(status: 400, reason: "the request cannot be read: \(fault); send it as HTTP/1.1 has it (RFC 9112)")
  }

  /// RFC 9110, section 9.3.1: content of a GET has no meaning, and a server may refuse it.
  static let body = RequestRefusal(
    status: 400, reason: "the request has a body, which GET and HEAD have no use for: send it without one")

  /// RFC 9110, section 15.5.9.
  static func late(_ limits: ConnectionLimits) -> RequestRefusal {
    let seconds = limits.headTime.components.seconds
    return RequestRefusal(status: 408, reason: "the request did not come to its end within \(seconds) seconds")
  }

  /// RFC 9110, section 15.5.15.
  static func targetTooLong(_ limits: ConnectionLimits) -> RequestRefusal {
    RequestRefusal(
      status: 414, reason: "the request's target has more than \(limits.targetByteCount) bytes: no file has such a URL")
  }

  /// RFC 9110, section 15.5.20.
  static let otherHost = RequestRefusal(
    status: 421,
    reason: """
      the request is for another host: this server listens for this machine only and answers requests for localhost and for loopback \
      addresses, so that no site on the web can read what it serves (DNS rebinding); ask for localhost, or start it with --host
      """)

  /// RFC 6585, section 5.
  static func headTooLong(_ limits: ConnectionLimits) -> RequestRefusal {
    RequestRefusal(
      status: 431,
      reason: "the request's head has more than \(limits.headByteCount) bytes: send fewer or shorter fields")
  }

  /// RFC 9110, section 15.6.6.
  static let version = RequestRefusal(status: 505, reason: "only HTTP/1.0 and HTTP/1.1 are spoken here")
}
