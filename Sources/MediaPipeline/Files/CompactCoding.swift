import Essentials
import Findings
package import MediaFacts
package import PushDelivery
import Synchronization
import SystemPackage

/// A value in few bytes: its parts one after another.
package protocol CompactValue {
  func write(to writer: inout CompactWriter)
  init(_ reader: inout CompactReader) throws(CompactReader.Damage)
}

/// Writes values one after another.
package struct CompactWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add<each Value: CompactValue>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
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

  mutating func add(_ text: some Collection<UInt8>) {
    add(text.count)
    bytes += text
  }

  /// Returns what was written so far, and begins again.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// As they are, uncounted.
  mutating func append(_ others: some Sequence<UInt8>) { bytes += others }
}

/// Reads the output of `CompactWriter` from untrusted bytes.
package struct CompactReader {
  private(set) var bytes: [UInt8]
  private var place: Int
  private var end: Int
  /// What follows these bytes.
  private var parts = StoredValues<[UInt8]>([])[...]

  /// Bytes that no writer wrote.
  package struct Damage: Error {}

  package init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    (place, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
  }

  /// Reads the values of a sealed file, some at a time: no value is in two parts.
  package init(parts: StoredValues<[UInt8]>) {
    (bytes, place, end) = ([], 0, 0)
    self.parts = parts[...]
  }

  package var isAtEnd: Bool { place == end && parts.isEmpty }

  private mutating func advance() {
    guard place == end, let next = parts.popFirst() else { return }
    (bytes, place, end) = (next, 0, next.count)
  }

  package mutating func callAsFunction<Value: CompactValue>() throws(Damage) -> Value { try Value(&self) }

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

  package mutating func text() throws(Damage) -> [UInt8] { Array(bytes[try range()]) }

  /// All bytes that follow.
  var rest: [UInt8] { Array(bytes[place..<end]) }

  /// Where the next counted bytes are.
  mutating func range() throws(Damage) -> Range<Int> { try take(self()) }

  /// So many bytes as they are.
  mutating func bytes(_ count: Int) throws(Damage) -> [UInt8] { Array(bytes[try take(count)]) }

  /// A count of things that each have some bytes.
  package mutating func count(eachOf least: Int = 1) throws(Damage) -> Int {
    let count: Int = try self()
    guard count >= 0, count <= (end - place) / least else { throw Damage() }
    return count
  }

  private mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
    if count > 0 { advance() }
    guard count >= 0, count <= end - place else { throw Damage() }
    defer { place += count }
    return place..<(place + count)
  }

  fileprivate mutating func byte() throws(Damage) -> UInt8 {
    advance()
    guard place < end else { throw Damage() }
    defer { place += 1 }
    return bytes[place]
  }
}

/// Small numbers of either sign are short.
extension Int: CompactValue {
  package func write(to writer: inout CompactWriter) {
    writer.add(varint: UInt64(bitPattern: Int64(self << 1) ^ Int64(self >> 63)))
  }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    let number = try reader.varint()
    self = Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }
}

extension Double: CompactValue {
  package func write(to writer: inout CompactWriter) {
    writer.append((0..<8).map { UInt8(truncatingIfNeeded: bitPattern >> ($0 * 8)) })
  }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    self.init(bitPattern: try reader.bytes(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    // Reports cannot say any other.
    guard isFinite else { throw CompactReader.Damage() }
  }
}

extension Bool: CompactValue {
  package func write(to writer: inout CompactWriter) { writer.append(CollectionOfOne(self ? 1 : 0)) }
  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) { self = try reader.byte() != 0 }
}

extension String: CompactValue {
  package func write(to writer: inout CompactWriter) { writer.add(utf8) }
  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    self.init(decoding: try reader.text(), as: UTF8.self)
  }
}

extension ContentDigest: CompactValue {
  package func write(to writer: inout CompactWriter) { writer.append(bytes) }
  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) { self.init(digest: try reader.bytes(32)) }
}

extension Optional: CompactValue where Wrapped: CompactValue {
  package func write(to writer: inout CompactWriter) {
    writer.add(self != nil)
    if let self { writer.add(self) }
  }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    self = try Bool(&reader) ? try Wrapped(&reader) : nil
  }
}

extension Array: CompactValue where Element: CompactValue {
  package func write(to writer: inout CompactWriter) {
    writer.add(count)
    for element in self { writer.add(element) }
  }

  package init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    self = []
    for _ in 0..<(try reader.count()) { append(try reader()) }
  }
}

/// Keeps bytes: few in memory, many in a file.
struct Spool: Sendable {
  private var byteCount = 0
  private var file: TemporaryFile?

  /// The size of five hundred messages.
  private static let mostInMemory = 1 << 16

  /// - Returns: a function that returns the bytes.
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

  /// The same, in memory if the disk has no room.
  mutating func keepAnyway(_ bytes: [UInt8]) -> @Sendable () -> [UInt8] {
    do throws(FileSystemError) { return try keep(bytes) } catch { return { bytes } }
  }
}
