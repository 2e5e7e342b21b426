/// One marker segment of a JPEG stream (ITU-T T.81, annex B).
package struct JPEGSegment: Sendable {
  package let marker: JPEGMarker
  /// What follows the length field; empty for markers without one.
  package let payload: ByteView
  /// The offset of the marker's last 0xFF.
  package let start: Int
  /// The end of the segment, or for a start of scan that of its entropy-coded data.
  package let end: Int
}

/// The segments of a JPEG stream in order, as decoders read them: fill bytes and garbage before a marker are skipped,
/// as are restart markers outside of scans. It ends after the end-of-image marker, or where the stream becomes
/// unreadable.
package struct JPEGSegments: Sequence, IteratorProtocol {
  private let view: ByteView
  private var position = 2

  /// Nil for bytes that do not start with a start-of-image marker.
  package init?(_ view: ByteView) {
    guard view.has([0xFF, 0xD8]) else { return nil }
    self.view = view
  }

  package mutating func next() -> JPEGSegment? {
    while let (marker, start) = nextMarker(from: position) {
      guard let segment = segment(marker, start) else { return nil }
      position = marker == .endOfImage ? view.count : segment.end
      if !marker.isRestart { return segment }
    }
    return nil
  }

  /// The next 0xFF before a marker's code. 0xFF before another is fill; 0xFF before 0 is not a marker.
  private func nextMarker(from offset: Int) -> (JPEGMarker, start: Int)? {
    var candidate = view.offset(of: 0xFF, from: offset)
    while let start = candidate, let code = view[start + 1] {
      if code != 0, code != 0xFF { return (JPEGMarker(rawValue: code), start) }
      candidate = code == 0xFF ? start + 1 : view.offset(of: 0xFF, from: start + 2)
    }
    return nil
  }

  private func segment(_ marker: JPEGMarker, _ start: Int) -> JPEGSegment? {
    if marker.standsAlone {
      return JPEGSegment(marker: marker, payload: view.clamped(at: start, length: 0), start: start, end: start + 2)
    }
    guard let length = view.uint16(at: start + 2), length >= 2 else { return nil }
    guard let payload = view.part(at: start + 4, length: length - 2) else { return nil }
    let end = start + 2 + length
    return JPEGSegment(
      marker: marker, payload: payload, start: start, end: marker == .startOfScan ? entropyEnd(from: end) : end)
  }

  /// Entropy-coded data continues to the next marker except restarts, or to the end of the bytes.
  private func entropyEnd(from offset: Int) -> Int {
    var position = offset
    while let (marker, start) = nextMarker(from: position) {
      if !marker.isRestart { return start }
      position = start + 2
    }
    return view.count
  }
}

/// The second byte of a JPEG marker (ITU-T T.81, table B.1).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let defineHuffmanTables = JPEGMarker(rawValue: 0xC4)
  package static let endOfImage = JPEGMarker(rawValue: 0xD9)
  package static let startOfScan = JPEGMarker(rawValue: 0xDA)
  package static let defineQuantizationTables = JPEGMarker(rawValue: 0xDB)
  package static let defineNumberOfLines = JPEGMarker(rawValue: 0xDC)
  package static let defineRestartInterval = JPEGMarker(rawValue: 0xDD)
  package static let comment = JPEGMarker(rawValue: 0xFE)
  /// SOF55 of JPEG-LS (ITU-T T.87, annex C).
  package static let startOfLSFrame = JPEGMarker(rawValue: 0xF7)

  /// APP0 to APP15.
  package static func application(_ number: UInt8) -> JPEGMarker { JPEGMarker(rawValue: 0xE0 | number & 15) }

  /// The number of an APPn marker, else nil.
  package var applicationNumber: Int? { rawValue & 0xF0 == 0xE0 ? Int(rawValue & 15) : nil }

  /// SOF0 to SOF15: how the picture is coded. DHT, JPG and DAC are between them.
  package var isStartOfFrame: Bool { rawValue & 0xF0 == 0xC0 && ![0xC4, 0xC8, 0xCC].contains(rawValue) }

  /// RST0 to RST7, which are inside entropy-coded data.
  package var isRestart: Bool { 0xD0...0xD7 ~= rawValue }

  /// Markers without a length field: restarts, start and end of image, TEM.
  package var standsAlone: Bool { 0xD0...0xD9 ~= rawValue || rawValue == 0x01 }
}

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
