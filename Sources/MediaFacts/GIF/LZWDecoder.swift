/// Unpacks the LZW codes of GIF pictures (GIF89a, appendix F): codes of growing length, the least significant bit first.
struct LZWDecoder {
  private let codes: [UInt8]
  private let rootWidth: Int
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// The entry that each code leaves off its last symbol, that symbol, the first one, and the number of all.
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var lasts = [UInt8](repeating: 0, count: 4096)
  private var firsts = [UInt8](repeating: 0, count: 4096)
  private var lengths = [UInt16](repeating: 1, count: 4096)

  /// - Parameters:
  ///   - data: sub-blocks, each a length and as many bytes.
  ///   - codeSize: the bits of a symbol.
  init(_ data: ByteView, codeSize: UInt8) {
    var joined: [UInt8] = []
    joined.reserveCapacity(data.count)
    var offset = 0
    while let length = data[offset], length > 0 {
      joined += data.clamped(at: offset + 1, length: Int(length)).bytes
      offset += 1 + Int(length)
    }
    codes = joined
    rootWidth = Int(codeSize)
    for symbol in 0..<256 {
      lasts[symbol] = UInt8(symbol)
      firsts[symbol] = UInt8(symbol)
    }
  }

  /// Exactly `count` symbols; nil when the codes end before or are none. What follows them is ignored, as decoders do.
  mutating func symbols(_ count: Int) -> [UInt8]? {
    guard (1...8).contains(rootWidth) else { return nil }
    // A code of 12 bits stands for 3,839 symbols at most, so a few bytes cannot ask for much memory.
    guard count <= codes.count * 8 * 4096 else { return nil }
    var result = [UInt8](repeating: 0, count: count)
    let clear = 1 << rootWidth
    var width = rootWidth + 1
    var next = clear + 2
    var previous = -1
    var written = 0
    while written < count {
      guard let code = read(width) else { return nil }
      if code == clear {
        (width, next, previous) = (rootWidth + 1, clear + 2, -1)
        continue
      }
      guard code != clear + 1, previous >= 0 ? code <= next : code < clear else { return nil }
      if previous >= 0, next < 4096 {
        add(next, after: previous, first: code == next ? previous : code)
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      } else if code == next {
        return nil
      }
      written = write(code, to: &result, at: written)
      previous = code
    }
    return result
  }

  private mutating func add(_ code: Int, after prefix: Int, first: Int) {
    prefixes[code] = UInt16(truncatingIfNeeded: prefix)
    lasts[code] = firsts[first]
    firsts[code] = firsts[prefix]
    lengths[code] = lengths[prefix] &+ 1
  }

  /// From the last symbol to the first, since that is how entries are linked.
  private func write(_ code: Int, to result: inout [UInt8], at start: Int) -> Int {
    let end = start + Int(lengths[code])
    var entry = code
    var place = end
    while place > start {
      place -= 1
      if place < result.count { result[place] = lasts[entry] }
      entry = Int(prefixes[entry])
    }
    return min(end, result.count)
  }

  private mutating func read(_ width: Int) -> Int? {
    while bitCount < width {
      guard position < codes.count else { return nil }
      bits |= UInt32(codes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= UInt32(width)
      bitCount -= width
    }
    return Int(bits & (1 << UInt32(width) - 1))
  }
}
