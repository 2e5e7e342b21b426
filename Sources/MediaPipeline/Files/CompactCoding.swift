import Essentials
import Findings
package import MediaFacts
import Synchronization
import SystemPackage

/// Numbers, texts and digests one after another, in few bytes.
package struct CompactWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// - Parameter beginning: bytes that identify the format.
  package init(beginning: [UInt8]) { bytes = beginning }

  /// The bytes after their digest, so that any damage is detected.
  package var sealed: [UInt8] { ContentDigest(of: bytes).bytes + bytes }

  /// Small numbers of either sign are short.
  package mutating func add(_ number: Int) {
    add(varint: UInt64(bitPattern: Int64(number << 1) ^ Int64(number >> 63)))
  }

  /// Seven bits a byte, the lowest first, as in protocol buffers.
  mutating func add(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func add(_ number: Double) {
    var bits = number.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  package mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func add(_ text: some Collection<UInt8>) {
    add(text.count)
    bytes += text
  }

  package mutating func add(_ text: String) { add(text.utf8) }

  /// Its 32 bytes.
  package mutating func add(_ digest: ContentDigest) { bytes += digest.bytes }

  /// As they are, uncounted.
  package mutating func append(_ others: some Sequence<UInt8>) { bytes += others }

  /// A value that may be missing.
  package mutating func add<Value>(_ value: Value?, _ write: (inout CompactWriter, Value) -> Void) {
    add(value != nil)
    if let value { write(&self, value) }
  }

  /// Texts that may be missing, uncounted.
  package mutating func add(_ texts: [String?]) { for text in texts { add(text) { $0.add($1) } } }
}

/// Reads the output of `CompactWriter` from untrusted bytes.
package struct CompactReader {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  /// Bytes that no writer wrote.
  package struct Damage: Error {}

  package init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    (place, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
  }

  /// Reads bytes that `CompactWriter.sealed` gave.
  ///
  /// - Parameter beginning: their required beginning.
  /// - Returns: nil for any others.
  package init?(sealed bytes: [UInt8], beginning: [UInt8]) {
    let start = 32 + beginning.count
    guard bytes.count >= start, bytes[32..<start].elementsEqual(beginning),
      ContentDigest(of: Array(bytes[32...])).bytes.elementsEqual(bytes[..<32])
    else { return nil }
    self.init(bytes, start..<bytes.count)
  }

  package var isAtEnd: Bool { place == end }

  package mutating func integer() throws(Damage) -> Int {
    let number = try varint()
    return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  mutating func varint() throws(Damage) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Damage() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  package mutating func double() throws(Damage) -> Double {
    let range = try take(8)
    return Double(bitPattern: range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) })
  }

  package mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

  package mutating func text() throws(Damage) -> [UInt8] { Array(bytes[try take(integer())]) }

  package mutating func string() throws(Damage) -> String {
    String(decoding: bytes[try take(integer())], as: UTF8.self)
  }

  /// A text that may be missing.
  package mutating func optionalString() throws(Damage) -> String? { try flag() ? try string() : nil }

  package mutating func digest() throws(Damage) -> ContentDigest { ContentDigest(digest: try bytes(32)) }

  /// So many bytes as they are.
  package mutating func bytes(_ count: Int) throws(Damage) -> [UInt8] { Array(bytes[try take(count)]) }

  /// A count of things that each have some bytes.
  package mutating func count(eachOf least: Int = 1) throws(Damage) -> Int {
    let count = try integer()
    guard count >= 0, count <= (end - place) / least else { throw Damage() }
    return count
  }

  private mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
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
  /// The 32 bytes of its hexadecimal digits.
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

/// Keeps bytes: few in memory, many in a file.
struct Spool: Sendable {
  private var byteCount = 0
  private var file: TemporaryFile?

  /// The size of ten thousand messages.
  private static let mostInMemory = 1 << 20

  /// - Returns: a function that returns the bytes.
  /// - Throws: `FileSystemError` if they are too many for memory and the disk has no room.
  mutating func keep(_ bytes: [UInt8]) throws(FileSystemError) -> @Sendable () -> [UInt8] {
    guard byteCount >= Self.mostInMemory else {
      byteCount += bytes.count
      return { bytes }
    }
    let file = if let file { file } else { try TemporaryFile() }
    self.file = file
    let range = try file.append(bytes)
    return { file.bytes(in: range) }
  }
}
