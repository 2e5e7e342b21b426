/// What the symbols of a scan of AC coefficients are thought to cost, in bits.
package struct BandRates: Sendable {
  /// Places in zigzag order.
  package let band: ClosedRange<Int>
  /// For each size, 0 to 15, and each run, 0 to 63, of zeros before it: the bits of the symbols of both.
  package let byRun: [Float]
  /// The bits of an end-of-band run, a block's end and those of the blocks without coefficients that follow: for each binary logarithm
  /// of their number, 0 to 14. Longer ones never cost less.
  package let endOfBand: [Float]

  /// - Parameter counts: of the scan's symbols.
  init(_ band: ClosedRange<Int>, counts: some Collection<Int32>) {
    self.band = band
    let bits = zip(0..., RateModel.bits(counts, reserve: 20)).map { $1 + Float(Self.followingBits($0)) }
    byRun = (0..<1024).map { index in
      let (size, run) = (index >> 6, index & 63)
      return bits[(run & 15) << 4 | size] + Float(run >> 4) * bits[0xF0]
    }
    var most: Float = 0
    endOfBand = (0..<15).map { size in
      most = max(most, bits[size << 4])
      return most
    }
  }

  /// The bits after a symbol: those of the value, or of the length of an end-of-band run.
  private static func followingBits(_ symbol: Int) -> Int {
    let (run, size) = (symbol >> 4, symbol & 15)
    return size > 0 ? size : run < 15 ? run : 0
  }
}
