import MediaFacts

/// Numbers, texts and digests one after the other, in as few bytes as they need.
struct CompactWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first; small numbers of either sign are short.
  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number << 1) ^ Int64(number >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ number: Double) {
    var bits = number.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ text: some Collection<UInt8>) {
    add(text.count)
    bytes += text
  }

  mutating func add(_ text: String) { add(text.utf8) }

  /// Its 32 bytes.
  mutating func add(_ digest: ContentDigest) { bytes += digest.bytes }

  /// As they are, without their count.
  mutating func append(_ others: some Sequence<UInt8>) { bytes += others }

  /// A value that may be missing.
  mutating func add<Value>(_ value: Value?, _ write: (inout CompactWriter, Value) -> Void) {
    add(value != nil)
    if let value { write(&self, value) }
  }
}

/// Reads what `CompactWriter` wrote, of bytes that may be any.
struct CompactReader {
  private let bytes: [UInt8]
  private(set) var place: Int
  private let end: Int

  /// Bytes that no writer wrote.
  struct Damage: Error {}

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    (place, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
  }

  var isAtEnd: Bool { place == end }

  mutating func integer() throws(Damage) -> Int {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Damage() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  mutating func double() throws(Damage) -> Double {
    let range = try take(8)
    return Double(bitPattern: range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) })
  }

  mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

  mutating func text() throws(Damage) -> [UInt8] { Array(bytes[try block()]) }

  mutating func string() throws(Damage) -> String { String(decoding: bytes[try block()], as: UTF8.self) }

  mutating func digest() throws(Damage) -> ContentDigest { ContentDigest(digest: Array(bytes[try take(32)])) }

  /// Where a text stands.
  mutating func block() throws(Damage) -> Range<Int> { try take(integer()) }

  /// A count of things that each have some bytes.
  mutating func count(eachOf least: Int = 1) throws(Damage) -> Int {
    let count = try integer()
    guard count >= 0, count <= (end - place) / least else { throw Damage() }
    return count
  }

  mutating func optional<Value>(_ read: (inout CompactReader) throws(Damage) -> Value) throws(Damage) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
    guard count >= 0, count <= end - place else { throw Damage() }
    defer { place += count }
    return place..<(place + count)
  }

  private mutating func byte() throws(Damage) -> UInt8 {
    guard place < end else { throw Damage() }
    defer { place += 1 }
    return bytes[place]
  }
}

extension ContentDigest {
  /// The 32 bytes that its digits stand for.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var high: UInt8?
    for digit in hex.utf8 {
      let value = digit < 0x3A ? digit &- 0x30 : digit &- 0x57
      if let half = high {
        bytes.append(half << 4 | value & 15)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
