import MediaFacts
import TestSupport
import Testing

/// What viewers see of each frame, drawn with letters: red, green, blue, white, and a dot for transparent.
@Suite struct GIFFramesTests {
  private func frames(_ picture: GIFPicture) throws -> [[String]] {
    var frames = try #require(GIFFrames(picture.bytes, size: PixelSize(width: 4, height: 4)))
    var result: [[String]] = []
    while case .frame(let samples) = frames.next() { result.append(GIFPicture.letters(samples, width: 4)) }
    return result
  }

  @Test func framesStay() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"]).frame(["GB", "BG"], at: (1, 2))
    #expect(try frames(picture) == [["RRRR", "RRRR", "RRRR", "RRRR"], ["RRRR", "RRRR", "RGBR", "RBGR"]])
  }

  /// The rectangle of the frame becomes transparent, whatever the background colour says.
  @Test func background() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])
      .frame(["GG", "GG"], at: (1, 1), disposal: 2).frame(["B"])
    #expect(try frames(picture).last == ["BRRR", "R..R", "R..R", "RRRR"])
  }

  @Test func previous() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])
      .frame(["GG", "GG"], at: (1, 1), disposal: 3).frame(["B"])
    #expect(try frames(picture).last == ["BRRR", "RRRR", "RRRR", "RRRR"])
  }

  /// Before the first frame there was nothing.
  @Test func previousOfTheFirst() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"], disposal: 3).frame(["B"])
    #expect(try frames(picture).last == ["B...", "....", "....", "...."])
  }

  @Test func transparentPixelsLeaveWhatIsThere() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])
      .frame([".G", "G."], at: (1, 1))
    #expect(try frames(picture).last == ["RRRR", "RRGR", "RGRR", "RRRR"])
  }

  @Test func freeCanvasIsTransparent() throws {
    #expect(try frames(GIFPicture(4, 4).frame(["R"], at: (3, 0))) == [["...R", "....", "....", "...."]])
  }

  @Test func whatLiesBeyondTheCanvasIsLeftOut() throws {
    let picture = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"])
      .frame(["GGG", "GGG", "GGG"], at: (2, 3)).frame(["B"], at: (9, 9), disposal: 2).frame(["B"])
    #expect(try frames(picture).last == ["BRRR", "RRRR", "RRRR", "RRGG"])
  }

  @Test func rowsInFourPasses() throws {
    let rows = ["R", "G", "B", "W", "R", "R", "G", "G", "B", "B"]
    let picture = GIFPicture(1, 10).frame(rows, isInterlaced: true)
    var frames = try #require(GIFFrames(picture.bytes, size: PixelSize(width: 1, height: 10)))
    guard case .frame(let samples) = frames.next() else {
      Issue.record("no frame")
      return
    }
    #expect(GIFPicture.letters(samples, width: 1) == rows)
  }

  /// Codes of all lengths: pictures of many pixels whose strings fill the table several times.
  @Test(arguments: [300, 5_000, 40_000])
  func longCodes(_ width: Int) throws {
    var random = RandomSource(seed: UInt64(width))
    let row = String((0..<width).map { _ in "RGBW".randomElement(using: &random) ?? "R" })
    let picture = GIFPicture(width, 2).frame([row, String(row.reversed())], packs: true)
    var frames = try #require(GIFFrames(picture.bytes, size: PixelSize(width: width, height: 2)))
    guard case .frame(let samples) = frames.next() else {
      Issue.record("no frame")
      return
    }
    #expect(GIFPicture.letters(samples, width: width) == [row, String(row.reversed())])
  }

  @Test func codesThatEndEarlyAreDamage() throws {
    let bytes = GIFPicture(4, 4).frame(["RRRR", "RRRR", "RRRR", "RRRR"]).frame(["GGGG", "GGGG", "GGGG"]).bytes
    var frames = try #require(GIFFrames(bytes.dropLast(5), size: PixelSize(width: 4, height: 4)))
    guard case .frame = frames.next() else {
      Issue.record("the first frame is whole")
      return
    }
    #expect(frames.next() == .damaged)
  }
}
