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
