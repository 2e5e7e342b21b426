import Essentials

/// Removes everything from a PNG that is not needed to show the picture. The compressed pixels stay byte for byte.
///
/// What stays: `IHDR`, `PLTE`, `tRNS`, `IDAT` and `IEND`, and `sRGB`, `gAMA` and `cHRM` where they mean sRGB. What goes: every other
/// chunk, bytes after the compressed pixels, late or duplicate colour chunks, palettes of pictures without one, unused palette
/// colours, and all that follows `IEND`.
struct PNGCleaner {
  private var output = PNGChunks.signature
  private let header: PNGHeader
  /// The remaining bytes of compressed pixels.
  private var pixelByteCount: Int
  private var hasPixels = false
  private var paletteCount: Int?
  private let paletteUse: PNGPaletteUse?
  /// Chunks that may only occur once.
  private var seen: Set<FourCharacterCode> = []

  /// - Throws: `.damaged` where the pixel count contradicts the header, `.surplus` for extra contents, and where the picture may
  ///   not look the same everywhere.
  static func clean(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = PNGFacts(view)
    guard let header = facts.header, facts.endOffset != nil, facts.hasPixels, !facts.hasWrongChecksum,
      let chunks = PNGChunks(view)
    else { throw .damaged }
    guard facts.isWidelyDecodable, chunks.allSatisfy({ needs($0) || $0.isAncillary }) else { throw .notWidelyDecodable }
    guard facts.orientation == 1 else { throw .notUpright(orientation: facts.orientation) }
    let pixelByteCount = try pixelByteCount(chunks, header)
    var cleaner = PNGCleaner(header: header, pixelByteCount: pixelByteCount, paletteUse: try paletteUse(chunks, header))
    for chunk in chunks where needs(chunk) { try cleaner.add(chunk) }
    return cleaner.output
  }

  private static func needs(_ chunk: PNGChunk) -> Bool {
    ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(chunk.type) || PNGColor.agreesWithSRGB(chunk)
  }

  private init(header: PNGHeader, pixelByteCount: Int, paletteUse: PNGPaletteUse?) {
    (self.header, self.paletteUse, self.pixelByteCount) = (header, paletteUse, pixelByteCount)
  }

  /// The length of the zlib stream at the start of all `IDAT` chunks together (PNG, third edition, section 10.1). It must hold
  /// exactly the picture's rows.
  private static func pixelByteCount(_ chunks: PNGChunks, _ header: PNGHeader) throws(MetadataStrippingError) -> Int {
    guard var counter = InflateCounter() else { throw .damaged }
    let expected = header.unpackedByteCount
    for chunk in chunks where chunk.type == "IDAT" && counter.ending == nil {
      counter.add(chunk.data.bytes.span, limit: expected)
      guard counter.byteCount <= expected else { throw .surplus }
    }
    guard counter.ending == .whole, counter.byteCount == expected else { throw .damaged }
    return counter.usedByteCount
  }

  /// - Returns: nil for a picture without a palette.
  private static func paletteUse(
    _ chunks: PNGChunks, _ header: PNGHeader
  ) throws(MetadataStrippingError) -> PNGPaletteUse? {
    guard header.colorType == .palette else { return nil }
    // Larger ones are encoded again.
    guard header.unpackedByteCount <= largestIndexedPicture else { throw .surplus }
    let stream = chunks.filter { $0.type == "IDAT" }.flatMap(\.data.bytes)
    guard let rows = Inflate.zlib(stream.span, limit: header.unpackedByteCount) else { throw .damaged }
    return PNGPaletteUse(of: rows, header)
  }

  /// In bytes of its rows.
  private static let largestIndexedPicture = 1 << 28

  private mutating func add(_ chunk: PNGChunk) throws(MetadataStrippingError) {
    switch chunk.type {
    case "IDAT": addPixels(chunk)
    case "PLTE": try addPalette(chunk)
    case "tRNS": try addTransparency(chunk)
    case "IHDR", "IEND":
      guard chunk.type == "IHDR" || chunk.data.isEmpty, seen.insert(chunk.type).inserted else { throw .surplus }
      output += chunk.whole.bytes
    // Colour chunks state what is assumed without them.
    default: if !hasPixels, paletteCount == nil, seen.insert(chunk.type).inserted { output += chunk.whole.bytes }
    }
  }

  private mutating func addPixels(_ chunk: PNGChunk) {
    hasPixels = true
    let needed = chunk.data.clamped(at: 0, length: pixelByteCount)
    pixelByteCount -= needed.count
    if needed.isEmpty { return }
    output += needed.count == chunk.data.count ? Array(chunk.whole.bytes) : Self.chunk("IDAT", needed)
  }

