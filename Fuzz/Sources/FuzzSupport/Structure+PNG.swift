extension Structure {
  /// Chunks with their lengths and sums (https://www.w3.org/TR/png-3/#5Chunk-layout).
  public static let png = Structure(
    parts: { bytes in
      guard bytes.starts(with: signature) else { return nil }
      var (rest, chunks) = (bytes.dropFirst(signature.count), [Part]())
      while rest.count >= 12 {
        let length = min(bigEndian(rest.prefix(4)), rest.count - 12)
        chunks.append(Part(kind: Array(rest.dropFirst(4).prefix(4)), content: Array(rest.dropFirst(8).prefix(length))))
        rest = rest.dropFirst(12 + length)
      }
      return chunks
    },
    bytes: { chunks in
      chunks.reduce(into: signature) { bytes, chunk in
        let sealed = chunk.kind + chunk.content
        bytes += bigEndian(chunk.content.count, width: 4) + sealed + bigEndian(Int(cyclicRedundancy(sealed)), width: 4)
      }
    },
    kinds: [
      "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "tEXt", "zTXt", "iTXt",
      "bKGD", "hIST", "pHYs",
      "eXIf", "acTL", "fcTL", "fdAT", "tIME", "CgBI", "caBX",
    ].map { Array($0.utf8) })

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// CRC-32 (https://www.w3.org/TR/png-3/#D-CRCAppendix).
  private static func cyclicRedundancy(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
