/// Reads LZW codes back (GIF89a, appendix F).
struct LZWDecompressor {
  /// 2 to 8.
  let symbolBits: Int

  /// As many indices; those that the data do not give, or damaged data, are 0.
  func indices(of data: [UInt8], count: Int) -> [UInt8] {
    let clear = 1 << symbolBits
    var output = [UInt8](repeating: 0, count: count)
    // Where in the output each string was last written, and its length.
    var starts = [Int](repeating: 0, count: StringTable.capacity)
    var lengths = [Int](repeating: 1, count: StringTable.capacity)
    var (next, width, written) = (clear + 2, symbolBits + 1, 0)
    var previous: (start: Int, length: Int)?
    var (bits, bitCount) = (0, 0)
    for byte in data {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= width {
        let code = bits & ((1 << width) - 1)
        bits >>= width
        bitCount -= width
        if code == clear {
          (next, width, previous) = (clear + 2, symbolBits + 1, nil)
          continue
        }
        if let previous, next < StringTable.capacity {
          // The string before and the first symbol of this one lie side by side in the output.
          starts[next] = previous.start
          lengths[next] = previous.length + 1
          next += 1
        }
        let length = code < clear ? 1 : lengths[code]
        guard code != clear + 1, code < next, written + length <= count else { return output }
        if code < clear {
          output[written] = UInt8(truncatingIfNeeded: code)
        } else {
          for offset in 0..<length { output[written + offset] = output[starts[code] + offset] }
        }
        previous = (written, length)
        written += length
        if next == 1 << width, width < 12 { width += 1 }
      }
    }
    return output
  }
}
