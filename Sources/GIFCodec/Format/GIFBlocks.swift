/// A parsed GIF stream (GIF89a, appendix B): the screen, and the blocks after it.
///
/// It copies nothing and reads nothing outside the bytes: no stream makes it trap.
package struct GIFStream: Sendable {
  /// The screen, extended where the first image reaches beyond it, as in browsers and libnsgif.
  package let canvas: FrameRectangle
  /// How often the animation is repeated, 0 for ever; nil when not given, which means never.
  package let loopCount: Int?
  /// The colours of images without their own, three bytes each.
  package let colors: ArraySlice<UInt8>
  /// All blocks.
  package let blocks: GIFBlocks

  /// The first picture.
  package var firstImage: GIFImage? { blocks.lazy.compactMap(\.image).first { _ in true } }

  /// - Returns: nil when the bytes are not a GIF or end within the screen.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard bytes.starts(with: "GIF8".utf8), let width = bytes.uint16(at: start + 6),
      let height = bytes.uint16(at: start + 8), let flags = bytes.byte(at: start + 10)
    else { return nil }
    let end = start + 13 + GIFBlocks.tableLength(flags)
    colors = bytes.part(from: start + 13, to: end)
    blocks = GIFBlocks(bytes, from: end)
    let first = blocks.first { $0.image != nil }?.image?.rectangle ?? .empty
    canvas = FrameRectangle(
      columns: 0..<max(width, first.columns.upperBound), rows: 0..<max(height, first.rows.upperBound))
    loopCount = blocks.reduce(nil) { count, block in
      guard let application = block.application, application.isLoop else { return count }
      return application.loopCount
    }
  }
}

/// One block of a GIF stream.
package enum GIFBlock: Sendable {
  /// How the next image is shown.
  case graphicControl(GIFGraphicControl)
  case comment
  case application(GIFApplication)
  case otherExtension
  case image(GIFImage)
  /// The end of the file for decoders.
  case trailer

  var image: GIFImage? {
    if case .image(let image) = self { image } else { nil }
  }

  var application: GIFApplication? {
    if case .application(let application) = self { application } else { nil }
  }
}

/// What happens to an image's rectangle before the next image is drawn: GIF's disposal method.
package enum GIFDisposal: UInt8, Sendable {
  /// It stays.
  case keep = 1
  /// It becomes transparent, the background in viewers.
  case background = 2
  /// It becomes the previous picture.
  case previous = 3
}

/// The graphic control extension of the image after it.
package struct GIFGraphicControl: Sendable {
  /// How long the image is shown, in hundredths of a second.
  package var delay = 0
  /// The transparent index.
  package var transparentIndex: UInt8?
  package var disposal = GIFDisposal.keep

  package init() {}

  /// Reads flags, delay and index. Some encoders write disposal 4 for 3, and browsers accept it.
  fileprivate init(_ data: ArraySlice<UInt8>) {
    let flags = data.first ?? 0
    delay = data.uint16(at: data.startIndex + 1) ?? 0
    transparentIndex = flags & 1 == 1 ? data.byte(at: data.startIndex + 3) : nil
    let method = flags >> 2 & 7
    disposal = GIFDisposal(rawValue: method == 4 ? 3 : method) ?? .keep
  }
}

/// An application extension.
package struct GIFApplication: Sendable {
  /// The eleven bytes that name the application.
  fileprivate let name: ArraySlice<UInt8>
  /// The sub-blocks after it, including their lengths.
  package let data: ArraySlice<UInt8>

  /// Whether its name begins so.
  package func isNamed(_ text: String) -> Bool { name.starts(with: text.utf8) }

  /// Whether it says how often an animation is repeated. Other data under these names ask players to wait for bytes.
  package var isLoop: Bool {
    (isNamed("NETSCAPE2.0") || isNamed("ANIMEXTS1.0")) && data.byte(at: data.startIndex + 1) == 1
  }

  fileprivate var loopCount: Int? { data.uint16(at: data.startIndex + 2) }
}

