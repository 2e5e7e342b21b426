import Essentials

/// Ways to pack a body as `Content-Encoding` names them. Nothing gets smaller: each stores the bytes in its own frame, which every
/// decoder takes.
public enum Packing: String, Sendable, CaseIterable {
  case gzip, deflate, br, zstd
  /// gzip with bytes behind it.
  case gzipAndMore
  /// gzip without the checksum and the length at its end.
  case gzipWithoutEnd

  public func packed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip:
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflateStored(bytes) + little(Int(CRC32.checksum(of: bytes.span)), 4)
        + little(bytes.count, 4)
    case .deflate: zlibStored(bytes)
    case .gzipAndMore: Packing.gzip.packed(bytes) + [1, 2, 3]
    case .gzipWithoutEnd: Packing.gzip.packed(bytes).dropLast(8)
    case .br: Self.brotli(bytes)
    case .zstd: Self.zstandard(bytes)
    }
  }

  /// Uncompressed meta-blocks, then an empty last one (RFC 7932, 9.2). The window's size is the one bit before the first.
  private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    for (block, _) in blocks(of: bytes, 65_536) {
      let bits = (block.count - 1) << 3 | 1 << 19
      packed += little(packed.isEmpty ? bits << 1 : bits, 3) + block
    }
    return packed + [3]
  }

  /// Raw blocks in one segment with the size of its content (RFC 8878, 3.1.1).
  private static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(bytes.count, 4)
      + blocks(of: bytes, 65_536).flatMap { block, isLast in little(block.count << 3 | (isLast ? 1 : 0), 3) + block }
  }

  private static func blocks(of bytes: [UInt8], _ size: Int) -> [(bytes: [UInt8], isLast: Bool)] {
    stride(from: 0, to: bytes.count, by: size).map { start in
      let end = min(start + size, bytes.count)
      return (Array(bytes[start..<end]), end == bytes.count)
    }
  }
}
