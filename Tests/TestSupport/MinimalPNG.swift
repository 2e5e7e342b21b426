import Essentials

/// A black 8-bit grayscale PNG with a white pixel at its end that decodes: header, pixels as zlib's stored blocks, end. One of a single
/// colour shows nothing.
///
/// - Parameter chunks: whole chunks (see `pngChunk`) that go between the header and the pixels.
public func minimalPNG(width: Int, height: Int, inserting chunks: [[UInt8]] = []) -> [UInt8] {
  let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  let header = big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]
  // Each row is one byte for the filter and one for each pixel.
  var rows = [UInt8](repeating: 0, count: height * (width + 1))
  if width > 0, let last = rows.indices.last { rows[last] = 255 }
  return signature + pngChunk("IHDR", header) + chunks.flatMap { $0 } + pngChunk("IDAT", zlibStored(rows))
    + pngChunk("IEND", [])
}

/// A PNG chunk with its length and checksum.
public func pngChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let checked = Array(type.utf8) + data
  return big(data.count, 4) + checked + big(Int(CRC32.checksum(of: checked.span)), 4)
}

/// A zlib stream (RFC 1950) that holds `bytes` as they are.
public func zlibStored(_ bytes: [UInt8]) -> [UInt8] { [0x78, 0x01] + deflateStored(bytes) + big(adler32(bytes), 4) }

/// Blocks of DEFLATE without compression (RFC 1951, 3.2.4).
func deflateStored(_ bytes: [UInt8]) -> [UInt8] {
  var (stream, start): ([UInt8], Int) = ([], 0)
  repeat {
    let end = min(start + 0xFFFF, bytes.count)
    let low = UInt8((end - start) & 255)
    let high = UInt8((end - start) >> 8)
    stream += [end == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[start..<end]
    start = end
  } while start < bytes.count
  return stream
}

private func adler32(_ bytes: [UInt8]) -> Int {
  var (first, second) = (1, 0)
  for byte in bytes {
    first = (first + Int(byte)) % 65_521
    second = (second + first) % 65_521
  }
  return second << 16 | first
}
