import Findings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ShellWordTests {
  @Test(arguments: [
    ("a-b_c./:=,+@%9", "a-b_c./:=,+@%9"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("~", "'~'"),
    ("$HOME", "'$HOME'"), ("größe", "'größe'"), ("a\nb", "'a\nb'"), ("*", "'*'"), ("a\\", "'a\\'"),
  ])
  func onlyWhatMeansSomethingIsQuoted(word: String, expected: String) { #expect(ShellWord.plain(word) == expected) }

  /// A shell passes all words on unchanged.
  @Test func aShellTakesThemAsTheyAre() async throws {
    var random = SeededGenerator(seed: 17)
    let letters = Array("ab='\"\\$`!*?[]{}()<>|&;#~ \t\n-%ß")
    let words = (0..<200).map { _ in
      String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
    }
    let command = ShellWord.command(["printf", "%s|"] + words)
    let output = try await Program("sh").run(["-c", command])
    #expect(output == ProgramOutput(status: 0, stdout: words.map { $0 + "|" }.joined(), stderr: ""))
    #expect(ShellWord.command(["a=b", "c=d"]) == "'a=b' c=d")
    let quoted = try await Program("sh").run(["-c", "printf %s " + words.map(ShellWord.quoted).joined()])
    #expect(quoted.stdout == words.joined())
  }
}
