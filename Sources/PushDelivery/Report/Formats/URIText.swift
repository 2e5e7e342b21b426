/// Text as part of a URI (RFC 3986).
enum URIText {
  /// A path, with everything that a URI's path cannot hold percent-encoded. A colon is encoded too: before the first slash of a
  /// relative path it would end a scheme.
  static func encoded(path: String) -> String {
    let kept = Set("/-._~!$&'()*+,;=@".utf8)
    let bytes = path.utf8.flatMap { byte in
      isAlphanumeric(byte) || kept.contains(byte) ? [byte] : [UInt8(ascii: "%")] + hexadecimal(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
