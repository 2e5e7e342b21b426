/// Unpacks `Content-Encoding: gzip` and `deflate`, and says how sound the data is: clients differ in what they accept.
public enum Gzip {
  /// The output.
  public struct Content: Hashable, Sendable {
    public var bytes: [UInt8]
    public var soundness: Soundness

    public init(bytes: [UInt8], soundness: Soundness) {
      self.bytes = bytes
      self.soundness = soundness
    }
  }

  public enum Soundness: Hashable, Sendable {
    /// All of it is there, checksum and length are right, and nothing follows.
    case whole
    /// All of the content is there, but what follows is wrong, missing or too much.
    case oddEnd
    /// It ends in the middle.
    case cutOff
  }

  /// The content of the first member of a gzip file (RFC 1952).
  ///
  /// - Parameter limit: the most bytes that the content may have.
  /// - Returns: nil where it is not gzip, is damaged or is longer than `limit`.
  public static func content(ofGzip data: Span<UInt8>, limit: Int) -> Content? {
    guard let start = headerLength(data),
      let unpacked = Inflate.raw(data.extracting(droppingFirst: start), limit: limit)
    else { return nil }
    guard unpacked.isWhole else { return Content(bytes: unpacked.content, soundness: .cutOff) }
    let trailer = start + unpacked.usedCount
    let isWhole =
      data.count == trailer + 8 && number(data, trailer) == CRC32.checksum(of: unpacked.content.span)
      && number(data, trailer + 4) == UInt32(truncatingIfNeeded: unpacked.content.count)
    return Content(bytes: unpacked.content, soundness: isWhole ? .whole : .oddEnd)
  }

  /// The content of a zlib stream, or of bare DEFLATE data, which some servers send instead
  /// (https://datatracker.ietf.org/doc/html/rfc9110#section-8.4.1.2).
  ///
  /// - Parameter limit: the most bytes that the content may have.
  /// - Returns: nil where it is neither, is damaged, cut off or longer than `limit`.
  public static func content(ofDeflate data: Span<UInt8>, limit: Int) -> [UInt8]? {
    if let content = Inflate.zlib(data, limit: limit) { return content }
    return Inflate.raw(data, limit: limit).flatMap { $0.isWhole ? $0.content : nil }
  }

  /// The bytes before the packed content; nil unless it is gzip (RFC 1952, 2.3).
  private static func headerLength(_ data: Span<UInt8>) -> Int? {
    guard data.count >= 10, data[0] == 0x1F, data[1] == 0x8B, data[2] == 8 else { return nil }
    let flags = data[3]
    var position = 10
    if flags & 4 != 0 {
      guard data.count >= position + 2 else { return nil }
      position += 2 + Int(data[position]) + Int(data[position + 1]) << 8
    }
    // The file's name and a comment, each with a zero at its end.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while position < data.count, data[position] != 0 { position += 1 }
      position += 1
    }
    if flags & 2 != 0 { position += 2 }
    return position <= data.count ? position : nil
  }

  /// Four bytes, the lowest first.
  private static func number(_ data: Span<UInt8>, _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(data[offset + $1]) << (8 * UInt32($1)) }
  }
}
