/// A start-of-frame segment (ITU-T T.81, B.2.2).
package struct JPEGFrame: Hashable, Sendable {
  /// The marker: which of the codings of T.81 it is.
  package var marker: JPEGMarker
  /// Bits in each sample.
  package var precision: Int
  /// In pixels. For a height of 0, a define-number-of-lines segment follows.
  package var size: PixelSize
  package var componentCount: Int

  package init(marker: JPEGMarker, precision: Int, size: PixelSize, componentCount: Int) {
    (self.marker, self.precision, self.size, self.componentCount) = (marker, precision, size, componentCount)
  }

  /// Nil for a segment that is cut off.
  package init?(_ segment: JPEGSegment) {
    let payload = segment.payload
    guard let height = payload.uint16(at: 1), let width = payload.uint16(at: 3) else { return nil }
    guard let precision = payload[0], let count = payload[5], payload.count >= 6 + 3 * Int(count) else { return nil }
    self.init(
      marker: segment.marker, precision: Int(precision), size: PixelSize(width: width, height: height),
      componentCount: Int(count))
  }

  package var isProgressive: Bool { marker.rawValue & 3 == 2 }

  /// The predictive coding of T.81, which does not use the discrete cosine transform.
  package var isLossless: Bool { marker.rawValue & 3 == 3 }

  /// Whether every client can decode it: 8 bits, Huffman-coded, baseline, extended or progressive, of one or three
  /// components, without a side of 0.
  package var isWidelyDecodable: Bool {
    precision == 8 && (0xC0...0xC2).contains(marker.rawValue) && (componentCount == 1 || componentCount == 3)
      && size.width > 0 && size.height > 0
  }
}

/// The index of further pictures after the first (CIPA DC-007): previews, depth and gain maps, other views.
struct MultiPictureIndex {
  /// The kinds of information in the other pictures, without independent ones such as other views.
  private(set) var metadata: Set<Picture.Metadata> = []
  /// The end of the last informational picture, from the start of the file.
  private(set) var end = 0

  /// - Parameter offset: the payload's offset in the file; offsets of pictures count from its TIFF header.
  init(_ payload: ByteView, at offset: Int) {
    guard let structure = TIFFStructure(payload.clamped(at: 4)),
      let table = structure.firstDirectory?.entry(0xB002)?.value
    else {
      metadata = [.other]
      return
    }
    for entry in stride(from: 16, to: table.count, by: 16) {
      let kind = (table.uint32(at: entry, structure.order) ?? 0) & 0xFF_FFFF
      if kind == 0x01_0001 || kind == 0x01_0002 { metadata.insert(.thumbnail) }
      guard kind >> 16 != 2 else { continue }
      metadata.insert(.other)
      guard let size = table.uint32(at: entry + 4, structure.order),
        let start = table.uint32(at: entry + 8, structure.order), start > 0
      else { continue }
      end = max(end, offset + 4 + start + size)
    }
  }
}

/// An ICC profile in pieces, one per APP2 segment (ICC.1:2022, B.4).
struct JPEGProfileChunks {
  private var chunks: [Int: ByteView] = [:]
  private var count = 0

  static func isChunk(_ payload: ByteView) -> Bool { payload.has("ICC_PROFILE\0") }

  /// Adds a piece; of duplicate numbers, the first stays.
  mutating func add(_ payload: ByteView) {
    guard let number = payload[12], let total = payload[13] else { return }
    count = max(count, Int(total))
    if chunks[Int(number)] == nil { chunks[Int(number)] = payload.clamped(at: 14) }
  }

  /// The profile, unless a piece is missing.
  var profile: [UInt8]? {
    guard count > 0 else { return nil }
    let ordered = (1...count).compactMap { chunks[$0] }
    return ordered.count == count ? ordered.flatMap(\.bytes) : nil
  }
}
