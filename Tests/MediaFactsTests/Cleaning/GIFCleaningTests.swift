import MediaFacts
import TestSupport
import Testing

/// GIFs that hold more than the animation. Each is cleaned to the same frames, or refused.
@Suite struct GIFCleaningTests {
  private static let marker = ascii("MARKER<script>")
  private static let control = GIFSample.control(delay: 7, disposal: 1)
  /// Codes of three bits: begin, three pixels of index 1. Then the table is so long that the end has four (GIF89a, appendix F).
  private static let codes = BitSample().adding(4, 3).adding(1, 3).adding(1, 3).adding(1, 3).adding(5, 4).bytes

  private static func frame(_ data: [UInt8], hasColors: Bool = true) -> [UInt8] {
    let place = [0, 0, 0, 0, 3, 0, 1, 0] as [UInt8]
    return control + [0x2C] + place + (hasColors ? [0x80] + [UInt8](repeating: 9, count: 6) : [0]) + [2] + data
  }

  private static let data = [UInt8(codes.count)] + codes + [0]

  private static func screen(colors: [UInt8]) -> [UInt8] {
    ascii("GIF89a") + [3, 0, 1, 0, colors.isEmpty ? 0x70 : 0xF0, 0, 0] + colors
  }

  private static func file(_ frames: [UInt8]..., colors: [UInt8] = []) -> [UInt8] {
    screen(colors: colors) + GIFSample.loop + frames.flatMap(\.self) + GIFSample.end
  }

  private static let plain = file(frame(data), frame(data))

  private func clean(_ bytes: [UInt8]) throws -> [UInt8] { try CleanPicture(bytes, format: .gif).bytes }

  static let decorated: [(String, [UInt8])] = [
    ("a sub-block behind the end code", file(frame(data.dropLast() + [14] + marker + [0]), frame(data))),
    (
      "behind the end code in its sub-block",
      file(frame(data), frame([UInt8(codes.count + 14)] + codes + marker + [0]))
    ),
    ("colours that no frame uses", file(frame(data), frame(data), colors: Array(marker.prefix(6)))),
    ("text", file([0x21, 1, 12] + [UInt8](repeating: 3, count: 12) + [14] + marker + [0], frame(data), frame(data))),
    ("a comment", file(frame(data), [0x21, 0xFE, 14] + marker + [0], frame(data))),
    ("behind the trailer", plain + marker),
  ]

  @Test(arguments: decorated) func onlyTheAnimationStays(_ name: String, _ bytes: [UInt8]) throws {
    #expect(try clean(bytes) == Self.plain)
  }

  @Test func whatIsCleanStaysAsItIs() throws {
    let shared = Self.file(Self.frame(Self.data, hasColors: false), Self.frame(Self.data), colors: [1, 2, 3, 4, 5, 6])
    // Without an end code, and with the table cleared before it.
    let endless = BitSample().adding(4, 3).adding(1, 3).adding(1, 3).adding(1, 3).bytes
    let renewed = BitSample().adding(4, 3).adding(1, 3).adding(1, 3).adding(1, 3).adding(4, 4).adding(5, 3).bytes
    let others = [endless, renewed].map { Self.file(Self.frame([UInt8($0.count)] + $0 + [0])) }
    for bytes in [Self.plain, shared] + others { #expect(try clean(bytes) == bytes) }
  }

  @Test func framesThatCannotBeUnpackedAreDamage() {
    let short = Self.file(Self.frame([1, 0x0C, 0]))
    #expect(throws: MetadataStrippingError.damaged) { try clean(short) }
    #expect(throws: MetadataStrippingError.damaged) { try clean(GIFSample.full) }
  }
}