  /// In true colour pictures a palette is only a suggestion, and in gray ones it is forbidden (section 11.2.2).
  private mutating func addPalette(_ chunk: PNGChunk) throws(MetadataStrippingError) {
    guard header.colorType == .palette else { return }
    let count = chunk.data.count / 3
    guard !hasPixels, paletteCount == nil, chunk.data.count % 3 == 0, (1...1 << header.bitDepth).contains(count) else {
      throw .surplus
    }
    paletteCount = count
    add(chunk, paletteUse?.palette(chunk.data.bytes))
  }

  /// - Parameter data: its new contents; nil: unchanged.
  private mutating func add(_ chunk: PNGChunk, _ data: [UInt8]?) {
    guard let data, !chunk.data.bytes.elementsEqual(data) else {
      output += chunk.whole.bytes
      return
    }
    output += Self.chunk(chunk.type, ByteView(data))
  }

  /// At most one byte per palette colour, or one colour (section 11.3.1.1). Pictures with an alpha channel have none.
  private mutating func addTransparency(_ chunk: PNGChunk) throws(MetadataStrippingError) {
    let lengths: ClosedRange<Int>
    switch header.colorType {
    case .gray: lengths = 2...2
    case .rgb: lengths = 6...6
    case .palette: lengths = 0...(paletteCount ?? 0)
    case .grayAlpha, .rgbAlpha: return
    }
    guard !hasPixels, seen.insert(chunk.type).inserted, lengths.contains(chunk.data.count) else { throw .surplus }
    add(chunk, paletteUse?.opacities(chunk.data.bytes))
  }

  private static func chunk(_ type: FourCharacterCode, _ data: ByteView) -> [UInt8] {
    let checked = type.bytes + data.bytes
    return .big(data.count, 4) + checked + .big(Int(CRC32.checksum(of: checked.span)), 4)
  }
}

/// The palette colours that the pixels of a PNG use. Decoders never show the others.
struct PNGPaletteUse {
  /// By index.
  private var isUsed = [Bool](repeating: false, count: 256)

  /// - Parameter rows: all unpacked rows, each after its filter (PNG, third edition, sections 7.2, 8.1 and 9.2).
  init(of rows: [UInt8], _ header: PNGHeader) {
    var position = 0
    for (width, height) in header.passes {
      let length = (width * header.bitDepth + 7) / 8
      var row = [UInt8](repeating: 0, count: length)
      for _ in 0..<height where position + length < rows.count {
        Self.unfilter(rows[(position + 1)...(position + length)], by: rows[position], into: &row)
        note(row, width, bits: header.bitDepth)
        position += length + 1
      }
    }
  }

  /// - Parameter row: the one above, then this one.
  private static func unfilter(_ filtered: ArraySlice<UInt8>, by filter: UInt8, into row: inout [UInt8]) {
    var (left, aboveLeft): (UInt8, UInt8) = (0, 0)
    for (index, byte) in filtered.enumerated() {
      let above = row[index]
      let prediction =
        switch filter {
        case 1: left
        case 2: above
        case 3: UInt8((Int(left) + Int(above)) / 2)
        case 4: nearest(left, above, aboveLeft)
        default: UInt8(0)
        }
      (left, aboveLeft) = (byte &+ prediction, above)
      row[index] = left
    }
  }

  /// Paeth's predictor.
  private static func nearest(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(aboveLeft)
    let distances = [left, above, aboveLeft].map { abs(estimate - Int($0)) }
    if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? above : aboveLeft
  }

  /// A byte may hold several indices, the first in its high bits.
  private mutating func note(_ row: [UInt8], _ width: Int, bits: Int) {
    for pixel in 0..<width {
      let place = pixel * bits
      isUsed[Int(row[place / 8] >> UInt8(8 - bits - place % 8)) & (1 << bits - 1)] = true
    }
  }

  /// A palette that keeps used colours in place: others are black, and unused ones at the end are cut.
  func palette(_ colors: ArraySlice<UInt8>) -> [UInt8] { kept(colors, size: 3, otherwise: 0) }

  /// Their opacities, in the same way.
  func opacities(_ bytes: ArraySlice<UInt8>) -> [UInt8] { kept(bytes, size: 1, otherwise: 255) }

  private func kept(_ bytes: ArraySlice<UInt8>, size: Int, otherwise: UInt8) -> [UInt8] {
    let count = (isUsed.lastIndex(of: true) ?? 0) + 1
    return bytes.prefix(count * size).enumerated().map { isUsed[$0 / size] ? $1 : otherwise }
  }
}
