import Findings
import Testing

@Suite struct JoinedTextTests {
  private func pieces(_ code: String, isPython: Bool = false) -> [JoinedText.Piece]? {
    JoinedText(code, isPython: isPython)?.pieces
  }

  private let parts: [JoinedText.Piece] = [.name("CDN"), .text("/a.jpg")]

  @Test func namesAndTextsStandInTheirOrder() {
    #expect(pieces("CDN + '/a.jpg'") == parts)
    #expect(pieces("CDN\n  + \"/a.jpg\"") == parts)
    #expect(pieces("`${CDN}/a.jpg`") == [.text("")] + parts)
    #expect(pieces("f'{CDN}/a.jpg'", isPython: true) == [.text("")] + parts)
    #expect(pieces("CDN + '/a' '.jpg'", isPython: true) == [.name("CDN"), .text("/a"), .text(".jpg")])
    #expect(pieces("`a${b}c` + d") == [.text("a"), .name("b"), .text("c"), .name("d")])
    #expect(pieces("'{' + a") == [.text("{"), .name("a")])
  }

  @Test(arguments: [
    "CDN", "f(a) + 'b'", "a.b + 'c'", "`${a.b}c`", "`${a()}`", "'a' + 1", "'a' - b", "'a\\n' + b", "'a", "`${a", "a + ",
    "f'{a}'", "'a' 'b'", "", "a ? 'b' : 'c'", "`${ a}`",
  ])
  func whatIsComputedOtherwiseIsNone(_ code: String) { #expect(pieces(code) == nil) }

  @Test(arguments: ["f'{a:>3}'", "f'{{a}}'", "f'{a!r}'", "r'a' + b", "'%s' % a", "`a`", "f'{a"])
  func soItIsInPython(_ code: String) { #expect(pieces(code, isPython: true) == nil) }

  @Test func aNameMayStandForOne() {
    func code(_ text: String, isPython: Bool = false) -> JSONNode.Content? {
      ProgramNames(Array(text.utf8), isPython: isPython).joined(of: "a")?.content
    }
    #expect(code("const a = CDN + '/b';\n") == .expression("CDN + '/b'"))
    #expect(code("a = f'{CDN}/b'\nc = 1\n", isPython: true) == .expression("f'{CDN}/b'"))
    #expect(code("let a = CDN + '/b'; a = c;") == nil)
    #expect(code("const a = CDN + '/b'\n  + c;") == nil)
    #expect(code("const a = f(CDN);") == nil)
  }
}
