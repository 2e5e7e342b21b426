/// Unpacks the LZW codes of GIF pictures (GIF89a, appendix F): codes of growing width, the lowest bit first.
///
/// Strings are not stored: each is part of the output before.
struct LZWDecoder {
  /// The number of 12-bit codes.
  private static let capacity = 4096

  private let codeSize: Int
  private var codes: LZWCodeReader
  /// Where each code's string was first unpacked.
  private var starts = [Int](repeating: 0, count: LZWDecoder.capacity)
  private var lengths = [Int](repeating: 0, count: LZWDecoder.capacity)
  private var nextCode = 0
  private var previous: (start: Int, length: Int)?
  /// How many more indices the last code means than were wanted.
  private var excess = 0
  /// The code that ended the indices.
  private var lastCode: Int?

  /// - Parameter codes: the bytes of all sub-blocks.
  init(_ codes: [UInt8], codeSize: UInt8) {
    self.codeSize = Int(codeSize)
    self.codes = LZWCodeReader(codes)
  }

  /// Exactly `count` indices; nil when the codes end before or are invalid. What follows is ignored, as by decoders.
  mutating func indices(_ count: Int) -> [UInt8]? {
    let (indices, found) = beginning(of: count)
    return found == count ? indices : nil
  }

  /// Room for `count` indices, and how many were found before the codes ended or were invalid.
  mutating func beginning(of count: Int) -> (indices: [UInt8], found: Int) {
    // A code of 12 bits means at most 3,839 indices, so a few bytes cannot ask for much memory.
    guard (1...8).contains(codeSize), count <= codes.byteCount * 8 * Self.capacity else { return ([], 0) }
    var indices = [UInt8](repeating: 0, count: count)
    var position = 0
    clear()
    while position < count, let code = codes.next() {
      if code == 1 << codeSize {
        clear()
      } else {
        guard let length = unpack(code, into: &indices, at: position) else {
          lastCode = code
          break
        }
        excess = max(0, position + length - count)
        position = min(position + length, count)
      }
    }
    return (indices, position)
  }

  var usedByteCount: Int { codes.usedByteCount }

  /// The bytes of the codes of exactly `count` indices, including the end code if it follows (GIF89a, appendix F); nil when the
  /// codes end before or are invalid. Some encoders clear their table before the end.
  mutating func byteCount(ofIndices count: Int) -> Int? {
    guard indices(count) != nil else { return nil }
    var used = codes.usedByteCount
    while let code = codes.next() {
      if code == 1 << codeSize {
        clear()
        continue
      }
      if code == 1 << codeSize + 1 { used = codes.usedByteCount }
      break
    }
    return used
  }

  /// Whether the codes end at the last index, as encoders end them, or with the file. Otherwise some were misread.
  ///
  /// - Parameter missing: how many indices were not found. Some encoders forget the last, or add one.
  mutating func endsExactly(missing: Int) -> Bool {
    guard (1...8).contains(codeSize) else { return false }
    let end = 1 << codeSize + 1
    guard missing == 0 else { return lastCode.map { $0 == end && (missing == 1 || surplus > 1) } ?? true }
    guard surplus <= Self.mostSurplus else { return false }
    while let code = codes.next(), isKnown(code) || code == 1 << codeSize || code == end {
      if code == end { return surplus > 1 || excess <= 1 }
      if code == 1 << codeSize {
        clear()
        continue
      }
      learn()
      previous = (0, length(of: code))
      excess += length(of: code)
    }
    return true
  }

  /// Bytes after the last code.
  private var surplus: Int { codes.byteCount - codes.usedByteCount }

  /// Bytes of codes that some encoders add.
  private static let mostSurplus = 64

  private func isKnown(_ code: Int) -> Bool {
    code < 1 << codeSize || code > 1 << codeSize + 1 && previous != nil && code <= nextCode
  }

  /// A learnt code's length.
  private func length(of code: Int) -> Int { code < 1 << codeSize ? 1 : lengths[code] }

  private mutating func clear() {
    codes.width = codeSize + 1
    nextCode = (1 << codeSize) + 2
    previous = nil
  }

  /// Writes as much of a code's string as fits, and learns a new one.
  ///
  /// - Returns: the string's length; nil for an invalid code.
  private mutating func unpack(_ code: Int, into indices: inout [UInt8], at position: Int) -> Int? {
    guard isKnown(code) else { return nil }
    learn()
    let length = length(of: code)
    let end = min(position + length, indices.count)
    if code < 1 << codeSize {
      indices[position] = UInt8(truncatingIfNeeded: code)
    } else {
      let distance = position - starts[code]
      // One by one and forwards: the learnt string overlaps itself.
      for place in position..<end { indices[place] = indices[place - distance] }
    }
    previous = (position, length)
    return length
  }

  /// The previous string and the first index of this one, which are adjacent, get the next code.
  private mutating func learn() {
    guard let previous, nextCode < Self.capacity else { return }
    starts[nextCode] = previous.start
    lengths[nextCode] = previous.length + 1
    nextCode += 1
    if nextCode == 1 << codes.width, codes.width < 12 { codes.width += 1 }
  }
}

/// Numbers of any width up to 12 bits, the lowest bit first.
private struct LZWCodeReader {
  /// Bits of the next code.
  var width = 0
  private let bytes: [UInt8]
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int { bytes.count }

  /// The bytes that codes were taken from, the last perhaps in part. At most one more was read.
  var usedByteCount: Int { position - bitCount / 8 }

  /// Nil when some of its bits are missing.
  mutating func next() -> Int? {
    while bitCount < width {
      guard position < bytes.count else { return nil }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
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
