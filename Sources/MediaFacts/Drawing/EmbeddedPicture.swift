/// A picture inside of an SVG document: a `data:` URL (RFC 2397).
struct EmbeddedPicture {
  /// Why it would be drawn wrongly or not at all; nil where it is fine.
  private(set) var flaw: String?
  /// How browsers show it otherwise than the renderer; nil where they do not.
  private(set) var difference: String?

  /// The renderer's formats by media type: it does not check the bytes first.
  private static let types: [String: PictureFormat] = [
    "image/png": .png, "image/jpeg": .jpeg, "image/gif": .gif, "image/bmp": .bmp,
  ]

  init(_ value: ByteView) {
    let head = String(decoding: value.clamped(at: 0, length: 200).bytes, as: UTF8.self).lowercased()
    let parts = head.drop { $0.isWhitespace }.dropFirst("data:".count).prefix { $0 != "," }.split(separator: ";").map(
      String.init)
    let type = head.contains("data:;") ? "" : parts.first ?? ""
    guard type != "image/svg+xml", !type.isEmpty else { return }
    guard let format = Self.types[type] else {
      flaw = "an embedded picture of type \(type)"
      return
    }
    guard parts.contains("base64"), let comma = value.offset(of: 0x2C) else { return }
    let bytes = Self.decode(value.clamped(at: comma + 1))
    let found = SniffedFormat(
      firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount)), among: PictureFormat.allCases
    ).format
    if found != .picture(format) {
      flaw = "an embedded picture that says it is \(format.displayName) and is not"
    } else if let loss = PictureLoss(of: bytes, format: format), loss.isVisible {
      flaw = "a damaged picture inside it (\(loss.words))"
    } else if format == .jpeg, JPEGFacts(ByteView(bytes)).orientation != 1 {
      difference = "an embedded photograph that its EXIF turns"
    }
  }

  /// Base64 (RFC 4648), with line breaks and the escapes of URLs and XML.
  private static func decode(_ view: ByteView) -> [UInt8] {
    var (bytes, buffer, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    bytes.reserveCapacity(view.count / 4 * 3)
    var position = 0
    while let byte = view[position] {
      position += 1
      var symbol = byte
      if byte == 0x25, let digits = view.part(at: position, length: 2)?.bytes,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        (symbol, position) = (code, position + 2)
      }
      if byte == 0x26 { position = view.offset(of: 0x3B, from: position).map { $0 + 1 } ?? view.count }
      guard let digit = digit(symbol) else { continue }
      buffer = buffer << 6 | digit
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
