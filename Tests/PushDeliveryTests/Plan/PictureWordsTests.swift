import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// Findings about the words that a cut takes from a picture.
@Suite struct PictureWordsTests {
  /// A square picture with a line above and two below, of which the middle is shown.
  private func findings(_ words: [ReadWord]?, _ profiles: [Profile] = [.universal]) throws -> [String] {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.png", byteCount: 5_000_000, digest: digest)
    var picture = Picture(format: .png, size: PixelSize(width: 800, height: 800))
    picture.words = [line(0.05), line(0.4), line(0.9)]
    picture.readWords = words
    let plans = profiles.map { StillPlan(for: .still(picture), source: source, profile: $0) }
    let found = plans.wordFindings(picture, on: [.android, .web], isChosen: false, about: .init(.file, "a.png"))
    #expect(found.allSatisfy { $0.rule == "image.cut" && $0.severity == .warning })
    return found.map(\.message)
  }

  private func line(_ top: Double, left: Double = 0.1, right: Double = 0.9) -> PictureArea {
    PictureArea(left: left, top: top, right: right, bottom: top + 0.06)
  }

  private let rest = "at the top and bottom; 50 % of the picture remains"

  @Test func cutWordsAreQuoted() throws {
    let words = [
      ReadWord("FRIDAY", in: line(0.05)), ReadWord("Kept", in: line(0.4)),
      ReadWord("−50", in: line(0.9, right: 0.5)), ReadWord("%", in: line(0.9, left: 0.6)),
    ]
    #expect(try findings(words) == ["Android and web do not show \"FRIDAY −50 %\", \(rest)"])
  }

  @Test func unreadLinesAreNotForgotten() throws {
    let words = [ReadWord("FRIDAY", in: line(0.05))]
    #expect(try findings(words) == ["Android and web do not show \"FRIDAY\" and other words, \(rest)"])
  }

  private static let kept = ReadWord("Kept", in: PictureArea(left: 0.1, top: 0.4, right: 0.9, bottom: 0.46))

  @Test(arguments: [nil, [], [kept]] as [[ReadWord]?])
  func wordsThatWereNotReadAreCounted(_ words: [ReadWord]?) throws {
    #expect(try findings(words) == ["Android and web cut off 2 of its 3 lines of words, \(rest)"])
  }

  @Test func chineseHasNoSpaces() throws {
    let words = ["全", "场", "五", "折", "SALE"].map { ReadWord($0, in: line(0.05)) }
    #expect(
      try findings(words + [ReadWord("起", in: line(0.9))])
        == ["Android and web do not show \"全场五折 SALE 起\", \(rest)"])
  }

  @Test func aQuoteFitsOnALine() throws {
    let words = (0..<20).map { ReadWord("word\($0)", in: line(0.05)) } + [ReadWord("end", in: line(0.9))]
    let quote = "word0 word1 word2 word3 word4 word5 word6 word7 word8 word9…"
    #expect(try findings(words) == ["Android and web do not show \"\(quote)\", \(rest)"])
  }

  @Test(arguments: [
    (["No", "image", "available"], "its only words are \"No image available\""),
    (["1200", "x", "600"], "its only words are \"1200 x 600\""),
    (["Bild", "folgt!"], "its only words are \"Bild folgt!\""), (["No", "image,", "all", "taste"], nil),
    (["10", "x", "15"], nil),
    (["SALE"], nil),
  ])
  func aPictureThatStandsInIsNoPicture(_ words: [String], _ expected: String?) throws {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a.png", byteCount: 5_000_000, digest: digest)
    var picture = Picture(format: .png, size: PixelSize(width: 800, height: 800))
    picture.words = [line(0.4)]
    picture.readWords = words.map { ReadWord($0, in: line(0.4)) }
    let plans = [StillPlan(for: .still(picture), source: source, profile: .universal)]
    let found = plans.wordFindings(picture, on: [.android], isChosen: false, about: .init(.file, "a.png"))
    #expect(found.filter { $0.rule == "image.stand-in" }.map(\.message) == [expected].compactMap(\.self))
  }

  /// They come from another program, and perhaps from another machine.
  @Test func noWordReachesTheTerminalAsItIs() throws {
    let words = [ReadWord("\u{1B}[2J\u{202E}x", in: line(0.05)), ReadWord("end", in: line(0.9))]
    let message = try #require(try findings(words).first)
    #expect(!message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(message)")
  }
}
