/// Writes the pixels of a frame as LZW codes (GIF89a, appendix F), choosing among what `PixelChoice` allows.
///
/// Lossy LZW is Kornel Lesiński's idea (giflossy): take a longer string that is only nearly right. Here the best string has
/// the least (distortion + lambda times the bits of its code) per pixel. Keeping a shown pixel is a choice like any colour. At
/// a lambda of 0 only choices without distortion are allowed, and the longest string wins: that is lossless.
struct LZWEncoder {
  /// A frame's data, from the LZW code size to the empty sub-block, and the index of each pixel.
  struct Output {
    var bytes: [UInt8]
    var indices: [UInt8]
    /// The summed distortion of all pixels beyond the minimum.
    var distortion: Double
  }

  private var table = StringTable()
  private var search = StringSearch()

  mutating func encode(_ choices: FrameChoices) -> Output {
    let codeSize = max(2, choices.indices.count.bitsToIndex)
    var indices = [UInt8](repeating: 0, count: choices.pixels.count)
    var codes = LZWCodeWriter(codeSize: codeSize)
    var span = indices.mutableSpan
    let distortion = write(choices, codeSize: codeSize, to: &codes, indices: &span)
    return Output(
      bytes: [UInt8(truncatingIfNeeded: codeSize)] + codes.finish(), indices: indices, distortion: distortion)
  }

  /// Writes the codes and the index of each pixel; returns the distortion.
  private mutating func write(
    _ choices: FrameChoices, codeSize: Int, to codes: inout LZWCodeWriter, indices: inout MutableSpan<UInt8>
  ) -> Double {
    var staleness = TableStaleness()
    var distortion = 0.0
    var previous: StringTable.Code?
    var position = 0
    table.reset(codeSize: codeSize)
    while position < choices.pixels.count {
      let match = nextMatch(choices, at: position, after: previous, codeWidth: codes.width)
      codes.write(match.code, tableCount: table.count)
      table.spell(match.code, length: Int(match.length), into: &indices, at: position)
      position += Int(match.length)
      distortion += Double(match.distortion)
      previous = match.code
      if table.isFull, staleness.isStale(afterCodeFor: Int(match.length)) {
        codes.writeClear()
        table.reset(codeSize: codeSize)
        staleness = TableStaleness()
        previous = nil
      }
    }
    return distortion
  }

  /// The best string from here on; what a decoder learns with it is added to the table.
  @inline(__always) private mutating func nextMatch(
    _ choices: FrameChoices, at position: Int, after previous: StringTable.Code?, codeWidth: Int
  ) -> StringSearch.Match {
    guard let previous, !table.isFull else {
      return search.bestMatch(in: table, for: choices, at: position, codeWidth: codeWidth)
    }
    table.addExpected(after: previous)
    let match = search.bestMatch(in: table, for: choices, at: position, codeWidth: codeWidth)
    table.settleExpected(after: previous, next: match.code)
    return match
  }
}

/// Decides when to clear a full table. While it works well, keeping it saves learning again.
private struct TableStaleness {
  /// Codes that are evaluated together.
  private static let window = 48
  /// Clear the table when a window's strings are shorter than this share of those just after it filled up.
  private static let leastPart = 0.9

  private var pixels = 0
  private var codes = 0
  private var best = 0

  /// - Parameter length: the pixels of the code that was written last.
  mutating func isStale(afterCodeFor length: Int) -> Bool {
    pixels += length
    codes += 1
    guard codes == Self.window else { return false }
    let isStale = Double(pixels) < Double(best) * Self.leastPart
    best = max(best, pixels)
    (pixels, codes) = (0, 0)
    return isStale
  }
}

/// LZW codes as GIF packs them: of growing width, lowest bit first, in sub-blocks.
private struct LZWCodeWriter {
  /// Bits of the next code.
  private(set) var width: Int
  private let codeSize: Int
  private var clear: StringTable.Code { 1 << StringTable.Code(codeSize) }
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits: UInt32 = 0

  /// Begins with the code that clears the table.
  ///
  /// - Parameter codeSize: bits of an index, 2 to 8.
  init(codeSize: Int) {
    self.codeSize = codeSize
    width = codeSize + 1
    append(clear)
  }

  /// Writes a code; `tableCount` is how many codes a decoder then knows, which sets the next width.
  @inline(__always) mutating func write(_ code: StringTable.Code, tableCount: Int) {
    append(code)
    if tableCount == 1 << width, width < 12 { width += 1 }
  }

  mutating func writeClear() {
    append(clear)
    width = codeSize + 1
  }

  /// Ends the data; returns it in sub-blocks of up to 255 bytes, followed by the empty one.
  mutating func finish() -> [UInt8] {
    append(clear + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    var blocks: [UInt8] = []
    blocks.reserveCapacity(bytes.count + bytes.count / 255 + 2)
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      blocks.append(UInt8(truncatingIfNeeded: block.count))
      blocks += block
    }
    return blocks + [0]
  }

  @inline(__always) private mutating func append(_ code: StringTable.Code) {
    pending |= UInt32(truncatingIfNeeded: code) << pendingBits
    pendingBits &+= UInt32(truncatingIfNeeded: width)
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits &-= 8
    }
  }
}
