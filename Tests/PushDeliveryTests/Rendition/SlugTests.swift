import PushDelivery
import Testing

@Suite struct SlugTests {
  @Test(arguments: [
    ("Summer Sale", "summer-sale"), ("café", "cafe"), ("cafe\u{301}", "cafe"), ("Straße", "strasse"),
    ("STRAẞE", "strasse"),
    ("Smørrebrød", "smorrebrod"), ("Łódź", "lodz"), ("Œuvre æ", "oeuvre-ae"), ("İstanbul ı", "istanbul-i"),
    ("ﬁn Ａ ①", "fin-a-1"), ("Nguyễn", "nguyen"), ("a__b--c", "a-b-c"), ("--a--", "a"), ("100%", "100"),
    ("фото", "image"), ("🎉", "image"), ("", "image"), ("-", "image"), ("x².y", "x2-y"), ("a\u{0}/../b", "a-b"),
    ("2:1", "2-1"), ("Å\u{30A}ngström", "angstrom"),
  ])
  func isLowerCaseASCII(_ text: String, _ expected: String) { #expect(Slug(text).text == expected) }

  @Test(arguments: [
    ("hero.jpg", "hero"), ("summer/hero.JPEG", "summer-hero"), ("a.tar.gz", "a-tar"), (".hidden", "hidden"),
    ("a/.png", "a-png"), ("v1.2 final", "v1-2-final"), ("noextension", "noextension"), ("a.b/c", "a-b-c"),
    ("Ünï/ß.png", "uni-ss"), ("a.", "a"), ("", "image"),
  ])
  func aPathLosesItsExtension(_ path: String, _ expected: String) { #expect(Slug(path: path).text == expected) }

  @Test func isAtMostSixtyCharactersLong() {
    #expect(Slug(String(repeating: "a", count: 61)).text == String(repeating: "a", count: 60))
    #expect(Slug(String(repeating: "a", count: 59) + " b").text == String(repeating: "a", count: 59))
    #expect(Slug(String(repeating: "ß", count: 60)).text == String(repeating: "s", count: 60))
    #expect(Slug(String(repeating: "é", count: 1_000_000)).text.utf8.count == 60)
  }

  @Test func isUniqueAmongOthers() {
    let long = Slug(String(repeating: "a", count: 60))
    #expect(Slug("a").unique(among: []) == Slug("a"))
    #expect(Slug("a").unique(among: [Slug("a"), Slug("a-2")]) == Slug("a-3"))
    #expect(long.unique(among: [long]).text == String(repeating: "a", count: 58) + "-2")
  }

  @Test(arguments: (0..<0x3000).filter { $0 % 64 == 0 }.map(UInt32.init))
  func isSafeWhateverItIsMadeOf(_ start: UInt32) {
    for value in start..<start + 64 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = Slug("\(scalar)a\(scalar)").text
      let isSafe = text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
      #expect(isSafe && !text.hasPrefix("-") && !text.hasSuffix("-") && !text.contains("--") && !text.isEmpty)
      #expect(Slug(text).text == text)
    }
  }
}
