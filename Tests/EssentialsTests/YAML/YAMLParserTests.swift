import Essentials
import Testing

/// Events with their places, and the errors of texts that are not YAML.
@Suite struct YAMLParserTests {
  private func events(_ text: [UInt8]) throws(YAMLError) -> [YAMLEvent] {
    var parser = try YAMLParser(text.span)
    var events: [YAMLEvent] = []
    while let event = try parser.next() { events.append(event) }
    return events
  }

  private func events(_ text: String) throws(YAMLError) -> [YAMLEvent] { try events(Array(text.utf8)) }

  private func mark(_ line: Int, _ column: Int) -> YAMLMark { YAMLMark(line: line, column: column) }

  @Test func eventsHaveTheirPlaces() throws {
    let text = "a: &x 'é'\nb:\n  - !t ~\n  - *x\n"
    #expect(
      try events(text) == [
        YAMLEvent(.documentStart, at: mark(1, 1)), YAMLEvent(.mappingStart, at: mark(1, 1)),
        YAMLEvent(.scalar("a", isPlain: true), at: mark(1, 1)),
        YAMLEvent(.scalar("é", isPlain: false), anchor: "x", at: mark(1, 4)),
        YAMLEvent(.scalar("b", isPlain: true), at: mark(2, 1)), YAMLEvent(.sequenceStart, at: mark(3, 3)),
        YAMLEvent(.scalar("~", isPlain: true), tag: "!t", at: mark(3, 5)), YAMLEvent(.alias("x"), at: mark(4, 5)),
        YAMLEvent(.sequenceEnd, at: mark(5, 1)), YAMLEvent(.mappingEnd, at: mark(5, 1)),
        YAMLEvent(.documentEnd, at: mark(5, 1)),
      ])
  }

  @Test(arguments: ["", "\n", "# nothing"])
  func nothingHasNoEvents(_ text: String) throws { #expect(try events(text) == []) }

  @Test func aTextMayHaveZeros() throws {
    #expect(try events(#""a\0b""#).map(\.kind).contains(.scalar("a\0b", isPlain: false)))
  }

  @Test(arguments: [
    ("a: [1", "while parsing a flow sequence, did not find expected ',' or ']'", 2, 1),
    ("\"a", "while scanning a quoted scalar, found unexpected end of stream", 1, 3),
    ("a: @", "while scanning for the next token, found character that cannot start any token", 1, 4),
    ("é\na\u{0}", "control characters are not allowed", 2, 2),
  ])
  func errorsHaveTheirPlaces(_ text: String, _ detail: String, _ line: Int, _ column: Int) {
    #expect(throws: YAMLError(detail, at: mark(line, column))) { try events(text) }
  }

  @Test func bytesThatAreNoUTF8() {
    #expect(throws: YAMLError("invalid leading UTF-8 octet", at: mark(2, 1))) { try events([0x61, 0x0D, 0x0A, 0xFF]) }
    #expect(throws: YAMLError("incomplete UTF-8 octet sequence", at: mark(1, 2))) { try events([0x61, 0xC3]) }
    // What would be UTF-16 elsewhere.
    #expect(throws: YAMLError.self) { try events([0xFF, 0xFE, 0x61, 0]) }
  }

  @Test func afterAnErrorThereIsNoMore() throws {
    var parser = try YAMLParser(Array("[}".utf8).span)
    #expect(throws: YAMLError.self) { while try parser.next() != nil {} }
    #expect(try parser.next() == nil)
  }

  /// Depth is nothing to the parser, and texts of a million bytes are read in a fraction of a second.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "[", "[\n", "{a: ", "- ", "? ", "a ", "\"a\": ", "\n", "&a ", "[],", "'", "|\n", "? a\n: b\n", "- [a, b]\n",
      "...\n", "---\n",
    ])
  func hostileTextsEndSoon(_ unit: String) throws {
    let text = String(repeating: unit, count: 200_000 / unit.utf8.count)
    var parser = try YAMLParser(Array(text.utf8).span)
    var count = 0
    while count < 100, (try? parser.next()) != nil { count += 1 }
    _ = try? events("[" + String(repeating: "a: b,", count: 100_000))
  }

  @Test func linesEndInManyWays() {
    #expect(YAMLMark(ofByte: 9, in: Array("a\r\nb\u{85}éc".utf8)) == mark(3, 3))
    #expect(YAMLMark(ofByte: 0, in: []) == mark(1, 1))
  }
}
