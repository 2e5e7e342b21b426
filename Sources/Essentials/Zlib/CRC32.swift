import Czlib

/// The cyclic redundancy check of PNG chunks (PNG, third edition, section 5.5; polynomial 0xEDB88320).
public enum CRC32 {
  /// The check value of all of `bytes`.
  public static func checksum(of bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
