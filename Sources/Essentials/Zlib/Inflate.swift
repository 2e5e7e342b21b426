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
    return unsafe stream.extracting(droppingFirst: 2).withUnsafeBufferPointer { unsafe Inflation($0)?.content(limit) }
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

  /// All of the content; nil where it is damaged, cut off or has more bytes than `limit`.
  func content(_ limit: Int) -> [UInt8]? {
    unpacked(limit).flatMap { $0.isWhole ? $0.content : nil }
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
