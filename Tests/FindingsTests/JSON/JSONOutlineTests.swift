import Findings
import Testing

@Suite struct JSONOutlineTests {
  private func read(_ text: String) -> JSONOutline? { JSONOutline(of: Array(text.utf8)) }

  @Test func tellsWhatIsAtTheTop() throws {
    let outline = try #require(
      read(" {\"a\": [1, {\"b\": 2}], \"c\" : 3,\n\"d\":\"e\", \"f\":{\"version\":1}, \"g\\\"\": null} \n"))
    #expect(outline.hasArray("a") && !outline.hasNumber("a"))
    #expect(outline.hasNumber("c") && !outline.hasArray("c"))
    #expect(outline.has("d") && !outline.hasNumber("d") && outline.has("f"))
    // Deeper keys and texts of values are not names.
    #expect(!outline.has("b") && !outline.has("version") && !outline.has("e"))
  }

  @Test func ofTwoTheLastCounts() throws {
    let outline = try #require(read("{\"a\": 1, \"a\": []}"))
    #expect(outline.hasArray("a") && !outline.hasNumber("a"))
  }

  @Test(arguments: [
    "", " ", "[]", "\"a\"", "1", "{", "{\"a\": 1", "{\"a", "{\"a\\", "{} {}", "{}x", "{\"a\": [1}", "{\"a\": \"}",
  ])
  func whatIsNoObjectHasNone(_ text: String) {
    // The outline only counts brackets: a parser finds one that closes another kind.
    #expect(read(text) == nil)
  }
}
