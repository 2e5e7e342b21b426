/// An absolute URL with a host that follows RFC 3986, split into parts and otherwise unchanged.
///
/// Clients repair, escape and unescape doubtful URLs, each in another way, so that one may show on one platform and fail on the next.
/// Escapes are never decoded or made here: `%2F` and `/` are different resources.
package struct StrictURL: Hashable, Sendable {
  /// The whole URL.
  package let text: String
  /// In lower case.
  package let scheme: String
  package let userInfo: Substring?
  package let host: URLHost
  package let port: Int?
  /// Empty, or begins with `/`.
  package let path: Substring
  package let query: Substring?
  package let fragment: Substring?

  package init(_ text: String) throws(SyntaxError) {
    try requirePermittedCharacters(text)
    // All of it is ASCII here, so each byte is a character.
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { throw .scheme }
    let afterScheme = bytes[bytes.index(after: colon)...]
    guard afterScheme.starts(with: "//".utf8) else { throw .host }

    let authority = Substring(afterScheme.dropFirst(2).prefix { !isAuthoritysEnd($0) })
    let path = Substring(bytes[authority.endIndex...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    let query = Substring(bytes[path.endIndex...].prefix { $0 != UInt8(ascii: "#") })
    let fragment = text[query.endIndex...]
    // RFC 3986 permits brackets only around IPv6 addresses, and one number sign.
    guard !hasReserved(path), !hasReserved(query), !hasReserved(fragment.dropFirst()) else { throw .reserved }

    self.text = text
    self.scheme = text[..<colon].lowercased()
    (userInfo, host, port) = try takeApart(authority: authority)
    self.path = path
    self.query = query.isEmpty ? nil : query.dropFirst()
    self.fragment = fragment.isEmpty ? nil : fragment.dropFirst()
  }

  /// Whether it names the machine that loads it.
  package var isLocal: Bool { host.isLoopback }

  /// The bytes after the last `/` of the decoded path, which clients use as a file name: an escaped `/` also divides.
  package var fileName: [UInt8] {
    // Most have no escapes.
    guard path.utf8.contains(UInt8(ascii: "%")) else {
      let bytes = path.utf8
      return Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex)...])
    }
    let decoded = percentDecoded(path.utf8)
    let slash = decoded.lastIndex(of: UInt8(ascii: "/"))
    return Array(decoded[(slash.map { $0 + 1 } ?? 0)...])
  }

  /// The reason why a text is not such a URL.
  package enum SyntaxError: Error, Hashable, Sendable {
    /// A byte that no URL may hold, and its offset.
    case character(UInt8, offset: Int)
    /// A `%` at this offset without two hexadecimal digits after it.
    case escape(offset: Int)
    /// `[`, `]` or `#` where RFC 3986 does not permit it.
    case reserved
    /// No scheme: the URL is relative.
    case scheme
    /// The host is missing or not valid.
    case host
    /// A port that is not 1 to 65535.
    case port
  }
}

private func requirePermittedCharacters(_ text: String) throws(StrictURL.SyntaxError) {
  // Most are already valid, and campaigns have many.
  if text.utf8.allSatisfy({ isPermitted($0) && $0 != UInt8(ascii: "%") }) { return }
  let bytes = Array(text.utf8)
  for (offset, byte) in bytes.enumerated() {
    guard isPermitted(byte) else { throw .character(byte, offset: offset) }
    if byte == UInt8(ascii: "%"), escapedByte(bytes[(offset + 1)...]) == nil { throw .escape(offset: offset) }
  }
}

private func isPermitted(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: ";"), UInt8(ascii: "="),
    UInt8(ascii: "?")...UInt8(ascii: "["),
    UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "~"):
    true
  default: false
  }
}

private func isAuthoritysEnd(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

private func hasReserved(_ part: Substring) -> Bool {
  part.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "#") }
}

/// Letters, digits and `-._~`, which never need an escape.
package func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
  default: false
  }
}

/// A letter, then letters, digits and `+-.` (RFC 3986, section 3.1). The text is ASCII.
private func isScheme(_ text: some Collection<UInt8>) -> Bool {
  guard let first = text.first, isLetter(first) else { return false }
  return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
}

private func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

private func takeApart(
  authority: Substring
) throws(StrictURL.SyntaxError) -> (userInfo: Substring?, host: URLHost, port: Int?) {
  let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
  let address = at.map { authority[authority.index(after: $0)...] } ?? authority
  // The colons inside an IPv6 address are before its bracket.
  let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")).flatMap { address[$0...].contains("]") ? nil : $0 }
  guard let host = URLHost(address[..<(colon ?? address.endIndex)]) else { throw .host }
  guard let colon else { return (at.map { authority[..<$0] }, host, nil) }
  let digits = address[address.index(after: colon)...]
  guard let port = Int(digits), (1...65535).contains(port), digits.allSatisfy(\.isNumber) else { throw .port }
  return (at.map { authority[..<$0] }, host, port)
}

/// The bytes of a text, with every escape decoded. A `%` that does not begin an escape is kept.
package func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
  let bytes = Array(text)
  guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
  var rest = bytes[...]
  var decoded: [UInt8] = []
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), let escaped = escapedByte(rest) {
      decoded.append(escaped)
      rest = rest.dropFirst(2)
    } else {
      decoded.append(byte)
    }
  }
  return decoded
}

/// The byte of the two hexadecimal digits at the beginning.
private func escapedByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
  let digits = bytes.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
  return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
}

extension String {
  /// The URL with `***` for the user name and the password before its host, because many people read reports. Other texts do not change.
  public var maskingUserInfo: String {
    guard let slashes = firstRange(of: "://") else { return self }
    let authority = self[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return self }
    return self[..<slashes.upperBound] + "***" + self[at...]
  }

  /// A configured URL, valid or not, as messages show it: `***` replaces all that may be a password or a token. That is all between `://`
  /// and the last `@`, and all after the first `?` or `#` after that.
  package var maskingSecrets: String {
    let start = firstRange(of: "://")?.upperBound ?? startIndex
    let at = self[start...].lastIndex(of: "@")
    let address = self[(at ?? start)...]
    let end = address.firstIndex { "?#".contains($0) }
    let shown = end.map { "\(address[...$0])***" } ?? String(address)
    return "\(self[..<start])\(at == nil ? "" : "***")\(shown)"
  }
}

/// Percent-encoding of parts of URLs (https://datatracker.ietf.org/doc/html/rfc3986#section-2.1).
package enum PercentEncoding {
  /// The text as one component of a path or a value of a query: all is encoded but letters, digits and `-._~`.
  package static func component(_ text: String) -> String { encode(text) { isUnreserved($0) } }

  /// Every byte of the text is encoded.
  package static func everything(_ text: String) -> String { encode(text) { _ in false } }

  /// The text as a path: its slashes stay.
  package static func path(_ text: String) -> String { encode(text) { isUnreserved($0) || $0 == UInt8(ascii: "/") } }

  /// The decoded text; nil if a `%` does not begin an escape, or the bytes are not UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var rest = ArraySlice(Array(text.utf8))
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(percent + 1)...]
      guard escapedByte(rest) != nil else { return nil }
    }
    return String(validating: percentDecoded(text.utf8), as: UTF8.self)
  }

  private static func encode(_ text: String, keeping: (UInt8) -> Bool) -> String {
    text.utf8.map { byte in
      guard !keeping(byte) else { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
