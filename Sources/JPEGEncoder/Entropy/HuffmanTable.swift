/// An optimal code for symbols of known frequency, with no code longer than 16 bits (ITU-T T.81, K.2).
package struct HuffmanTable: Hashable, Sendable {
  /// How many codes there are of each length, 1 to 16.
  package let lengthCounts: [UInt8]
  /// The symbols in order of length.
  package let symbols: [UInt8]
  /// For each of 256 symbols its code, and in the upper half its length; 0 where it has none.
  package let codes: [UInt32]

  /// - Parameter frequencies: how often each of 256 symbols occurs.
  package init(frequencies: some Collection<Int32>) {
    let sizes = HuffmanCodeSizes(frequencies: frequencies)
    lengthCounts = sizes.lengthCounts
    symbols = sizes.symbols
    codes = Self.codes(lengthCounts, symbols)
  }

  /// Bytes of the segment that defines this table, without the marker and length that it may share with others.
  var definitionBytes: Int { 17 + symbols.count }

  /// The bits that all symbols take together.
  package func bits(for frequencies: some Collection<Int32>) -> Int {
    zip(frequencies, codes).reduce(0) { $0 + Int($1.0) * Int($1.1 >> 16) }
  }

  private static func codes(_ lengthCounts: [UInt8], _ symbols: [UInt8]) -> [UInt32] {
    var codes = [UInt32](repeating: 0, count: 256)
    var (next, code) = (0, UInt32(0))
    for (length, count) in zip(1..., lengthCounts) {
      for symbol in symbols[next..<next + Int(count)] {
        codes[Int(symbol)] = UInt32(length) << 16 | code
        code += 1
      }
      next += Int(count)
      code <<= 1
    }
    return codes
  }
}