/// One picture of a GIF stream, as it is in the file.
package struct GIFImage: Sendable {
  /// Where it is drawn; perhaps beyond the screen.
  package let rectangle: FrameRectangle
  /// Its own colours, three bytes each; empty when it uses the file's shared ones.
  package let colors: ArraySlice<UInt8>
  /// Bits of an index.
  let codeSize: UInt8
  package let isInterlaced: Bool
  fileprivate let data: ArraySlice<UInt8>
  /// Whether its sub-blocks end properly, not with the file.
  package let isComplete: Bool

  /// The LZW codes of its sub-blocks.
  var codes: [UInt8] {
    var codes: [UInt8] = []
    codes.reserveCapacity(data.count)
    var start = data.startIndex
    while let length = data.byte(at: start), length > 0 {
      codes += data.part(from: start + 1, to: start + 1 + Int(length))
      start += 1 + Int(length)
    }
    return codes
  }

  /// Its sub-blocks, with lengths and terminator, without what follows the codes of its pixels; nil where these are damaged.
  ///
  /// - Parameter pixelLimit: larger images are not examined.
  package func dataWithoutSurplus(pixelLimit: Int) -> (whole: ArraySlice<UInt8>, needed: [UInt8])? {
    guard (1...pixelLimit).contains(rectangle.pixelCount) else { return nil }
    let codes = codes
    var decoder = LZWDecoder(codes, codeSize: codeSize)
    guard let count = decoder.byteCount(ofIndices: rectangle.pixelCount) else { return nil }
    return (data, count == codes.count ? Array(data) : Self.subBlocks(codes.prefix(count)))
  }

  /// How many of its pixels exist, and whether its codes are exactly those of its pixels.
  package var coverage: (pixelCount: Int, isExact: Bool) {
    var decoder = LZWDecoder(codes, codeSize: codeSize)
    let found = decoder.beginning(of: rectangle.pixelCount).found
    return (found, decoder.endsExactly(missing: rectangle.pixelCount - found))
  }

  /// Each as long as possible, then the empty terminator.
  private static func subBlocks(_ codes: ArraySlice<UInt8>) -> [UInt8] {
    var blocks: [UInt8] = []
    var rest = codes
    while !rest.isEmpty {
      let piece = rest.prefix(255)
      blocks += [UInt8(truncatingIfNeeded: piece.count)] + piece
      rest = rest.dropFirst(255)
    }
    return blocks + [0]
  }

  /// Its rows in stored order: in four passes where it is interlaced (GIF89a, appendix E).
  var storedRows: [Int] {
    guard isInterlaced else { return Array(rectangle.rows) }
    let (top, end) = (rectangle.rows.lowerBound, rectangle.rows.upperBound)
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: top + $0.0, to: end, by: $0.1)) }
  }
}

/// The blocks of a GIF stream in order, including the trailer, or up to the first byte that starts no block.
package struct GIFBlocks: Sequence, IteratorProtocol, Sendable {
  private let bytes: ArraySlice<UInt8>
  /// Where to look for the next block.
  private var position: Int
  /// The range of the last block.
  package private(set) var range: Range<Int>

  fileprivate init(_ bytes: ArraySlice<UInt8>, from start: Int) {
    self.bytes = bytes
    position = start
    range = start..<start
  }

  package mutating func next() -> GIFBlock? {
    while bytes.byte(at: position) == 0 { position += 1 }  // A stray terminator, which decoders pass over.
    let start = position
    let block = block()
    range = start..<position
    if case .trailer = block { position = bytes.endIndex }
    return block
  }

  /// Reads the block here and goes to its end.
  private mutating func block() -> GIFBlock? {
    switch bytes.byte(at: position) {
    case 0x2C: return image()
    case 0x21: return bytes.byte(at: position + 1).map { block(labelled: $0) }
    case 0x3B:
      position += 1
      return .trailer
    default: return nil
    }
  }

  /// Ten bytes of descriptor, a colour table if flagged, the code size, sub-blocks.
  private mutating func image() -> GIFBlock? {
    let values = [1, 3, 5, 7].compactMap { bytes.uint16(at: position + $0) }
    guard values.count == 4, let flags = bytes.byte(at: position + 9) else { return nil }
    let table = position + 10
    let codes = table + Self.tableLength(flags)
    let isComplete = skipSubBlocks(from: codes + 1)
    return .image(
      GIFImage(
        rectangle: FrameRectangle(columns: values[0]..<values[0] + values[2], rows: values[1]..<values[1] + values[3]),
        colors: bytes.part(from: table, to: codes), codeSize: bytes.byte(at: codes) ?? 0,
        isInterlaced: flags & 0x40 != 0, data: bytes.part(from: codes + 1, to: position), isComplete: isComplete))
  }

  private mutating func block(labelled label: UInt8) -> GIFBlock {
    let start = position + 2
    _ = skipSubBlocks(from: start)
    switch label {
    case 0xF9: return .graphicControl(GIFGraphicControl(bytes.part(from: start + 1, to: start + 5)))
    case 0xFE: return .comment
    case 0xFF:
      let data = bytes.part(from: start + 12, to: position)
      return .application(GIFApplication(name: bytes.part(from: start + 1, to: start + 12), data: data))
    default: return .otherExtension
    }
  }

  /// Each sub-block is a length and as many bytes; a length of 0 ends them. False when the file ends before.
  private mutating func skipSubBlocks(from start: Int) -> Bool {
    position = start
    while let length = bytes.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    position = bytes.endIndex
    return false
  }

  /// Bytes of the colour table that a flag byte announces.
  fileprivate static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}

/// Reading that never traps.
extension ArraySlice<UInt8> {
  /// The byte at an index, or nil outside.
  fileprivate func byte(at index: Int) -> UInt8? { index >= startIndex && index < endIndex ? self[index] : nil }

  /// A two-byte number, lower byte first, or nil unless both exist.
  fileprivate func uint16(at index: Int) -> Int? {
    guard let low = byte(at: index), let high = byte(at: index + 1) else { return nil }
    return Int(low) | Int(high) << 8
  }

  /// The existing bytes from one index up to another, perhaps none.
  fileprivate func part(from start: Int, to end: Int) -> ArraySlice<UInt8> {
    self[clamped(Swift.min(start, end))..<clamped(end)]
  }

  private func clamped(_ index: Int) -> Int { Swift.min(Swift.max(index, startIndex), endIndex) }
}
