import Cryptography
import MediaFacts

/// The build of a program or library file. Its name is not enough: a distribution patches an encoder and keeps its name and even its
/// version.
package enum BuildIdentity {
  /// The build identifier, which linkers compute; if a file has none, the digest of its bytes. The first sixteen hexadecimal digits.
  ///
  /// - Returns: nil if the file cannot be read.
  package static func of(_ path: String) -> String? {
    if let identifier = buildIdentifier(of: path) { return Array(identifier.prefix(8)).hexadecimal }
    return (try? ContentDigest.read(path, limit: largestFile)).map { String($0.digest.hex.prefix(16)) }
  }

  /// The largest programs, with all libraries in them, have some 100 MB.
  private static let largestFile = 1 << 30

  /// The identifier that GNU's and similar linkers store in a note of an ELF file.
  /// https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html#note_section
  private static func buildIdentifier(of path: String) -> ArraySlice<UInt8>? {
    ELFFile.with(path) { file in
      for notes in file.contents(of: .notes) {
        if let identifier = buildIdentifier(inNotes: notes) { return identifier }
      }
      return nil
    }
  }

  /// Each note has the lengths of its name and content, its type, and both, padded to words.
  private static func buildIdentifier(inNotes bytes: [UInt8]) -> ArraySlice<UInt8>? {
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
}
