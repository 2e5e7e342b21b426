import Findings
import Foundation
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  @Test func readsEveryKindOfValue() {
    let text = #" {"a": [1, -2.5e3, "x\n\u00e9\ud83c\udf37"], "b": {"c": true, "d": false, "e": null}, "f": ""} "#
    #expect(values(text) == [["a": [1, .number(-2500), "x\né🌷"], "b": ["c": true, "d": false, "e": .null], "f": ""]])
    #expect(errors(text) == [])
  }

  @Test func readsSeveralValues() {
    #expect(values("{}\n[]\n\n1") == [[:], [], 1])
    #expect(values("") == [])
  }

  @Test func goesOnWhereWhatWasMeantIsClear() {
    #expect(values(#"{"a": 1, }"#) == [["a": 1]])
    #expect(values("[1, // one\n 2, /* two */]") == [[1, 2]])
    #expect(values(#"{"a": 1, "a": 2}"#) == [["a": 2]])
    #expect(values("[01, +1, .5]") == [[1, 1, .number(0.5)]])
    #expect(values("[\"a\tb\", \"\\q\", \"\\ud83c\"]") == [["a\tb", "q", "\u{FFFD}"]])
  }

  @Test(arguments: [
    (#"{"a": 1,}"#, JSONError.Kind.trailingComma, 7), ("[1,]", .trailingComma, 2), ("[1 /* x */]", .comment, 3),
    (#"{"a": 1, "a": 2}"#, .duplicateName("a"), 9), ("{a: 1}", .unquoted, 1), ("{'a': 1}", .unquoted, 1),
    ("['a']", .unquoted, 1), ("NaN", .word("NaN"), 0), ("[True]", .word("True"), 1), ("-", .word("-"), 0),
    ("[01]", .number("01"), 1), ("[1.]", .number("1."), 1), ("\"a\u{1}\"", .control(1), 2), (#""\x""#, .escape, 1),
    (#""\u12G4""#, .escape, 1), (#""\udc00""#, .surrogate, 1), (#""\ud83c\u0041""#, .surrogate, 1),
    (#"["a"#, .unclosedString, 1), ("\"a\nb\"", .unclosedString, 0), (#"{"a" 1}"#, .expected("a colon"), 5),
    (#"{"a": 1 "b": 2}"#, .expected("a comma or }"), 8), ("[1 2]", .expected("a comma or ]"), 3),
    ("{", .expected("a name in double quotes"), 1), ("[", .expected("a value"), 1), ("[,]", .expected("a value"), 1),
    ("[\u{201C}a\u{201D}]", .typographicQuote, 1), ("{\u{201C}a\": 1}", .typographicQuote, 1),
    ("[1,\u{A0}2]", .noBreakSpace, 3),
    ("\u{FEFF}{}", .byteOrderMark, 0), ("{} {}", .expected("a line break or the end of the text"), 3),
    ("{}\n{}}", .expected("a line break or the end of the text"), 5),
  ]) func tellsWhatIsWrongAndWhere(text: String, kind: JSONError.Kind, offset: Int) {
    #expect(errors(text).map(\.kind) == [kind])
    #expect(errors(text).map(\.offset) == [offset])
  }

  @Test func tellsBytesThatAreNotUTF8() {
    var reader = JSONReader([0x22, 0xFF, 0x22])
    #expect(reader.values().map(\.value) == ["\u{FFFD}"])
    #expect(reader.errors.map(\.kind) == [.notUTF8])
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D],
      [0, 0, 0, 0x7B], [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0],
    ] as [[UInt8]])
  func tellsWideTextsFromBrokenOnes(bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    #expect(reader.values() == [])
    #expect(reader.errors.map(\.kind) == [.notUTF8])
  }

  @Test func refusesWhatLiesTooDeep() {
    let fits = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(errors(fits) == [])
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(errors(deep).map(\.kind) == [.depth(limit: 100)])
  }

  @Test func refusesMoreValuesThanWereAskedFor() {
    var reader = JSONReader(Array(#"[1, {"a": 2}]"#.utf8), mostValues: 4)
    #expect(reader.values().count == 1)
    reader = JSONReader(Array(#"[1, {"a": 2}]"#.utf8), mostValues: 3)
    #expect(reader.values() == [])
    #expect(reader.errors == [JSONError(.values(limit: 3), at: 10)])
  }

  /// Each line has its own limit, and the other lines are kept.
  @Test func refusesTheLineAloneThatHasTooMany() {
    var reader = JSONReader(Array("[1, 2]\n[1, 2, 3]\n[4, 5]\n".utf8), mostValues: 3)
    #expect(reader.values(isLines: true).map(\.value) == [[1, 2], [4, 5]])
    #expect(reader.errors.map(\.offset) == [14])
  }

  @Test func tellsNoMoreErrorsThanAnybodyReads() {
    let text = "[" + String(repeating: "/**/", count: 20_000) + "1]"
    #expect(values(text) == [[1]])
    #expect(errors(text).count == 10_000)
  }

  @Test func readsTheLinesAfterADamagedOne() {
    var reader = JSONReader(Array("{\"a\": 1}\n{\"a\" 2}\n{\"a\": 3}\n".utf8))
    #expect(reader.values(isLines: true).map(\.value) == [["a": 1], ["a": 3]])
    #expect(reader.errors.map(\.offset) == [14])
  }

  /// Any text that Foundation writes is read without a complaint and means the same.
  @Test func agreesWithFoundation() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let value = JSONValue.random(depth: 4, using: &random)
      let bytes = Array(try JSONEncoder().encode([value]))
      var reader = JSONReader(bytes)
      #expect(reader.values().map(\.value) == [[value]])
      #expect(reader.errors == [])
    }
  }

  /// No bytes crash the reader, and Foundation also reads the texts that it accepts.
  @Test func survivesAnyBytes() {
    var random = SeededGenerator(seed: 5)
    let seed = Array(#"{"message":{"a":[1,-2.5e3,"x\n\u00e9\ud83c\udf37",true,null],"b":{}}}"#.utf8)
    for _ in 0..<5000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var reader = JSONReader(bytes)
      let values = reader.values()
      guard reader.errors.isEmpty, values.count == 1 else { continue }
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil)
    }
  }

  private func values(_ text: String) -> [JSONValue] {
    var reader = JSONReader(Array(text.utf8))
    return reader.values().map(\.value)
  }

  private func errors(_ text: String) -> [JSONError] {
    var reader = JSONReader(Array(text.utf8))
    _ = reader.values()
    return reader.errors
  }
}

extension JSONValue {
  fileprivate static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(.random(in: -1_000_000...1_000_000, using: &random))
    case 3: .number(.random(in: -1...1, using: &random))
    case 4: .string(text(using: &random))
    case 5: .array((0..<3).map { _ in .random(depth: depth - 1, using: &random) })
    default: .object(["a": .random(depth: depth - 1, using: &random), text(using: &random): .null])
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    String(
      (0..<5).map { _ in ["a", "\"", "\\", "\n", "é", "🌷", "/", "\u{7F}", "\u{1}"].randomElement(using: &random) ?? "" }
        .joined())
  }
}

/// The reader takes short cuts through what is plainly right. They may not change values, places or errors.
@Suite struct JSONReaderShortcutTests {
  private static let seeds = [
    #"{"message":{"a":[1,-2.5e3,"x\n\u00e9\ud83c\udf37",true,null],"b":{},"größe":"🌷 \"und\" mehr","":""}}"#,
    #"{"topic": "spring", "notification": {"title": "Spring is here", 'body': “Come”}, "n": [0, 1.5, 1E+2, -0]}"#,
    "[{\"a\": {\"b\": {\"c\": [[[]]]}}, /* c */ \"d\": 01,},\n// e\n\"\\q\"]",
    "{" + (0..<40).map { "\"k\($0 % 30)\": \($0)" }.joined(separator: ", ") + "}",
  ].map { Array($0.utf8) }

  @Test func changeNothing() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<20_000 {
      let seed = Self.seeds.randomElement(using: &random) ?? []
      compare(BrokenText.mutating(seed, using: &random))
    }
  }

  @Test func changeNothingOfLines() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<3000 { compare(BrokenText.lines(of: Self.seeds, using: &random), isLines: true) }
  }

  /// Of many names equal ones are found in another way than of few.
  @Test func findEqualNamesAmongMany() {
    var reader = JSONReader(Self.seeds[3])
    #expect(reader.values().first?.members.count == 40)
    #expect(reader.errors.map(\.kind) == (0..<10).map { .duplicateName("k\($0)") })
  }

  private func compare(_ bytes: [UInt8], isLines: Bool = false) {
    var (quick, careful) = (JSONReader(bytes), JSONReader(bytes, isCareful: true))
    let (found, expected) = (quick.values(isLines: isLines), careful.values(isLines: isLines))
    #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(quick.errors == careful.errors, "\(String(decoding: bytes, as: UTF8.self))")
  }
}
