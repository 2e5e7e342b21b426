/// Percent-encoding of parts of URLs (https://datatracker.ietf.org/doc/html/rfc3986#section-2.1).
package enum PercentEncoding {
  /// The text as one component of a path or a value of a query: all but letters, digits and `-._~` is encoded.
  package static func component(_ text: String) -> String { encode(text) { isUnreserved($0) } }

  /// The text as a path: its slashes stay.
  package static func path(_ text: String) -> String { encode(text) { isUnreserved($0) || $0 == UInt8(ascii: "/") } }

  private static func encode(_ text: String, keeping: (UInt8) -> Bool) -> String {
    text.utf8.map { byte in
      guard !keeping(byte) else { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
