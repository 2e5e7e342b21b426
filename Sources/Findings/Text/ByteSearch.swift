/// An ASCII word to find in many texts. Comparing bytes takes a small part of the time of a regular expression or of characters.
package struct ASCIIWord: Sendable {
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - word: not empty.
  ///   - ignoresCase: whether capital letters count as small ones.
  package init(_ word: String, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    bytes = Array((ignoresCase ? word.lowercased() : word).utf8)
  }

  /// How many bytes it has.
  package var count: Int { bytes.count }

  package func isIn(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { place(in: $0, from: 0) != nil } ?? isIn(Array(text.utf8)[...])
  }

  package func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { place(in: $0, from: 0) != nil }
  }

  /// Its first place from an offset on; nil if not found.
  package func place(in text: [UInt8], from start: Int) -> Int? {
    text.withUnsafeBufferPointer { place(in: $0, from: start) }
  }

  private func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while place + bytes.count <= text.count {
      if isAt(place, of: text) { return place }
      place += 1
    }
    return nil
  }

  private func isAt(_ place: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in bytes.indices where folded(text[place + index]) != bytes[index] { return false }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    ignoresCase && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
