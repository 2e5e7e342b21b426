import Czlib

/// Unpacks a zlib stream (RFC 1950) piece by piece only to learn how long its content is and whether it is sound. Nothing is kept.
@safe public struct InflateCounter: ~Copyable {
  /// How many bytes of content came out so far.
  public private(set) var byteCount = 0
  /// How it ended; nil while more of the stream is expected.
  public private(set) var ending: Ending?
  /// How many bytes of the stream were used so far, its header and its checksum among them.
  public var usedByteCount: Int { unsafe Int(clamping: stream.pointee.total_in) }
  /// zlib keeps the place of it, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableBufferPointer<UInt8>

  public enum Ending: Hashable, Sendable {
    /// All of the content came out, and its checksum is right.
    case whole
    /// All of the content came out, and its checksum is that of another.
    case wrongChecksum
    /// What comes next cannot be unpacked.
    case damaged
  }

  /// Nil where there is no memory.
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

  /// Takes the next bytes of the stream. What follows its end is passed over.
  ///
  /// - Parameter limit: once more bytes than these have come out, of this piece and those before it, no more do: a piece may hold
  ///   a thousand times its own length.
  public mutating func add(_ piece: Span<UInt8>, limit: Int = .max) {
    unsafe piece.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      while ending == nil, byteCount <= limit { guard step() else { return } }
    }
  }

  /// - Returns: whether there may be more to come out of what was taken.
  private mutating func step() -> Bool {
    unsafe stream.pointee.next_out = output.baseAddress
    unsafe stream.pointee.avail_out = UInt32(output.count)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let count = unsafe output.count - Int(stream.pointee.avail_out)
    byteCount += count
    switch status {
    case Z_OK: return count > 0
    case Z_STREAM_END: ending = .whole
    // There is nothing left to take.
    case Z_BUF_ERROR: return false
    default: ending = unsafe czlib_has_wrong_checksum(stream) == 1 ? .wrongChecksum : .damaged
    }
    return false
  }
}
