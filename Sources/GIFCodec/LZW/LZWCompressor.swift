/// Writes the pixels of a frame as LZW codes (GIF89a, appendix F), choosing among what `PixelChoice` allows.
///
/// The idea of lossy LZW is Kornel Lesiński's (giflossy): take a longer string that is only nearly right. Here the best
/// string is the one with the least (harm + price of its code) per pixel, where harm counts in the price's unit. Leaving a
/// pixel as it is shown is a choice like any colour. At a price of 0 only choices without harm are looked at, and the
/// longest string wins: that is lossless.
final class LZWCompressor {
  /// A frame's data, from the LZW code size to the empty sub-block, and the index that each pixel got.
  struct Output {
    var bytes: [UInt8]
    var indices: [UInt8]
    /// The summed harm of all pixels beyond the least possible.
    var harm: Double
  }

  private var table = StringTable()
  private var search = StringSearch()

  /// - Parameters:
  ///   - pixels: at least one, in the order of the rows.
  ///   - pricePerBit: what a bit of output costs in harm; 0 for lossless.
  func compress(_ pixels: [PixelChoice], alphabet: LZWAlphabet, pricePerBit: Float) -> Output {
    let symbolBits = max(2, alphabet.coordinates.count.bitsToIndex)
    var output = Output(bytes: [UInt8(truncatingIfNeeded: symbolBits)], indices: [], harm: 0)
    output.indices = [UInt8](unsafeUninitializedCapacity: pixels.count) { indices, count in
      count = pixels.count
      let written = alphabet.withChoices(pixels, pricePerBit: pricePerBit) { choices in
        write(choices, symbolBits: symbolBits, indices: indices)
      }
      output.bytes += written.blocks
      output.harm = written.harm
    }
    return output
  }

  private func write(
    _ choices: FrameChoices, symbolBits: Int, indices: UnsafeMutableBufferPointer<UInt8>
  ) -> (blocks: [UInt8], harm: Double) {
    var codes = CodeStream(symbolBits: symbolBits)
    var monitor = ClearMonitor()
    var harm = 0.0
    var previous: Int?
    var position = 0
    table.reset(symbolBits: symbolBits)
    while position < choices.count {
      let growing = table.isFull ? nil : previous
      if let growing { table.addExpected(after: growing) }
      let match = search.bestMatch(in: table, for: choices, at: position, codeWidth: codes.width)
      if let growing { table.settleExpected(after: growing, head: table.head[match.code]) }
      codes.write(match.code, tableCount: table.nextCode)
      table.spell(match.code, length: match.length, into: indices, at: position)
      position += match.length
      harm += Double(match.harm)
      previous = match.code
      if table.isFull, monitor.shouldClear(pixels: match.length) {
        codes.writeClear()
        table.reset(symbolBits: symbolBits)
        monitor = ClearMonitor()
        previous = nil
      }
    }
    return (codes.finish(), harm)
  }
}

extension Int {
  /// Bits that an index of so many things needs: 8 for 256.
  var bitsToIndex: Int { self < 2 ? 0 : Int.bitWidth - (self - 1).leadingZeroBitCount }
}
