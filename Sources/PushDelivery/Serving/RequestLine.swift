/// The first line of a request (RFC 9112, section 3): method, target and version with one space between them.
struct RequestLine: Hashable, Sendable {
  let method: String
  let target: String
  /// Of HTTP/1: 0, or 1 for that and whatever comes behind it.
  let minorVersion: Int

  /// - Parameter line: without its end.
  init(_ line: ArraySlice<UInt8>, limits: ConnectionLimits) throws(RequestRefusal) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]) else { throw .malformed("its first line is no request line") }
    guard parts[1].count <= limits.targetByteCount else { throw .targetTooLong(limits) }
    method = String(decoding: parts[0], as: UTF8.self)
    target = try Self.target(parts[1])
    minorVersion = try Self.minorVersion(parts[2])
  }

  /// Without spaces and control characters. Other bytes than a URI's are let through where they are UTF-8, which people type.
  private static func target(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> String {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .malformed("its target is no path or URL") }
    return text
  }

  /// RFC 9112, section 2.3; a higher minor version is understood as the highest that is known (RFC 9110, section 2.5).
  private static func minorVersion(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    guard let match = String(decoding: bytes, as: UTF8.self).wholeMatch(of: #/HTTP/([0-9])\.([0-9])/#) else {
      throw .malformed("its first line names no version of HTTP")
    }
    guard match.1 == "1" else { throw .version }
    return match.2 == "0" ? 0 : 1
  }
}

/// RFC 9110, section 5.6.2.
func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
  !bytes.isEmpty
    && bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: tokenMarks.contains(byte)
      }
    }
}

private let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
