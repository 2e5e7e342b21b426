extension JSONText {
  /// Adds what stands between the quotes of a text (RFC 8259, section 7). Line separators (U+2028, U+2029) stay, as JSON allows.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    if text.utf8.allSatisfy({ !isEscaped($0) }) {
      bytes += text.utf8
    } else {
      for byte in text.utf8 { append(byte, to: &bytes) }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20: bytes += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
    default: bytes.append(byte)
    }
  }
}
