import GIFCodec
import TestSupport
import Testing

/// What viewers see of each frame, drawn with letters: red, green, blue, white, and a dot for transparent.
@Suite struct GIFDecoderTests {
  private func frames(_ picture: GIFPicture) throws -> [[String]] {
    var decoder = try #require(GIFDecoder(picture.bytes))
    var result: [[String]] = []
    while let frame = try decoder.next() { result.append(GIFPicture.letters(frame.pixels, width: decoder.width)) }
    return result
  }

  private static let red = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])

  @Test(arguments: [
    ("frames stay", red.frame(["GB", "BG"], at: (1, 2)), ["RRRR", "RRRR", "RGBR", "RBGR"]),
    (
      "a frame's rectangle becomes transparent, whatever the background colour says",
      red.frame(["GG", "GG"], at: (1, 1), disposal: 2).frame(["B"]), ["BRRR", "R..R", "R..R", "RRRR"]
    ),
    (
      "what was there before is there again", red.frame(["GG", "GG"], at: (1, 1), disposal: 3).frame(["B"]),
      ["BRRR", "RRRR", "RRRR", "RRRR"]
    ),
    (
      "before the first frame there was nothing",
      GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"], disposal: 3).frame(["B"]),
      ["B...", "....", "....", "...."]
    ),
    ("transparent pixels leave what is there", red.frame([".G", "G."], at: (1, 1)), ["RRRR", "RRGR", "RGRR", "RRRR"]),
    ("free canvas is transparent", GIFPicture(4, 4).frame(["R"], at: (3, 0)), ["...R", "....", "....", "...."]),
    (
      "what is beyond the canvas is left out",
      red.frame(["GGG", "GGG", "GGG"], at: (2, 3)).frame(["B"], at: (9, 9), disposal: 2).frame(["B"]),
      ["BRRR", "RRRR", "RRRR", "RRGG"]
    ),
  ])
  func viewersSeeAtLast(_ what: String, _ picture: GIFPicture, _ expected: [String]) throws {
    #expect(try frames(picture).last == expected, "\(what)")
  }

  @Test func rowsInFourPasses() throws {
    let rows = ["R", "G", "B", "W", "R", "R", "G", "G", "B", "B"]
    #expect(try frames(GIFPicture(1, 10).frame(rows, isInterlaced: true)) == [rows])
  }

  /// Codes of all lengths: pictures of many pixels whose strings fill the table several times. In those of one colour strings begin with the
  /// string before: the code for them is learnt from itself.
  @Test(arguments: [(300, "RGBW"), (5_000, "RGBW"), (40_000, "RGBW"), (5_000, "R")])
  func longCodes(_ width: Int, _ colors: String) throws {
    var random = SeededGenerator(seed: UInt64(width))
    let row = String((0..<width).map { _ in colors.randomElement(using: &random) ?? "R" })
    let rows = [row, String(row.reversed())]
    #expect(try frames(GIFPicture(width, 2).frame(rows, packs: true)) == [rows])
  }

  @Test func codesThatEndEarlyAreDamage() throws {
    let bytes = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"]).frame(["GGGG", "GGGG", "GGGG"]).bytes
    var decoder = try #require(GIFDecoder(bytes.dropLast(5)))
    #expect(try decoder.next() != nil)
    #expect(throws: GIFDecodingError.damagedFrame) { try decoder.next() }
    #expect(try decoder.next() == nil)
  }

  /// After a wrong code, all others may still fit, but mean more pixels or fewer.
  @Test func codesOfMorePixelsAreDamage() throws {
    let first = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])
    var bytes = first.frame(["GG", "GG", "GG"]).bytes
    // After the graphic control extension and the image's mark: left, top, width, height.
    let height = first.bytes.count - 1 + 8 + 1 + 6
    #expect(bytes[height] == 3)
    bytes[height] = 2
    var decoder = try #require(GIFDecoder(bytes))
    #expect(try decoder.next() != nil)
    #expect(throws: GIFDecodingError.damagedFrame) { try decoder.next() }
  }

  /// As browsers have it. Memory is taken only when frames are asked for.
  @Test func theFirstImageGrowsTheCanvas() throws {
    let decoder = try #require(GIFDecoder(GIFPicture(4, 4).frame(["RR"], at: (60_000, 5)).bytes))
    #expect(decoder.width == 60_002)
    #expect(decoder.height == 6)
    let small = try #require(GIFDecoder(GIFPicture(4, 4).frame(["R"]).frame(["RR"], at: (60_000, 5)).bytes))
    #expect(small.width == 4)
  }

  @Test func saysForHowLongFramesAreShown() throws {
    let picture = GIFPicture(4, 4).frame(["R"]).frame(["G"])
    var decoder = try #require(GIFDecoder(picture.bytes))
    #expect(try decoder.next()?.delay == 100)
    #expect(decoder.loopCount == nil)
  }

  @Test(arguments: [[], Array("GIF89a".utf8), Array("PNG89a0000000000".utf8)])
  func refusesWhatIsNoGIF(_ bytes: [UInt8]) { #expect(GIFDecoder(bytes) == nil) }
}
