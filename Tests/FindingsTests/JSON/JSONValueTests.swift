import Findings
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test func keepsKindsApart() throws {
    let value: JSONValue = [
      "integer": 1, "number": .number(1.5), "true": true, "text": "1", "null": .null, "list": [0, false, []],
    ]
    let text = #"{"integer":1,"number":1.5,"true":true,"text":"1","null":null,"list":[0,false,[]]}"#
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }

  @Test func writesOneAsANumber() throws {
    #expect(try JSONEncoder().encode(["mutable-content": 1] as JSONValue) == Data(#"{"mutable-content":1}"#.utf8))
  }

  @Test func refusesToWriteWhatIsNotFinite() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([.number(.nan)] as JSONValue) }
  }

  @Test func membersAndText() {
    let value: JSONValue = ["a": ["b": "c"]]
    #expect(value["a"]?["b"]?.text == "c")
    #expect(value["b"] == nil)
    #expect(JSONValue.string("a")["a"] == nil)
    #expect(value.text == nil)
  }

  @Test func lastOfEqualNamesCounts() { #expect((["a": 1, "a": 2] as JSONValue) == ["a": 2]) }
}

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

@Suite struct TextLinesTests {
  @Test func countsLinesAndScalars() {
    let text = "a\né🌷b\n\nlast"
    let lines = TextLines(Array(text.utf8))
    let offsets = [0, 1, 2, 4, 8, 9, 10, 11, 14, 99]
    let places = offsets.map { lines.place(at: $0) }
    #expect(places.map(\.line) == [1, 1, 2, 2, 2, 2, 3, 4, 4, 4])
    #expect(places.map(\.column) == [1, 2, 1, 2, 3, 4, 1, 1, 4, 5])
  }

  /// Whatever lies between, a place is what counting from the start gives.
  @Test(arguments: [1, 255, 256, 257, 512, 1500]) func longLinesAreCountedLikeShortOnes(length: Int) {
    let text = String((0..<length).map { $0 % 300 == 299 ? "\n" : ["a", "é", "🌷"][$0 % 3] })
    let lines = TextLines(Array(text.utf8))
    var (line, column, offset) = (1, 1, 0)
    for scalar in text.unicodeScalars {
      #expect(lines.place(at: offset) == TextPlace(line: line, column: column))
      offset += UTF8.width(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    #expect(lines.place(at: offset) == TextPlace(line: line, column: column))
  }
}
