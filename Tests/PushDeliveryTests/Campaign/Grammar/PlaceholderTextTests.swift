import PushDelivery
import TestSupport
import Testing

@Suite struct PlaceholderTextTests {
  @Test(
    arguments: [
      ("", []), ("Hello", [.literal("Hello")]), ("{{name}}", [.placeholder("name")]),
      (
        "Hi {{ name }}, it's {{day-1}}!",
        [.literal("Hi "), .placeholder("name"), .literal(", it's "), .placeholder("day-1"), .literal("!")]
      ),
      ("{{\tA_b\t}}{{c}}", [.placeholder("A_b"), .placeholder("c")]),
      ("{{{{name}}", [.literal("{{name}}")]), ("{ {x} }", [.literal("{ {x} }")]), ("}}", [.literal("}}")]),
      ("{{{{{{name}}", [.literal("{{"), .placeholder("name")]),
      ("é{{n}}\u{301}", [.literal("é"), .placeholder("n"), .literal("\u{301}")]),
    ] as [(String, [PlaceholderText.Part])])
  func takesTextsApart(_ text: String, _ parts: [PlaceholderText.Part]) throws {
    #expect(try PlaceholderText(text).parts == parts)
  }

  @Test(arguments: [
    "{{", "{{}}", "{{ }}", "{{name", "{{name}", "{{1a}}", "{{a b}}", "{{a.b}}", "{{#if}}", "{{{name}}}", "{{ä}}",
    "{{a\n}}", "a {{b}} {{",
  ])
  func refusesBracesThatOpenNothing(_ text: String) {
    #expect(throws: PlaceholderText.SyntaxError.self) { try PlaceholderText(text) }
    #expect(PlaceholderText.isNeeded(for: text))
  }

  /// A mark that joins itself to a brace makes it another character, and the bytes that are sent are the same.
  @Test func bracesWithMarksAreBraces() {
    #expect(throws: PlaceholderText.SyntaxError.self) { try PlaceholderText("{{\u{301}name}}") }
  }

  @Test func anythingCanBeWrittenLiterally() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let length = Int.random(in: 0...12, using: &random)
      let text = String((0..<length).compactMap { _ in "{{}ab é".randomElement(using: &random) })
      let escaped = text.replacing("{{", with: "{{{{")
      let parts = try PlaceholderText(escaped).parts
      #expect(parts == (text.isEmpty ? [] : [.literal(text)]))
    }
  }
}
