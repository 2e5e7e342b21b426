import MediaFacts
import TestSupport
import Testing

/// GIFs that hold more than the animation. Each is cleaned to the same frames, or refused.
@Suite struct GIFCleaningTests {
  private static let marker = ascii("MARKER<script>")
  private static let control = GIFSample.control(delay: 7, disposal: 1)
  /// Codes of three bits: begin, three pixels of index 1. Then the table is so long that the end has four (GIF89a, appendix F).
  private static let codes = BitSample().adding(4, 3).adding(1, 3).adding(1, 3).adding(1, 3).adding(5, 4).bytes

  private static func frame(_ data: [UInt8] = data, hasColors: Bool = true, control: [UInt8] = control) -> [UInt8] {
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

  private static let plain = file(frame(), frame())

  private func clean(_ bytes: [UInt8]) throws -> [UInt8] { try CleanPicture(bytes, format: .gif).bytes }

  private static let text: [UInt8] = [0x21, 1, 12] + [UInt8](repeating: 3, count: 12) + [2, 0x68, 0x69, 0]

  static let decorated: [(String, [UInt8])] = [
    ("a sub-block behind the end code", file(frame(data.dropLast() + [14] + marker + [0]), frame(data))),
    (
      "behind the end code in its sub-block",
      file(frame(data), frame([UInt8(codes.count + 14)] + codes + marker + [0]))
    ),
    ("colours that no frame uses", file(frame(data), frame(data), colors: Array(marker.prefix(6)))),
    (
      "a text's control", file(GIFSample.control(delay: 50, disposal: 2) + text + frame(), frame())
    ), ("two controls", file(frame(), GIFSample.control(delay: 50, disposal: 2) + frame())),
    ("a comment behind a control", file(frame(), control + GIFSample.comment + frame(control: []))),
    ("XMP", file(GIFSample.xmp, frame(), frame())), ("ends of nothing", file(frame(), [0, 0], frame())),
    ("a profile", file(GIFSample.application("ICCRGBG1012", [3, 1, 2, 3, 0]), frame(), frame())),
    ("another application's block", file(frame(), frame(), GIFSample.application("OTHER123456", [0]))),
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

  @Test(arguments: [(0, 10), (1, 10), (2, 2), (3, 3), (65_535, 65_535)])
  func delaysAreWrittenAsTheyArePlayed(_ delay: Int, _ played: Int) throws {
    let (stated, shown) = (GIFSample.control(delay: delay, disposal: 2), GIFSample.control(delay: played, disposal: 2))
    let bytes = Self.file(Self.frame(control: stated), Self.frame())
    #expect(try clean(bytes) == Self.file(Self.frame(control: shown), Self.frame()))
  }

  @Test func framesWithoutAnyDelayGetOne() throws {
    let old = ascii("GIF87a") + Self.file(Self.frame(control: []), Self.frame(control: [])).dropFirst(6)
    let shown = Self.frame(control: GIFSample.control(delay: 10, disposal: 0))
    #expect(try clean(old) == Self.file(shown, shown))
  }

  @Test(arguments: ["NETSCAPE2.0", "ANIMEXTS1.0"]) func loopsStay(_ name: String) throws {
    let loop = GIFSample.application(name, [3, 1, 2, 1, 0])
    let buffering = GIFSample.application(name, [5, 2, 0, 0, 0, 9, 0])
    let both = GIFSample.application(name, [3, 1, 2, 1, 5, 2, 0, 0, 0, 9, 0])
    func file(_ blocks: [UInt8]) -> [UInt8] { Self.screen(colors: []) + blocks + Self.frame() + GIFSample.end }
    for blocks in [loop, loop + buffering, both] { #expect(try clean(file(blocks)) == file(loop)) }
  }

  @Test func whatIsDamagedIsRefused() {
    let broken: [[UInt8]] = [
      [], Self.file(), ascii("GIF89a"), Self.file([0x21, 0xF9, 1, 0, 0], Self.frame()),
      Self.file(Self.frame(), [0x77]), Self.file(Self.frame([1, 0x0C, 0])), GIFSample.full,
    ]
    for bytes in broken + Self.plain.beginnings { #expect(throws: MetadataStrippingError.damaged) { try clean(bytes) } }
  }

  /// Whatever comes out of damaged files holds nothing else, is as long as it plays, and stays as it is.
  @Test func whatWasCleanedStaysAsItIs() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      var bytes = Self.file(GIFSample.comment, GIFSample.xmp, Self.frame(), Self.frame()) + Self.marker
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let cleaned = try? clean(bytes) else { continue }
      #expect(try clean(cleaned) == cleaned)
      let (before, after) = (GIFFacts(ByteView(bytes)), GIFFacts(ByteView(cleaned)))
      #expect(after.metadata.isEmpty && after.trailingByteCount == 0)
      #expect(after.frameCount == before.frameCount && after.size == before.size)
    }
  }
}
