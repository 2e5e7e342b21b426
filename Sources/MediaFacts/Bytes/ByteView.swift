/// A stretch of bytes and checked reads from it. Making one copies nothing, and reads never trap: outside is nil.
package struct ByteView: Sendable {
  private let storage: [UInt8]
  private let start: Int
  /// The number of bytes.
  package let count: Int

  /// All of `bytes`.
  package init(_ bytes: [UInt8]) { self.init(storage: bytes, start: 0, count: bytes.count) }

  private init(storage: [UInt8], start: Int, count: Int) {
    (self.storage, self.start, self.count) = (storage, start, count)
  }

  /// Its offset in the underlying bytes.
  var startOffset: Int { start }

  package var isEmpty: Bool { count == 0 }

  /// The bytes themselves, with shared storage.
  package var bytes: ArraySlice<UInt8> { storage[start..<(start + count)] }

  /// The byte at `offset`, or nil outside.
  package subscript(offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    return storage[start &+ offset]
  }
}

// MARK: - Parts

extension ByteView {
  /// Exactly `length` bytes from `offset`, or nil unless all exist.
  package func part(at offset: Int, length: Int) -> ByteView? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return ByteView(storage: storage, start: start + offset, count: length)
  }

  /// Up to `length` bytes from `offset`, perhaps none.
  package func clamped(at offset: Int, length: Int = .max) -> ByteView {
    let begin = min(max(offset, 0), count)
    return ByteView(storage: storage, start: start + begin, count: min(max(length, 0), count - begin))
  }
}

// MARK: - Numbers

extension ByteView {
  /// An unsigned number of `width` bytes (1 to 8) at `offset`; nil outside, and for numbers above `Int.max`.
  package func unsigned(at offset: Int, width: Int, _ order: ByteOrder = .big) -> Int? {
    guard offset >= 0, offset <= count, width <= count - offset else { return nil }
    var value = 0
    for index in 0..<width {
      let place = order == .big ? index : width - 1 - index
      value = value << 8 | Int(storage[start + offset + place])
    }
    return value < 0 ? nil : value
  }

  package func uint16(at offset: Int, _ order: ByteOrder = .big) -> Int? { unsigned(at: offset, width: 2, order) }

  package func uint32(at offset: Int, _ order: ByteOrder = .big) -> Int? { unsigned(at: offset, width: 4, order) }

  package func int32(at offset: Int, _ order: ByteOrder = .big) -> Int? {
    uint32(at: offset, order).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  package func code(at offset: Int) -> FourCharacterCode? {
    uint32(at: offset).map { FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: $0)) }
  }
}

// MARK: - Searching

extension ByteView {
  /// Whether exactly these bytes are at `offset`.
  package func has(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    guard let part = part(at: offset, length: bytes.count) else { return false }
    return part.bytes.elementsEqual(bytes)
  }

  /// Whether the UTF-8 bytes of `text` are at `offset`.
  package func has(_ text: String, at offset: Int = 0) -> Bool { has(text.utf8, at: offset) }

  /// The first offset of `byte`, not before `from`.
  package func offset(of byte: UInt8, from: Int = 0) -> Int? {
    var index = start + min(max(from, 0), count)
    let (end, bytes) = (start + count, storage.span.bytes)
    // Eight at once while none of them matches, since whole files are searched. A byte is zero where subtracting one borrows
    // from a bit that was not set (H. S. Warren, "Hacker's Delight", section 6-1).
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let pattern = ones &* UInt64(byte)
    while end - index >= 8 {
      let differences = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) ^ pattern
      if (differences &- ones) & ~differences & highBits != 0 { break }
      index += 8
    }
    while index < end {
      if storage[index] == byte { return index - start }
      index += 1
    }
    return nil
  }

  /// The first offset of `text`, not before `from`.
  package func offset(of text: String, from: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return nil }
    var candidate = offset(of: first, from: from)
    while let offset = candidate, offset <= count - wanted.count {
      if wanted.indices.allSatisfy({ storage[start + offset + $0] == wanted[$0] }) { return offset }
      candidate = self.offset(of: first, from: offset + 1)
    }
    return nil
  }

  /// The end of a run of such bytes.
  func end(from start: Int, while isOne: (UInt8) -> Bool) -> Int {
    var end = start
    while let byte = self[end], isOne(byte) { end += 1 }
    return end
  }

  /// Whether `text` is anywhere.
  package func contains(_ text: String) -> Bool { offset(of: text) != nil }
}

/// The order of a number's bytes in a file.
package enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first.
  case big
  /// The least significant byte first.
  case little
}

/// Arithmetic with numbers of files, which may claim anything.
extension Int {
  /// The sum; nil on overflow.
  package func plus(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// The product; nil on overflow.
  package func times(_ other: Int) -> Int? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension [UInt8] {
  /// A number in `width` bytes, the highest first; negative ones in two's complement.
  static func big(_ number: Int, _ width: Int) -> [UInt8] { little(number, width).reversed() }

  /// The same with the lowest first.
  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
