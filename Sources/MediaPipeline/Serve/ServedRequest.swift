package import Findings

/// A client's request.
package struct ServedRequest: Hashable, Sendable {
  /// As sent: methods are case-sensitive (RFC 9110, section 9.1).
  package let method: String
  /// The target of the request line, as sent.
  package let target: String
  package let fields: HeaderFields
  /// Whether the client speaks HTTP/1.0.
  let isOld: Bool

  package init(method: String, target: String, fields: HeaderFields, isOld: Bool = false) {
    (self.method, self.target, self.fields, self.isOld) = (method, target, fields, isOld)
  }

  /// Replaces an unreadable request in a log.
  package static let unreadable = ServedRequest(method: "-", target: "-", fields: [:])

  /// Whether a body follows, which is not read (RFC 9112, section 6.3).
  package var hasBody: Bool {
    fields["Transfer-Encoding"] != nil || fields.list("Content-Length").contains { $0 != "0" }
  }

  /// Whether the client wants to send another request over the connection (RFC 9112, section 9.3).
  package var keepsConnection: Bool {
    let options = fields.list("Connection").map { $0.lowercased() }
    return !options.contains("close") && (!isOld || options.contains("keep-alive"))
  }

  /// The hosts that it names, with ports: in the field, and in the target if that is a whole URL.
  var authorities: [Substring] {
    let named = fields.all.filter { $0.name.lowercased() == "host" }.map { $0.value[...] }
    return named + [target.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)/#)?.1].compactMap { $0 }
  }

  /// Why it is refused, if so.
  ///
  /// - Parameter hosts: the server's names.
  package func refusal(hosts: ServedHosts) -> RequestRefusal? {
    guard hosts.include(self) else { return .otherHost }
    return hasBody && ["GET", "HEAD"].contains(method) ? .body : nil
  }

  /// Whether the client already has this file (RFC 9110, sections 13.1.2 and 13.1.3). A time must be exactly the one sent to the client, as
  /// in nginx.
  func isFresh(_ file: ServedFile) -> Bool {
    let tags = fields.list("If-None-Match")
    guard tags.isEmpty else {
      return tags.contains { $0 == "*" || EntityTag(field: String($0)).matchesWeakly(file.entityTag) }
    }
    return fields["If-Modified-Since"] == file.lastModified
  }

  /// Whether the client wants only one version of the file, and this is another (RFC 9110, sections 13.1.1 and 13.1.4). A text that is not
  /// a date is not a condition.
  func isOfAnother(_ file: ServedFile) -> Bool {
    let tags = fields.list("If-Match")
    guard tags.isEmpty else {
      return !tags.contains { $0 == "*" || EntityTag(field: String($0)).matchesStrongly(file.entityTag) }
    }
    return fields["If-Unmodified-Since"].flatMap(HTTPDate.seconds).map { file.modified > $0 } ?? false
  }

  /// The bytes of a file that it requests. A range only counts for GET, and not if the client has part of another version (RFC 9110,
  /// sections 13.1.5 and 14.2).
  func range(of file: ServedFile) -> RangeRequest {
    guard method == "GET", fields["If-Range"].map({ isSame($0, file) }) ?? true else { return .whole }
    return RangeRequest(fields["Range"], byteCount: file.byteCount)
  }

  private func isSame(_ condition: String, _ file: ServedFile) -> Bool {
    condition == file.lastModified || EntityTag(field: condition).matchesStrongly(file.entityTag)
  }
}

/// A request's `Range` of a file (RFC 9110, section 14.2).
package enum RangeRequest: Hashable, Sendable {
  /// The whole file: the field is missing, malformed, of another unit or of several ranges, and may be ignored.
  case whole
  /// Part of it, at least one byte.
  case part(Range<Int>)
  /// Bytes that the file does not have.
  case unsatisfiable

  /// - Parameter byteCount: the file's size in bytes.
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
    let parts = target[start...].prefix { $0 != "?" && $0 != "#" }.utf8
      .split(separator: slash, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty else { return nil }
    isFolder = parts.last?.isEmpty ?? true
    let names = parts.dropFirst().dropLast(isFolder ? 1 : 0).map(Self.name)
    self.names = names.compactMap { $0 }
    if names.contains(nil) { return nil }
  }

  private init(names: [String], isFolder: Bool) { (self.names, self.isFolder) = (names, isFolder) }

  /// The folder itself.
  package static let root = RequestPath(names: [], isFolder: true)

  /// The path of a name in this folder; a folder's may end in a slash. Nil if the name may not be requested.
  package func appending(_ name: String) -> RequestPath? {
    let isFolder = name.hasSuffix("/")
    let plain = isFolder ? String(name.dropLast()) : name
    return Self.isAllowed(plain) ? RequestPath(names: names + [plain], isFolder: isFolder) : nil
  }

  /// The path below the folder.
  package var relative: String { names.joined(separator: "/") }

  /// A name, decoded once (RFC 3986, section 2.1); nil if it may not be requested, or has a percent sign without two digits.
  private static func name(_ encoded: Substring.UTF8View) -> String? {
    let escapes = encoded.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    let areWhole = escapes.allSatisfy { $0.count >= 2 && Substring($0).prefix(2).allSatisfy(\.isHexDigit) }
    guard areWhole, let name = String(validating: percentDecoded(encoded), as: UTF8.self) else { return nil }
    return isAllowed(name) ? name : nil
  }

  /// Whether it is one name, neither empty nor hidden.
  private static func isAllowed(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.utf8.contains(slash) else { return false }
    return !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

private let slash = UInt8(ascii: "/")
