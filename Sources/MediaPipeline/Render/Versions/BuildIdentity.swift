import MediaFacts

/// Which build of a program or library a file is. Its name does not tell: a distribution mends an encoder and leaves its name,
/// and even its version, as they were.
package enum BuildIdentity {
  /// The build's own identifier, which linkers make of what they link; where a file has none, the digest of its bytes. The first
  /// sixteen hexadecimal digits.
  ///
  /// - Returns: nil where the file cannot be read.
  package static func of(_ path: String) -> String? {
    guard let start = try? FileReading.start(of: path, count: headerByteCount) else { return nil }
    if let identifier = buildIdentifier(in: start) { return hexadecimal(identifier.prefix(8)) }
    return (try? ContentDigest.read(path, limit: largestFile)).map { String($0.digest.hex.prefix(16)) }
  }

  /// Linkers put the notes of a file right behind the table of its segments.
  private static let headerByteCount = 8192

  /// The largest programs, with all libraries in them, have some 100 MB.
  private static let largestFile = 1 << 30

  /// The identifier that GNU's linker and its like leave in a note of an ELF file of 64 bits, the lowest byte first: all that
  /// richpush runs on has such files, macOS aside. https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html#note_section
  ///
  /// - Parameter bytes: the first of the file.
  static func buildIdentifier(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let table = bytes.number(at: 32, byteCount: 8),
      let size = bytes.number(at: 54, byteCount: 2), let count = bytes.number(at: 56, byteCount: 2), table < bytes.count
    else { return nil }
    for index in 0..<count {
      let entry = table + index * size
      guard bytes.number(at: entry, byteCount: 4) == noteSegment,
        let offset = bytes.number(at: entry + 8, byteCount: 8),
        let length = bytes.number(at: entry + 32, byteCount: 8), offset <= bytes.count, length <= bytes.count - offset
      else { continue }
      if let identifier = buildIdentifier(inNotes: bytes[offset..<(offset + length)]) { return identifier }
    }
    return nil
  }

  /// `PT_NOTE`
  private static let noteSegment = 4

  /// Each note has the lengths of its name and of its content, its type, and both, filled up to words.
  private static func buildIdentifier(inNotes notes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let bytes = Array(notes)
    var place = 0
    while let nameLength = bytes.number(at: place, byteCount: 4),
      let length = bytes.number(at: place + 4, byteCount: 4), let type = bytes.number(at: place + 8, byteCount: 4)
    {
      let content = place + 12 + words(nameLength)
      let end = content + words(length)
      guard end <= bytes.count, length > 0 || nameLength > 0 else { return nil }
      // `NT_GNU_BUILD_ID`, by GNU.
      if type == 3, bytes[(place + 12)..<content].elementsEqual([0x47, 0x4E, 0x55, 0]) {
        return bytes[content..<(content + length)]
      }
      place = end
    }
    return nil
  }

  private static func words(_ byteCount: Int) -> Int { (byteCount + 3) / 4 * 4 }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// A number of up to eight bytes, the lowest first; nil where there are not so many, or no offset could be so large.
  fileprivate func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= count - byteCount else { return nil }
    let number = self[offset..<(offset + byteCount)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number < 1 << 40 ? Int(number) : nil
  }
}
