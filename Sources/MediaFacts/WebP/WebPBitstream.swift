/// The start of one coded WebP frame (RFC 9649): lossy `VP8 ` (RFC 6386) or lossless `VP8L`.
package struct WebPBitstream: Hashable, Sendable {
  package let size: PixelSize
  package let isLossy: Bool
  /// The alpha hint of a lossless frame.
  package let hasAlpha: Bool

  /// Nil for other chunks and for damaged starts.
  package init?(_ chunk: RIFFChunk) {
    switch chunk.type {
    case "VP8": self.init(lossy: chunk.data)
    case "VP8L": self.init(lossless: chunk.data)
    default: return nil
    }
  }

  /// A frame tag of three bytes, a start code, width and height of 14 bits each, below two bits of scaling.
  private init?(lossy data: ByteView) {
    guard data.has([0x9D, 0x01, 0x2A], at: 3), let width = data.uint16(at: 6, .little) else { return nil }
    guard let height = data.uint16(at: 8, .little) else { return nil }
    size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    isLossy = true
    hasAlpha = false
  }

  /// A signature byte, then sides minus one of 14 bits each and the alpha hint.
  private init?(lossless data: ByteView) {
    guard data[0] == 0x2F, let bits = data.uint32(at: 1, .little) else { return nil }
    size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    isLossy = false
    hasAlpha = bits >> 28 & 1 == 1
  }
}

extension WebPBitstream {
  /// The lossy picture of a file that does not move, as a file that lacks its last bytes; nil without one, and for the shortest.
  ///
  /// Its decoder needs all but the last few bytes of the codes (RFC 6386, 7.3). Where it does not miss them, it misread earlier ones.
  package static func lackingItsEnd(_ bytes: [UInt8]) -> [UInt8]? {
    let chunks = RIFFChunks(ByteView(bytes).clamped(at: 12))
    // A frame tag of ten bytes, which has the length of the modes' codes, the modes, and the coefficients.
    guard let picture = chunks.first(where: { $0.type == "VP8" })?.data,
      let modes = picture.unsigned(at: 0, width: 3, .little), picture.count >= 10 + modes >> 5 + 64
    else { return nil }
    let data = Array(picture.bytes.dropLast(16 + picture.count % 2))
    return Array("RIFF".utf8) + .little(12 + data.count, 4) + Array("WEBPVP8 ".utf8) + .little(data.count, 4) + data
  }
}

/// One chunk of a RIFF file.
package struct RIFFChunk: Sendable {
  package let type: FourCharacterCode
  /// As much of its data as exists.
  package let data: ByteView
}

/// Consecutive chunks, each padded to an even length.
package struct RIFFChunks: Sequence, IteratorProtocol {
  private let view: ByteView
  private var position = 0

  package init(_ view: ByteView) {
    self.view = view
  }

  package mutating func next() -> RIFFChunk? {
    guard let type = view.code(at: position), let length = view.uint32(at: position + 4, .little) else { return nil }
    let data = view.clamped(at: position + 8, length: length)
    position += 8 + length + length % 2
    return RIFFChunk(type: type, data: data)
  }
}
