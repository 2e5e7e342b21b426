import Findings

/// The head of a request: what is asked, and what becomes of the connection.
public struct RequestHead: Hashable, Sendable {
  public let request: ServedRequest
  /// Whether the client wants to send another request over the connection (RFC 9112, section 9.3).
  public let keepsConnection: Bool
  /// Whether something follows that is no request: a body, which is not read.
  public let hasBody: Bool
  /// Whether the client speaks HTTP/1.0, and must be told that the connection stays.
  let isOld: Bool

  /// - Parameter bytes: as `RequestBuffer` gives them.
  /// - Throws: `RequestRefusal` for what is no head.
  public init(_ bytes: [UInt8], limits: ConnectionLimits = .standard) throws(RequestRefusal) {
    let lines = try Self.lines(bytes)
    let line = try RequestLine(lines.first ?? [], limits: limits)
    var all: [HeaderField] = []
    for line in lines.dropFirst() { all.append(try Self.field(line)) }
    let fields = HeaderFields(all)
    isOld = line.minorVersion == 0
    try Self.checkHost(fields, isOld: isOld)
    hasBody = try Self.hasBody(fields)
    let options = fields.list("Connection").map { $0.lowercased() }
    keepsConnection = !options.contains("close") && (!isOld || options.contains("keep-alive"))
    request = ServedRequest(method: line.method, target: line.target, fields: fields)
  }

  /// Why it is not answered as it stands; nil when it is.
  ///
  /// - Parameter hosts: whose requests are answered.
  public func refusal(hosts: ServedHosts) -> RequestRefusal? {
    guard hosts.include(request) else { return .otherHost }
    return hasBody && ["GET", "HEAD"].contains(request.method) ? .body : nil
  }

  /// The lines without their ends, and without the empty one.
  private static func lines(_ bytes: [UInt8]) throws(RequestRefusal) -> [ArraySlice<UInt8>] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.last?.isEmpty == true else { throw .malformed("it has no end") }
    guard lines.dropLast().allSatisfy({ $0.last == UInt8(ascii: "\r") }) else {
      throw .malformed("a line does not end in CR LF")
    }
    return lines.dropLast(2).map { $0.dropLast() }
  }

  /// A name, a colon right behind it, and a value on one line (RFC 9112, section 5; RFC 9110, section 5.5).
  private static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> HeaderField {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    let value = line.dropFirst(name.count + 1)
    guard isToken(name), name.count < line.count else { throw .malformed("one of its lines is no field") }
    guard value.allSatisfy({ $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw .malformed("a field has a control character in it")
    }
    let text = String(decoding: value, as: UTF8.self)
    return HeaderField(String(decoding: name, as: UTF8.self), String(trimmed(text[...])))
  }

  /// One `Host`, which HTTP/1.0 does not know (RFC 9112, section 3.2).
  private static func checkHost(_ fields: HeaderFields, isOld: Bool) throws(RequestRefusal) {
    let count = fields.all.count { $0.name.lowercased() == "host" }
    guard count == 1 || (isOld && count == 0) else { throw .malformed("it has \(count) fields named Host") }
  }

  /// RFC 9112, section 6.3.
  private static func hasBody(_ fields: HeaderFields) throws(RequestRefusal) -> Bool {
    let lengths = fields.list("Content-Length")
    guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      throw .malformed("its Content-Length is no number")
    }
    return fields["Transfer-Encoding"] != nil || lengths.contains { $0 != "0" }
  }
}
