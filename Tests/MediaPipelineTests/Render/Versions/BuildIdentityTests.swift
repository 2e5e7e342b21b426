import Foundation
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite struct BuildIdentityTests {
  private let folder = TemporaryFolder()

  private func little(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(value >> ($0 * 8) & 0xFF) }
  }

  /// An ELF file of one segment, which is at 200 and has these notes.
  private func file(_ notes: [UInt8], segment: Int = 4) -> [UInt8] {
    let header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 26) + little(64, 8)
    let rest = [UInt8](repeating: 0, count: 14) + little(56, 2) + little(1, 2) + [UInt8](repeating: 0, count: 6)
    let entry = little(segment, 4) + little(0, 4) + little(200, 8) + [UInt8](repeating: 0, count: 16)
    let table = entry + little(notes.count, 8) + [UInt8](repeating: 0, count: 16)
    let start = header + rest + table
    return start + [UInt8](repeating: 0, count: 200 - start.count) + notes
  }

  private func note(_ name: String, _ type: Int, _ content: [UInt8]) -> [UInt8] {
    let name = Array(name.utf8) + [0]
    func filled(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }
    return little(name.count, 4) + little(content.count, 4) + little(type, 4) + filled(name) + filled(content)
  }

  private func identity(of bytes: [UInt8]) throws -> String? {
    try folder.write(bytes, to: "file")
    return BuildIdentity.of(folder.absolute("file"))
  }

  private let identifier: [UInt8] = [0xAB, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0xF7, 0x08, 0x09]

  @Test func isTheIdentifierInItsNotes() throws {
    let notes = note("Debian", 1, [1, 2, 3]) + note("GNU", 5, [9]) + note("GNU", 3, identifier)
    #expect(try identity(of: file(notes)) == "ab010203040506f7")
    // What else is in the file does not matter.
    #expect(try identity(of: file(notes) + [1, 2, 3]) == "ab010203040506f7")
  }

  @Test func whatHasNoneIsKnownByItsBytes() throws {
    for bytes in [file(note("GNU", 3, identifier), segment: 1), file(note("Other", 3, identifier)), [1, 2, 3], []] {
      #expect(try identity(of: bytes) == String(ContentDigest(of: bytes).hex.prefix(16)))
    }
    #expect(BuildIdentity.of(folder.absolute("nothing")) == nil)
  }

  /// Cut anywhere, or with any byte changed: there is a result, and nothing is read beyond its end.
  @Test func anyBytesAreSurvived() throws {
    let bytes = file(note("GNU", 3, identifier))
    for count in stride(from: 0, to: bytes.count, by: 3) {
      #expect(try identity(of: Array(bytes.prefix(count))) != nil)
    }
    for index in 0..<120 {
      var changed = bytes
      changed[index] ^= 0xFF
      #expect(try identity(of: changed) != nil)
    }
  }
}
