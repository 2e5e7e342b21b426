import Findings
import PushDelivery
import TestSupport
import Testing

/// Texts that a parser refuses, and those that it must not get.
@Suite struct YAMLDocumentTests {
  private func read(_ text: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read(text, file: "c.yml")
  }

  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "---\n...\n", "\u{FEFF}", "{}", "~", "\r\n"])
  func anEmptyDocumentIsAllDefaults(_ text: String) { #expect(read(text) == Checked(PipelineConfiguration())) }

  @Test(arguments: ["text", "[]", "[version, 1]", "12"]) func aDocumentThatIsNoMapping(_ text: String) {
    #expect(read(text).summaries == ["1:1 - configuration.type"])
  }

  @Test(arguments: [
    ("version: 1\n\tjobs: 2", 2, 1), ("version: 1\n  jobs: 2", 2, 7), ("jobs: \"2", 1, 9), ("jobs: [1", 2, 1),
    ("jobs: @2", 1, 7), ("version: 1\njobs: \u{1}", 2, 7), ("a\u{0}", 1, 2),
    ("%YAML 9.9\n--- a", 1, 1),
  ])
  func syntaxErrorsHaveTheirPlace(_ text: String, _ line: Int, _ column: Int) {
    #expect(read(text).summaries == ["\(line):\(column) - configuration.syntax"])
    #expect(read(text).value == nil)
  }

  /// Word processors turn quotes, and their tabs look like spaces.
  @Test(arguments: [
    ("version: 1\n\tjobs: 2", "replace the tab before this line's first letter with spaces"),
    (
      "version: 1\ndefaults:\n  title: “T: x”",
      "write straight quotes, \" or ', around the text: “ is a letter like any"
    ),
    ("version: 1\ndefaults: {title: T: “x”}", "write straight quotes"),
    ("jobs: @2 it’s", "put the whole text in quotes: `\"@2 it’s\"`"),
    ("jobs: @2 “so”", "put the whole text in quotes"),
    ("version: 1\ndefaults:\n  title: Today: rye", "put the whole text in quotes: `\"Today: rye\"`"),
  ])
  func remediesSayWhatTheLineShows(_ text: String, _ remedy: String) {
    #expect(read(text).diagnostics.first?.remedy.hasPrefix(remedy) == true, "\(read(text).diagnostics)")
  }

  @Test func aDuplicateKey() {
    let expected = Diagnostic(
      "configuration.duplicate-key", .error, .init(.configuration, "c.yml", line: 2, column: 1),
      "`jobs` stands here and again further down in the same mapping, so one of the two would be ignored",
      remedy: "keep one of them")
    #expect(read("version: 1\njobs: 1\njobs: 2\n") == Checked(nil, [expected]))
  }

  @Test func aSecondDocument() {
    let expected = Diagnostic(
      "configuration.syntax", .error, .init(.configuration, "c.yml", line: 2, column: 1),
      "a second YAML document begins here, and only one is read",
      remedy: "delete the line `---` or move the rest to a file of its own")
    #expect(read("version: 1\n---\nversion: 1\n") == Checked(nil, [expected]))
  }

  @Test func anAlias() {
    let text = "defaults: {target: &all {topic: all}}\nlimits: *all\n"
    let expected = Diagnostic(
      "configuration.size", .error, .init(.configuration, "c.yml", line: 2, column: 9),
      "`*all` is an alias, and aliases are not read: a few lines of them can stand for gigabytes",
      remedy: "write the value out; what every message shares can stand once, under `defaults` in pipeline.yml")
    #expect(read(text) == Checked(nil, [expected]))
  }

  @Test func anAnchorAloneAndTextLikeAnAliasAreHarmless() {
    let checked = read("defaults: {title: Sale, link: &link \"https://a.example/\", body: \"*Sale* & *more*\"}")
    #expect(
      checked.value?.messageDefaults
        == MessageDefaults(title: "Sale", body: "*Sale* & *more*", link: "https://a.example/"))
  }

  @Test func anAliasBomb() {
    var text = "a: &a0 [x, x]\n"
    for level in 1...40 { text += "? &a\(level) [*a\(level - 1), *a\(level - 1)]\n: 1\n" }
    #expect(read(text).summaries == ["2:8 - configuration.size"])
  }

  @Test func aMarkOfTheOrderOfBytesIsNoPartOfTheText() { #expect(read("\u{FEFF}version: 1\n").value != nil) }

  /// Invalid UTF-8, and letters that another program has lost.
  @Test func aLostLetterIsAnError() {
    let text = String(decoding: Array("# pipeline\nversion: 1 # caf".utf8) + [0xE9, 10], as: UTF8.self)
    #expect(read(text).summaries == ["2:17 - configuration.syntax"])
    let windows = String(decoding: [0xFF, 0xFE, 0x76, 0, 0x65, 0], as: UTF8.self)
    #expect(read(windows).summaries == ["1:1 - configuration.syntax"])
  }

  @Test func aTextThatIsTooLong() {
    let expected = Diagnostic(
      "configuration.size", .error, .init(.configuration, "c.yml", line: 1, column: 1),
      "the file has more than 1000000 bytes, and no more are read",
      remedy: "take out what it does not need; split a campaign into several folders")
    #expect(read(String(repeating: "#", count: 1_000_001)) == Checked(nil, [expected]))
    #expect(read(String(repeating: "#", count: 1_000_000)).value != nil)
  }

  @Test(arguments: ["[", "{", "{\"a\": [", "[ # ]\n", "[ \" ]\", ", "{' }': ", "- ", "? ", "- - ? "])
  func deepNestingIsRefused(_ level: String) {
    let checked = read(String(repeating: level, count: 5_000))
    #expect(checked.diagnostics.map(\.rule) == ["configuration.size"])
  }

  @Test func deepIndentationIsRefused() {
    let text = (0..<800).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    let expected = Diagnostic(
      "configuration.size", .error, .init(.configuration, "c.yml", line: 17, column: 17),
      "more than 16 lists and mappings lie in each other here",
      remedy: "nest less: nothing here needs more than five levels")
    #expect(read(text) == Checked(nil, [expected]))
  }

  /// Brackets in comments, quotes and blocks of lines are only text.
  @Test(arguments: [
    "# " + String(repeating: "[", count: 100), "title: '" + String(repeating: "[", count: 100) + "'",
    "title: >\n" + String(repeating: " ", count: 100) + "far to the right",
    "title: " + String(repeating: "a[", count: 100),
  ])
  func textIsNoNesting(_ text: String) {
    #expect(read("defaults:\n  " + text.replacing("\n", with: "\n  ")).diagnostics == [])
  }

  @Test(arguments: ["[[]", "[a:\"x, \"]", "\"a\": ", "? [a, "]) func whatIsNoYAMLEndsAtOnce(_ level: String) {
    let checked = read(String(repeating: level, count: 5_000))
    #expect(["configuration.size", "configuration.syntax"].contains(checked.diagnostics.map(\.rule).first))
  }

  @Test func manyDirectivesAreRefusedBeforeTheyAreParsed() {
    let lines = (0..<60_000).map { "%TAG !\($0)! x\n" }
    #expect(read(lines.joined()).summaries == ["1:1 - configuration.size"])
    #expect(read(lines.prefix(3).joined() + "--- {}").diagnostics == [])
  }

  @Test func anAliasInTextIsText() { #expect(read("defaults: {title: '&a', body: \"*a\"} # *a").diagnostics == []) }

  @Test func anAliasOfItselfOrOfNothing() {
    #expect(read("version: &a [*a]").summaries == ["1:14 - configuration.size"])
    #expect(read("jobs: *two").summaries == ["1:7 - configuration.size"])
  }

  @Test func manyBracketsSideBySideAreNoNesting() {
    let message =
      #"  - {id: a, title: "Sale! [50%] {{name}} it's \"on\" #1", body: 'it''s', target: {topic: all}, image: it's!}"#
    let text = "values: {name: Ada}\nmessages:\n" + String(repeating: message + "\n", count: 200)
    #expect(Set(Campaign.read(text).diagnostics.map(\.rule)) == ["campaign.duplicate-id"])
  }

  @Test func jsonIsYAML() {
    let message = #"{"id":"a","title":"Sale [50%]\n\"{{name}}\"","target":{"topic":"all"}}"#
    let text =
      "{\"version\":1,\"values\":{\"name\":\"Ada\"},\"messages\":["
      + Array(repeating: message, count: 100).joined(separator: ",") + "]}"
    #expect(Set(Campaign.read(text).diagnostics.map(\.rule)) == ["campaign.duplicate-id"])
  }
}
