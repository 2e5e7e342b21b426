import Findings
import PushDelivery
import TestSupport
import Testing

/// Texts that richpush does not read are called so, with how to have their message checked.
@Suite struct UnjudgedTextTests {
  @Test(arguments: [
    ("a/send.TS", "TypeScript", true), ("send.py", "Python", true), ("a.php", "PHP", true), ("b.md", "Markdown", false),
  ])
  func isKnownByItsName(_ name: String, _ language: String, _ isProgram: Bool) throws {
    let text = try #require(UnjudgedText(fileName: name))
    #expect(text.language == language && text.isProgram == isProgram)
  }

  @Test(arguments: ["a.json", "a.http", "a.jpg", "ts", "a.ts/b", "a."]) func othersAreNone(_ name: String) {
    #expect(UnjudgedText(fileName: name) == nil)
  }

  @Test(arguments: [
    ("a.mjs", "node a.mjs | richpush check -"), ("a.ts", "npx tsx a.ts | richpush check -"),
    ("a.py", "python3 a.py | richpush check -"), ("a.go", "go run a.go | richpush check -"),
    ("a.java", "java a.java | richpush check -"), ("a.rb", "`richpush check -`"), ("a.md", "`richpush check -`"),
  ])
  func theRemedyIsACommand(_ name: String, _ command: String) throws {
    let diagnostic = try #require(UnjudgedText(fileName: name)).notJudged(name)
    #expect(diagnostic.rule == "argument.kind" && diagnostic.severity == .warning)
    #expect(diagnostic.message.hasPrefix("not judged: "))
    #expect(diagnostic.remedy.contains(command))
  }
}
