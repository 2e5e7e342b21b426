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
  /// The next bits, from the highest on.
  private var window: UInt64 = 0
  private var windowCount = 0
  /// The byte after those of the window; it continues after the end.
  private var nextByte = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// In bits.
  private var position: Int { nextByte * 8 - windowCount }
  private var left: Int { bytes.count * 8 - position }

  /// Whether so many bits of the window are left; a window before the end has no others.
  @inline(__always)
  private func has(_ count: Int) -> Bool { nextByte <= bytes.count || count <= left }

  /// The next code's meaning.
  @inline(__always)
  mutating func value(_ table: JPEGHuffmanTable) throws(JPEGCodingError) -> Int {
    guard let match = table.match(peek(16)) else { throw left < 16 ? .missing : .wrong }
    guard has(match.length) else { throw .missing }
    skip(match.length)
    return match.value
  }

  /// The next bits (0 to 16) as a number.
  @inline(__always)
  mutating func bits(_ count: Int) throws(JPEGCodingError) -> Int {
    guard count > 0 else { return 0 }
    let bits = peek(count)
    guard has(count) else { throw .missing }
    skip(count)
    return bits
  }

  /// Skips so many bits.
  mutating func pass(_ count: Int) throws(JPEGCodingError) {
    var rest = count
    while rest > 0 {
      _ = try bits(min(rest, 16))
      rest -= 16
    }
  }

  /// The next number of a magnitude of so many bits (T.81, F.2.2.1: receive and extend).
  @inline(__always)
  mutating func number(_ magnitude: Int) throws(JPEGCodingError) -> Int {
    guard magnitude > 0 else { return 0 }
    let bits = try bits(magnitude)
    return bits < 1 << (magnitude - 1) ? bits - (1 << magnitude) + 1 : bits
  }

  /// The bytes that bits were taken from, the last perhaps in part.
  var usedByteCount: Int { min((position + 7) / 8, bytes.count) }

  /// Whether more follows than fills the last byte. Some encoders repeat one byte there.
  var hasRest: Bool {
    let rest = bytes[min((position + 7) / 8, bytes.count)...]
    return rest.count > 1 && rest.contains { $0 != rest.first }
  }

  /// Bits (1 to 16) from here on. Those after the end are ones, as encoders fill the last byte.
  @inline(__always)
  private mutating func peek(_ count: Int) -> Int {
    while windowCount < count { fill() }
    return Int(window >> UInt64(64 - count))
  }

  private mutating func fill() {
    while windowCount <= 56 {
      let byte = nextByte < bytes.count ? bytes[nextByte] : 0xFF
      window |= UInt64(byte) << UInt64(56 - windowCount)
      windowCount += 8
      nextByte += 1
    }
  }

  @inline(__always)
  private mutating func skip(_ count: Int) {
    window <<= UInt64(count)
    windowCount -= count
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
    var rest = data.bytes
    while let mark = rest.firstIndex(of: 0xFF) {
      bytes += rest[..<mark]
      guard let place = rest[mark...].firstIndex(where: { $0 != 0xFF }) else {
        rest = []
        break
      }
      let code = rest[place]
      if code == 0 {
        bytes.append(0xFF)
      } else if JPEGMarker(rawValue: code).isRestart {
        intervals.append(JPEGInterval(number: number, bytes: bytes))
        (number, bytes) = (Int(code & 7), [])
      }
      rest = rest[(place + 1)...]
    }
    bytes += rest
    return intervals + [JPEGInterval(number: number, bytes: bytes)]
  }
}
