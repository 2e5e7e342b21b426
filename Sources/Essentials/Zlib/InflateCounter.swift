import Czlib

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
