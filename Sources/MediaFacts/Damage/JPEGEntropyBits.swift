/// Why entropy-coded data cannot be followed any further.
enum JPEGCodingError: Error {
  /// It ends.
  case missing
  /// No encoder writes what comes next.
  case wrong
}

/// Reads entropy-coded data bit by bit (ITU-T T.81, F.2.2), from one restart marker to the next, zeros after 0xFF taken out.
struct JPEGEntropyBits {
  private let bytes: [UInt8]
  /// In bits.
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next code's meaning.
  mutating func value(_ table: JPEGHuffmanTable) throws(JPEGCodingError) -> Int {
    let left = bytes.count * 8 - position
    guard let match = table.match(peek(16)) else { throw left < 16 ? .missing : .wrong }
    guard match.length <= left else { throw .missing }
    position += match.length
    return match.value
  }

  /// The next bits (0 to 16) as a number.
  mutating func bits(_ count: Int) throws(JPEGCodingError) -> Int {
    guard count <= bytes.count * 8 - position else { throw .missing }
    defer { position += count }
    return count == 0 ? 0 : peek(count)
  }

  /// The next number of a magnitude of so many bits (T.81, F.2.2.1: receive and extend).
  mutating func number(_ magnitude: Int) throws(JPEGCodingError) -> Int {
    guard magnitude > 0 else { return 0 }
    let bits = try bits(magnitude)
    return bits < 1 << (magnitude - 1) ? bits - (1 << magnitude) + 1 : bits
  }

  /// Whether more follows than fills the last byte. Some encoders write more of one and the same byte.
  var hasRest: Bool {
    let rest = bytes[min((position + 7) / 8, bytes.count)...]
    return rest.count > 1 && rest.contains { $0 != rest.first }
  }

  /// Bits from here on, of which those behind the end are ones, as encoders fill the last byte.
  private func peek(_ count: Int) -> Int {
    let first = position >> 3
    var word = 0
    for index in first..<(first + 3) { word = word << 8 | Int(index < bytes.count ? bytes[index] : 0xFF) }
    return word >> (24 - (position & 7) - count) & ((1 << count) - 1)
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
    var source = data.bytes.makeIterator()
    while let byte = source.next() {
      guard byte == 0xFF else {
        bytes.append(byte)
        continue
      }
      var code = source.next()
      while code == 0xFF { code = source.next() }
      switch code {
      case 0: bytes.append(0xFF)
      case let code? where JPEGMarker(rawValue: code).isRestart:
        intervals.append(JPEGInterval(number: number, bytes: bytes))
        (number, bytes) = (Int(code & 7), [])
      default: break
      }
    }
    return intervals + [JPEGInterval(number: number, bytes: bytes)]
  }
}
