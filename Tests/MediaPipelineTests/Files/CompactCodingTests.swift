import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite struct CompactCodingTests {
  static let numbers = [0, 1, -1, 63, 64, -64, -65, 300, 1 << 40, -(1 << 40), .max, .min]

  @Test func givesBackWhatWasWritten() throws {
    var writer = CompactWriter()
    let doubles = [0, -0.5, .pi, -.greatestFiniteMagnitude, Double.leastNonzeroMagnitude]
    let texts = ["Grüße", nil, ""]
    for number in Self.numbers { writer.add(number) }
    writer.add(doubles, texts, ContentDigest(of: [1]), true)
    var reader = CompactReader(writer.bytes)
    for number in Self.numbers { #expect(try reader() == number) }
    #expect(try reader() == doubles)
    #expect(try reader() == texts)
    #expect(try reader() == ContentDigest(of: [1]))
    #expect(try reader() == true)
    #expect(reader.isAtEnd)
  }

  /// A false count does not allocate memory, and no number traps.
  @Test func hostileBytesAreDamage() throws {
    let texts: [[UInt8]] = [
      [], [0x80], [UInt8](repeating: 0xFF, count: 12), [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      [UInt8](repeating: 0x80, count: 9) + [2], [1],
    ]
    for bytes in texts {
      var reader = CompactReader(bytes)
      #expect(throws: CompactReader.Damage.self) { _ = try reader.text() }
      var counting = CompactReader(bytes)
      #expect(throws: CompactReader.Damage.self) { _ = try counting.count() }
    }
    for number in [Double.infinity, -.infinity, .nan] {
      var writer = CompactWriter()
      writer.add(number)
      var reader = CompactReader(writer.bytes)
      #expect(throws: CompactReader.Damage.self) { _ = try Double(&reader) }
    }
  }
}
