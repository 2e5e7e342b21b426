package import Findings
import MediaFacts

/// A client's request, without its body.
package struct ServedRequest: Hashable, Sendable {
  /// As sent: methods are case-sensitive (RFC 9110, section 9.1).
  package let method: String
  /// The target of the request line, as sent.
  package let target: String
  package let fields: HeaderFields

  package init(method: String, target: String, fields: HeaderFields) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// Replaces an unreadable request in a log.
  package static let unreadable = ServedRequest(method: "-", target: "-", fields: [:])

  /// Reads a head with its empty line (RFC 9112, sections 2 to 5). No other request follows on the connection, so a body is not
  /// read, and the fields that say its length do not matter.
  package init(head: [UInt8]) throws(RequestRefusal) {
    let lines = String(validating: head, as: UTF8.self)?.split(separator: "\r\n") ?? []
    guard let match = lines.first?.wholeMatch(of: #/([!#$%&'*+.^_`|~0-9A-Za-z\-]+) ([^\x00- \x7F]+) HTTP\/1\.[0-9]/#)
    else { throw .malformed }
    let fields = try lines.dropFirst().map { line throws(RequestRefusal) in
      guard let field = line.wholeMatch(of: #/([!#$%&'*+.^_`|~0-9A-Za-z\-]+):(.*)/#) else { throw .malformed }
      return HeaderField(String(field.1), String(trimmed(field.2)))
    }
    self.init(method: String(match.1), target: String(match.2), fields: HeaderFields(fields))
  }

  /// Whether all hosts that it names, in the field and in a target that is a whole URL, are loopback's: `localhost` and names below it
  /// (RFC 6761, section 6.3), 127.0.0.0/8 (RFC 1122, section 3.2.1.3) and ::1 (RFC 4291, section 2.5.3).
  ///
  /// A site on the web can point its own name to this machine (DNS rebinding). A browser then treats this server's responses as that site's
  /// own. Only the name in the request distinguishes them. Browsers always send a host, unlike HTTP/1.0 clients.
  package var isForLoopback: Bool {
    let named = fields.values("Host").map { $0[...] }
    let target = target.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)/#)?.1
    return (named + [target].compactMap(\.self)).allSatisfy(Self.isLoopback)
  }

  /// - Parameter authority: a name or an address, and perhaps a port.
  private static func isLoopback(_ authority: Substring) -> Bool {
    guard let match = authority.wholeMatch(of: #/(\[[^\]]*\]|[^:]*)(?::([0-9]*))?/#) else { return false }
    if let port = match.2, !port.isEmpty, UInt16(port) == nil { return false }
    // A dot at the end means the same name (RFC 1034, section 3.1).
    let name = match.1.hasSuffix(".") ? match.1.dropLast() : match.1
    guard let host = URLHost(name) else { return false }
    return host.isLoopback || (!host.isAddress && name.lowercased().hasSuffix(".localhost"))
  }

  /// The bytes of a file that it requests. A range only counts for GET, and not for a version that is not told of here (RFC 9110, sections
  /// 13.1.5 and 14.2).
  func range(of byteCount: Int) -> RangeRequest {
    RangeRequest(method == "GET" && fields["If-Range"] == nil ? fields["Range"] : nil, byteCount: byteCount)
  }
}

/// Why the server refuses a request without reading its target.
package struct RequestRefusal: Error, Hashable {
  /// From RFC 9110, section 15, and RFC 6585, section 5.
  package let status: Int
  /// A sentence for the sender.
  package let reason: String

  package static let malformed = RequestRefusal(
    status: 400, reason: "the request cannot be read: send it as HTTP/1.1 has it (RFC 9112)")

  static let late = RequestRefusal(status: 408, reason: "the request did not come to its end in time")

  static let tooLong = RequestRefusal(
    status: 431, reason: "the request's head is too long: send fewer or shorter fields")

  package static let otherHost = RequestRefusal(
    status: 421,
    reason: """
      the request is for another host: this server listens for this machine only and answers requests for localhost and for loopback \
      addresses, so that no site on the web can read what it serves (DNS rebinding); ask for localhost, or start it with --host
      """)
}

/// A request's `Range` of a file (RFC 9110, section 14.2).
package enum RangeRequest: Hashable {
  /// The whole file: the field is missing, malformed, of another unit or of several ranges, and may be ignored.
  case whole
  /// Part of it, at least one byte.
  case part(Range<Int>)
  /// Bytes that the file does not have.
  case unsatisfiable

  package init(_ field: String?, byteCount: Int) {
    let match = field?.wholeMatch(of: #/[Bb]ytes=([0-9]*)-([0-9]*)/#)
    switch (match.flatMap { Self.number($0.1) }, match.flatMap { Self.number($0.2) }) {
    case (nil, nil): self = .whole
    case (nil, let count?): self = Self.bytes(from: byteCount - min(count, byteCount), to: byteCount)
    case (let first?, nil): self = Self.bytes(from: first, to: byteCount)
    case (let first?, let last?) where first <= last: self = Self.bytes(from: first, to: min(last, byteCount - 1) + 1)
    default: self = .whole
    }
  }

  private static func bytes(from start: Int, to end: Int) -> RangeRequest {
    start < end ? .part(start..<end) : .unsatisfiable
  }

  /// A number that is too large for any file becomes the largest; nil without digits.
  private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}

/// A request target's path below the served folder. It cannot leave the folder: no decoded name is `..` or contains a slash.
package struct RequestPath: Hashable, Sendable {
  /// The path's names, decoded: neither empty nor hidden, without slashes and control characters. Empty for the folder itself.
  package let names: [String]
  /// Whether it ends in a slash, as only a folder's path may.
  package let isFolder: Bool

  /// Takes the target of a request line, such as `/a%20b.jpg?v=1` or, as sent to proxies, `http://host/a.jpg` (RFC 9112, section 3.2); nil
  /// if it may not be served.
  package init?(target: String) {
    let start = target.prefixMatch(of: #/https?://[^/]+/#)?.range.upperBound ?? target.startIndex
    let path = target[start...].prefix { $0 != "?" && $0 != "#" }.utf8
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty else { return nil }
    isFolder = parts.last?.isEmpty ?? true
    let names = parts.dropFirst().dropLast(isFolder ? 1 : 0).map(Self.name)
    self.names = names.compactMap { $0 }
    if names.contains(nil) { return nil }
  }

  /// A name, decoded once (RFC 3986, section 2.1); nil if it may not be requested, or has a percent sign without two digits.
  private static func name(_ encoded: Substring.UTF8View) -> String? {
    let escapes = encoded.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    let areWhole = escapes.allSatisfy { $0.count >= 2 && Substring($0).prefix(2).allSatisfy(\.isHexDigit) }
    guard areWhole, let name = String(validating: percentDecoded(encoded), as: UTF8.self) else { return nil }
    return isAllowed(name) ? name : nil
  }

  /// Whether it is one name, neither empty nor hidden.
  static func isAllowed(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.utf8.contains(UInt8(ascii: "/")) else {
      return false
    }
    return !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
