import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Words that tesseract reads.
@Suite(.timeLimit(.minutes(10))) struct WordReaderTests {
  private func read(_ rows: [String]) -> [ReadWord] {
    WordReader.words(ofTable: rows.joined(separator: "\n"), width: 200, height: 100)
  }

  private func row(_ text: String, _ box: String = "20\t10\t100\t50", confidence: String = "96.5") -> String {
    "5\t1\t1\t1\t1\t1\t\(box)\t\(confidence)\t\(text)"
  }

  @Test func aTableOfWords() {
    let heading = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
    let line = "4\t1\t1\t1\t1\t0\t20\t10\t100\t50\t-1\t"
    #expect(
      read([heading, line, row("FRIDAY"), row("%"), row("折"), row("7"), row("Ö!")])
        == ["FRIDAY", "%", "折", "7", "Ö!"].map {
          ReadWord($0, in: PictureArea(left: 0.1, top: 0.1, right: 0.6, bottom: 0.6))
        })
  }

  @Test func whatIsNotSureOrNoWordIsLeftOut() {
    #expect(read([row("maybe", confidence: "79"), row("nan", confidence: "nan"), row("I"), row("|"), row("--")]) == [])
    #expect(read([row(String(repeating: "a", count: 41)), row(""), row("a\tb\tc", confidence: "x")]) == [])
  }

  @Test func wordsInAnotherAlphabetThanMostAreLeftOut() {
    #expect(read(["Your", "Огаег", "is", "9:41", "折"].map { row($0) }).map(\.text) == ["Your", "is", "9:41", "折"])
    #expect(read(["СКИДКИ", "до", "HA"].map { row($0) }).map(\.text) == ["СКИДКИ", "до"])
    #expect(read(["Sale", "Скидки"].map { row($0) }).map(\.text) == ["Sale", "Скидки"])
  }

  @Test func marksOfTheWritingDirectionAreLeftOut() {
    #expect(read([row("Sale\u{200F}"), row("\u{200E}"), row("\u{200E}折")]).map(\.text) == ["Sale", "折"])
  }

  @Test func rubbishIsNotRead() {
    let boxes = [
      "-1\t0\t9\t9", "0\t0\t0\t9", "0\t0\t201\t9", "0\t0\t9\t101", "1e308\t0\t1e308\t9", "nan\tnan\tnan\tnan",
      "9999999999999999999999\t0\t9\t9", "\t\t\t",
    ]
    #expect(read(boxes.map { row("FRIDAY", $0) }) == [])
    #expect(read(["", "5", "\u{0}\u{FFFD}", String(repeating: "\t", count: 500)]) == [])
    #expect(read([String](repeating: row("many"), count: 5000)).count == 200)
  }

  @Test func scriptsComeBeforeLanguages() {
    func languages(_ names: String) -> [String]? {
      let list = "List of available languages in \"/usr/share/tesseract-ocr/5/tessdata/\" (9):\n" + names
      return InstalledTesseract(path: "/usr/bin/tesseract", list: list)?.languages
    }
    #expect(languages("Cyrillic\nLatin\nosd\neng\n") == ["Latin", "Cyrillic"])
    #expect(languages("eng\nosd\nscript/Latin\n") == ["script/Latin"])
    #expect(languages("deu\nequ\nosd\neng\n") == ["deu", "eng"])
    #expect(languages("osd\n") == [])
    #expect(languages("../x\n-l\n a\n") == nil && languages("") == nil)
    #expect(InstalledTesseract(path: "", list: "") == nil)
  }

  @Test(.enabled(if: Program.isInstalled("tesseract"), "tesseract is not installed"))
  func wordsOfAPosterAreRead() async throws {
    let folder = TemporaryFolder()
    try folder.write(WordPoster.svg, to: "poster.svg")
    try VipsLibrary.start()
    let picture = try await Inspector(limits: .init()).inspect(folder.absolute("poster.svg")).picture
    let words = try #require(picture.readWords)
    #expect(words.map(\.text) == ["BLACK", "FRIDAY", "ONLY", "UNTIL", "SUNDAY"])
    #expect(words.map { $0.area.top < 0.5 } == [true, true, false, false, false])
    let versions = await RenderingVersions.installed(for: .reading).versions
    #expect(versions.keys.sorted() == ["tesseract"] && versions["tesseract"] != "none")
  }
}
