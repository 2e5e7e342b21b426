import Findings
import Testing

@Suite struct TextEditTests {
  private func applied(_ groups: [[TextEdit]], to text: String) -> String {
    var edits = TextEdits()
    for group in groups { _ = edits.add(group) }
    return String(decoding: edits.applied(to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func changesEverythingAtOnce() {
    #expect(applied([[TextEdit(0..<1, "x")], [TextEdit(3..<3, "yz")], [TextEdit(4..<6)]], to: "abcdef") == "xbcyzd")
    #expect(applied([], to: "abc") == "abc")
  }

  @Test func aGroupIsMadeWholeOrNotAtAll() {
    let groups = [[TextEdit(1..<3, "-")], [TextEdit(2..<4), TextEdit(5..<5, "!")], [TextEdit(5..<6)]]
    #expect(applied(groups, to: "abcdef") == "a-de")
  }

  @Test func onlyOneThingIsPutIntoAPlace() {
    var edits = TextEdits()
    let added = [TextEdit(1..<1, "x"), TextEdit(1..<1, "y"), TextEdit(1..<2, "z")].map { edits.add([$0]) }
    #expect(added == [true, false, true])
    #expect(String(decoding: edits.applied(to: Array("ab".utf8)), as: UTF8.self) == "axz")
  }
}
