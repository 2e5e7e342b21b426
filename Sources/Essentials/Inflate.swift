import Czlib

/// Unpacks small blocks that were packed with DEFLATE (RFC 1951), such as colour profiles and texts.
public enum Inflate {
  /// The content of a zlib stream (RFC 1950). Its checksum is ignored: a readable block is good enough.
  ///
  /// - Parameters:
  ///   - stream: what follows its end is ignored.
  ///   - limit: the most bytes that the content may have. At most one more is unpacked.
  /// - Returns: nil where the stream is damaged, cut off or longer than `limit`.
  public static func zlib(_ stream: Span<UInt8>, limit: Int) -> [UInt8]? {
    guard hasHeader(stream) else { return nil }
    return raw(stream.extracting(droppingFirst: 2), limit: limit)?.whole
  }

  /// The content of bare DEFLATE data, as far as it can be unpacked, whatever follows it.
  ///
  /// - Returns: nil where the data is damaged or its content is longer than `limit`.
  static func raw(_ stream: Span<UInt8>, limit: Int) -> Unpacked? {
    unsafe stream.withUnsafeBufferPointer { unsafe Inflation($0)?.unpacked(limit) }
  }

  /// The unpacked DEFLATE data.
  struct Unpacked {
    var content: [UInt8]
    /// The number of input bytes.
    var usedCount: Int
    /// Whether the data's own end was reached; else it is cut off.
    var isWhole: Bool
    /// The content; nil where it is cut off.
    var whole: [UInt8]? { isWhole ? content : nil }
  }

  /// The method, which is DEFLATE, flags without a dictionary, and their check (RFC 1950, 2.2).
  private static func hasHeader(_ stream: Span<UInt8>) -> Bool {
    guard stream.count >= 2, stream[0] & 15 == 8, stream[1] & 0x20 == 0 else { return false }
    return (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
  }
}

/// One run of zlib's decompressor, owned. Its input must outlive it.
@safe private struct Inflation: ~Copyable {
  /// zlib keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  private static let pieceSize = 1 << 14

  /// Nil when out of memory.
  init?(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    // Input beyond 4 GB is cut off, and cut-off streams are refused.
    unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
    guard unsafe czlib_begin_raw_inflate(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// The content as far as it goes; nil where it is damaged or has more bytes than `limit`.
  func unpacked(_ limit: Int) -> Inflate.Unpacked? {
    var content: [UInt8] = []
    while content.count <= limit {
      // One byte above the limit shows that the content is too long, not just fitting.
      let (piece, status) = next(min(Self.pieceSize, limit + 1 - content.count))
      content += piece
      // If the input ends before the stream, zlib says so at the next call.
      guard status == Z_OK else {
        guard status == Z_STREAM_END || status == Z_BUF_ERROR, content.count <= limit else { return nil }
        return Inflate.Unpacked(
          content: content, usedCount: unsafe Int(stream.pointee.total_in), isWhole: status == Z_STREAM_END)
      }
    }
    return nil
  }

  /// At most `count` more bytes, and zlib's status.
  private func next(_ count: Int) -> (piece: [UInt8], status: CInt) {
    var status = Z_OK
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      unsafe stream.pointee.next_out = buffer.baseAddress
      unsafe stream.pointee.avail_out = UInt32(count)
      status = unsafe inflate(stream, Z_NO_FLUSH)
      initializedCount = unsafe count - Int(stream.pointee.avail_out)
    }
    return (piece, status)
  }
}

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
    Inflate.zlib(data, limit: limit) ?? Inflate.raw(data, limit: limit)?.whole
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

/// Unpacks a zlib stream (RFC 1950) in pieces, only to measure its content and check it. Nothing is kept.
@safe public struct InflateCounter: ~Copyable {
  /// The bytes of content so far.
  public private(set) var byteCount = 0
  /// How it ended; nil while more of the stream is expected.
  public private(set) var ending: Ending?
  /// The used bytes of the stream so far, including header and checksum.
  public var usedByteCount: Int { unsafe Int(clamping: stream.pointee.total_in) }
  /// zlib keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableBufferPointer<UInt8>

  public enum Ending: Hashable, Sendable {
    /// All of the content was unpacked, and its checksum is right.
    case whole
    /// All of the content was unpacked, but its checksum is wrong.
    case wrongChecksum
    /// The next bytes cannot be unpacked.
    case damaged
  }

  /// Nil when out of memory.
  public init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe output = .allocate(capacity: 1 << 16)
    guard unsafe czlib_begin_inflate(stream) == Z_OK else {
      unsafe stream.deallocate()
      unsafe output.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe output.deallocate()
  }

  /// Adds the next bytes of the stream. What follows its end is ignored.
  ///
  /// - Parameter limit: once more than this has been unpacked in all, it stops: a piece may hold a thousand times its own length.
  public mutating func add(_ piece: Span<UInt8>, limit: Int = .max) {
    unsafe piece.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      while ending == nil, byteCount <= limit { guard step() else { return } }
    }
  }

  /// - Returns: whether the input may give more output.
  private mutating func step() -> Bool {
    unsafe stream.pointee.next_out = output.baseAddress
    unsafe stream.pointee.avail_out = UInt32(output.count)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let count = unsafe output.count - Int(stream.pointee.avail_out)
    byteCount += count
    switch status {
    case Z_OK: return count > 0
    case Z_STREAM_END: ending = .whole
    // The input is used up.
    case Z_BUF_ERROR: return false
    default: ending = unsafe czlib_has_wrong_checksum(stream) == 1 ? .wrongChecksum : .damaged
    }
    return false
  }
}

/// The cyclic redundancy check of PNG chunks (PNG, third edition, section 5.5; polynomial 0xEDB88320).
public enum CRC32 {
  /// The check value of all of `bytes`.
  public static func checksum(of bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
