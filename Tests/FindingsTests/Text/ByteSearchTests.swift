import Findings
import Testing

@Suite struct ByteSearchTests {
  @Test(arguments: [
    ("curl -d", "curl", false, true), ("a curl", "curl", false, true), ("a cur", "curl", false, false),
    ("cucurl", "curl", false, true), ("CURL", "curl", false, false), ("xCuRL", "cUrl", true, true),
    ("", "curl", true, false), ("käcurlä", "curl", false, true), ("[", "{", true, false),
  ])
  func findsAWord(in text: String, word: String, ignoresCase: Bool, isThere: Bool) {
    let word = ASCIIWord(word, ignoresCase: ignoresCase)
    #expect(word.isIn(text) == isThere)
    #expect(word.isIn(Array("#\(text)".utf8)[1...]) == isThere)
    #expect((word.place(in: Array(text.utf8), from: 0) != nil) == isThere)
  }

  @Test func findsOneAfterTheOther() {
    let (word, text) = (ASCIIWord("aa"), Array("aa-aaa".utf8))
    #expect(word.count == 2)
    #expect((0...6).map { word.place(in: text, from: $0) } == [0, 3, 3, 3, 4, nil, nil])
  }

  /// A slice is read without the bytes before it.
  @Test func aSliceIsReadForItself() {
    let text = Array("curl x".utf8)
    #expect(!ASCIIWord("curl").isIn(text[1...]))
    #expect(!ASCIIWord("curl").isIn(text[..<3]))
  }
}
