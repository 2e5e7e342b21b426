/// Why entropy-coded data cannot be followed further.
enum JPEGCodingError: Error {
  /// It ends.
  case missing
  /// Encoders do not write this.
  case wrong
}

/// Reads entropy-coded data bit by bit (ITU-T T.81, F.2.2), from one restart marker to the next, zeros after 0xFF taken out.
struct JPEGEntropyBits {
  private let bytes: [UInt8]
  /// The next bits, from the highest on. After those that are counted, perhaps some of the next byte.
  private var window: UInt64 = 0
  private var windowCount = 0
  /// The byte after those of the window; it continues after the end.
  private var nextByte = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// In bits.
  private var position: Int { nextByte &* 8 &- windowCount }
  private var left: Int { bytes.count &* 8 &- position }

  /// Whether so many bits of the window are left; a window before the end has no others.
  @inline(__always)
  private func has(_ count: Int) -> Bool { nextByte <= bytes.count || count <= left }

  /// The next bits (0 to 16) as a number.
  mutating func bits(_ count: Int) throws(JPEGCodingError) -> Int {
    fill()
    guard let bits = take(count) else { throw .missing }
    return bits
  }

  /// Why there is no code.
  var codeError: JPEGCodingError { left < 16 ? .missing : .wrong }

  /// The next code's meaning; nil without one. It does not throw, so that a loop over codes stays in registers.
  @inline(__always)
  mutating func code(_ table: JPEGHuffmanTable) -> Int? {
    fill()
    guard let match = table.match(window), has(match.length) else { return nil }
    drop(match.length)
    return match.value
  }

  /// So many bits (0 to 16), right after a code; nil where the data ends.
  @inline(__always)
  mutating func take(_ count: Int) -> Int? {
    guard has(count) else { return nil }
    // In two steps, since shifts by 64 do nothing.
    let bits = Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count))
    drop(count)
    return bits
  }

  /// The number of a magnitude of so many bits (0 to 16), right after the code that says so (T.81, F.2.2.1: receive and extend); nil
  /// where the data ends.
  @inline(__always)
  mutating func number(_ magnitude: Int) -> Int? {
    guard magnitude > 0 else { return 0 }
    guard let bits = take(magnitude) else { return nil }
    let isNegative = bits &>> (magnitude &- 1) == 0
    return isNegative ? bits &+ 1 &- 1 &<< magnitude : bits
  }

  /// Skips so many bits.
  mutating func pass(_ count: Int) throws(JPEGCodingError) {
    var rest = count
    while rest > 0 {
      _ = try bits(min(rest, 16))
      rest -= 16
    }
  }

  /// The bytes that bits were taken from, the last perhaps in part.
  var usedByteCount: Int { min((position + 7) / 8, bytes.count) }

  /// Whether more follows than fills the last byte. Some encoders repeat one byte there.
  var hasRest: Bool {
    let rest = bytes[min((position + 7) / 8, bytes.count)...]
    return rest.count > 1 && rest.contains { $0 != rest.first }
  }

  /// Makes the window hold 32 bits or more: a code and the number after it. Bits after the end are ones, as encoders fill the last byte.
  @inline(__always)
  private mutating func fill() {
    guard windowCount < 32 else { return }
    guard nextByte &+ 8 <= bytes.count else { return fillAtEnd() }
    let next = bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: nextByte, as: UInt64.self)
    window |= UInt64(bigEndian: next) &>> UInt64(truncatingIfNeeded: windowCount)
    // So many whole bytes fit.
    nextByte &+= (63 &- windowCount) &>> 3
    windowCount |= 56
  }

  private mutating func fillAtEnd() {
    while windowCount <= 56 {
      let byte = nextByte < bytes.count ? bytes[nextByte] : 0xFF
      window |= UInt64(byte) << UInt64(56 - windowCount)
      windowCount += 8
      nextByte += 1
    }
  }

  @inline(__always)
  private mutating func drop(_ count: Int) {
    window &<<= UInt64(truncatingIfNeeded: count)
    windowCount &-= count
  }
}

/// The entropy-coded data of a scan between two restart markers.
struct JPEGInterval {
  /// The number, 0 to 7, of the marker before it; nil for the first.
  let number: Int?
  let bytes: [UInt8]

  /// Splits a scan's data, which may hold restart markers, stuffed zeros and fill bytes.
  static func split(_ data: ByteView) -> [JPEGInterval] {
    var intervals: [JPEGInterval] = []
    var (number, bytes): (Int?, [UInt8]) = (nil, [])
    bytes.reserveCapacity(data.count)
    var start = 0
    while let mark = data.offset(of: 0xFF, from: start) {
      bytes += data.clamped(at: start, length: mark - start).bytes
      var place = mark
      while data[place] == 0xFF { place += 1 }
      start = place + 1
      guard let code = data[place] else { break }
      if code == 0 {
        bytes.append(0xFF)
      } else if JPEGMarker(rawValue: code).isRestart {
        intervals.append(JPEGInterval(number: number, bytes: bytes))
        (number, bytes) = (Int(code & 7), [])
      }
    }
    bytes += data.clamped(at: start).bytes
    return intervals + [JPEGInterval(number: number, bytes: bytes)]
  }
}
