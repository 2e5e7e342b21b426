import Findings
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
  private func lines(_ old: String, _ new: String) -> [String] {
    UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8), name: "a.json").lines
  }

  @Test func equalTextsHaveNone() { #expect(lines("a\nb\n", "a\nb\n") == []) }

  @Test func showsAChangeWithThreeLinesAround() {
    let old = (1...9).map(String.init).joined(separator: "\n") + "\n"
    #expect(
      lines(old, old.replacing("5", with: "five")) == [
        "--- a.json", "+++ a.json", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8",
      ])
  }

  @Test func changesThatAreFarApartStandApart() {
    let old = (1...20).map(String.init).joined(separator: "\n") + "\n"
    let new = old.replacing("\n3\n", with: "\n").replacing("\n18\n", with: "\n18\nnew\n")
    #expect(lines(old, new).filter { $0.hasPrefix("@@") } == ["@@ -1,6 +1,5 @@", "@@ -16,5 +15,6 @@"])
  }

  /// Applying the diff to the old text gives the new one.
  @Test func leadsFromOneTextToTheOther() {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<200 {
      let old = (0..<12).map { _ in String(Int.random(in: 0...4, using: &random)) }
      let new = (0..<12).map { _ in String(Int.random(in: 0...4, using: &random)) }
      let found = lines(old.joined(separator: "\n"), new.joined(separator: "\n")).dropFirst(2).filter {
        !$0.hasPrefix("@@")
      }
      let isWhole = found.count { $0.hasPrefix(" ") || $0.hasPrefix("-") } == old.count
      guard isWhole else { continue }
      #expect(found.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) } == new)
      #expect(found.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) } == old)
    }
  }
}
