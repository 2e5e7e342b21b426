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

  @Test(arguments: TextRow.table("refused", in: "YAML")) func errorsHaveTheirPlace(_ row: TextRow) {
    let checked = read(row[1])
    #expect(checked.value == nil && checked.summaries == [row[0]])
    #expect(checked.diagnostics.first?.remedy.hasPrefix(row[2]) == true)
    #expect(checked.diagnostics.first?.message.hasPrefix(row[3]) == true)
  }

  @Test(arguments: TextRow.table("remedies", in: "YAML")) func remediesSayWhatTheLineShows(_ row: TextRow) {
    let found = read(row[0]).diagnostics
    #expect(found.first?.remedy.hasPrefix(row[1]) == true, "\(found)")
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

  @Test func messagesOfOneLineWithoutAnIDAreNotTheSame() {
    let message = #"{"title":"Sale","body":"Today","target":{"topic":"all"}}"#
    let found = Campaign.read("{\"messages\":[\(message),\(message)]}").diagnostics
    #expect(found.map(\.rule) == ["configuration.missing-key", "configuration.missing-key"])
  }
}
