import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct YAMLReaderTests {
  /// Reads the one key `value` of a document.
  private func read<Value>(_ text: String, _ body: (inout YAMLReader, YAMLValue) -> Value?) -> Checked<Value> {
    YAMLReader.read("value: " + text, file: "test.yml") { reader, root in
      reader.mapping(root, known: ["value"])?["value"].flatMap { body(&reader, $0) }
    }
  }

  @Test(arguments: [
    ("no", "no"), ("2:1", "2:1"), ("2024", "2024"), ("0x10", "0x10"), ("2024-01-31", "2024-01-31"), ("'null'", "null"),
    ("\"a\\tb\"", "a\tb"), ("|\n  two\n  lines", "two\nlines"), ("a#b", "a#b"), ("!!str 12", "12"), ("<<", "<<"),
    ("!!str null", "null"), ("! a", "a"), ("\"\\uFFFD\"", "\u{FFFD}"),
    ("https://example.com/a?b=c", "https://example.com/a?b=c"), ("é ✂️", "é ✂️"),
  ])
  func textIsWhatWasWritten(_ text: String, _ expected: String) {
    #expect(read(text) { $0.string($1) } == Checked(expected))
  }

  @Test(arguments: ["#fff", "", "~", "null", "NULL"])
  func nothingIsNoText(_ text: String) {
    let checked = read(text) { $0.string($1) }
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.message) == ["the value is missing: expected text"])
    #expect(checked.diagnostics.map(\.remedy) == ["write a value, in quotes if it begins with `#`, or delete the key"])
  }

  @Test(arguments: [
    ("!include other.yml", "!include"), ("!!binary aGVsbG8=", "!!binary"), ("!!timestamp 2027-01-31", "!!timestamp"),
    ("!!int 12", "!!int"), ("!!float 1.5", "!!float"), ("!!bool yes", "!!bool"), ("!!null a", "!!null"),
    ("!!map a", "!!map"), ("!!str [a]", "!!str"), ("!!set {a: ~}", "!!set"), ("!!seq {a: b}", "!!seq"),
  ])
  func refusesTagsThatSayOtherwise(_ text: String, _ tag: String) {
    let checked = read(text) { $0.string($1) }
    #expect(checked.diagnostics.map(\.message) == ["expected text, found a value with the tag `\(tag)`"])
  }

  @Test(arguments: [("\"a\\0\"", "U+0000"), ("\"\\uFFFE\"", "U+FFFE"), ("\"b\\uFFFF\"", "U+FFFF")])
  func refusesCharactersOfNoText(_ text: String, _ character: String) {
    let checked = read(text) { $0.string($1) }
    #expect(checked.summaries == ["1:8 value configuration.value"])
    #expect(checked.diagnostics.first?.message.hasPrefix("\(character) stands in this text") == true)
  }

  @Test(arguments: ["[a]", "{a: b}", "!include other.yml", "''", "' '", "\"\\n\""])
  func refusesWhatIsNoText(_ text: String) {
    #expect(read(text) { $0.string($1) }.diagnostics.count == 1)
  }

  @Test(arguments: [#""a\0b""#, #""a\eb""#, "|\n  a\n"])
  func refusesControlCharactersInPaths(_ text: String) {
    #expect(read(text) { $0.path($1) }.summaries.map { $0.split(separator: " ").last } == ["configuration.value"])
  }

  @Test func numbersAndTruthValues() {
    for (text, number) in [("0", 0), ("7", 7), ("300_000", 300_000), ("-5", -5), ("1_0", 10)] {
      #expect(read(text) { $0.integer($1, in: -10...1_000_000) } == Checked(number))
    }
    for (text, number) in [("0", 0), ("1", 1), ("0.25", 0.25), (".5", 0.5), ("-0.0", 0)] {
      #expect(read(text) { $0.number($1, in: 0...1) } == Checked(number))
    }
    for (text, truth) in [("true", true), ("Yes", true), ("ON", true), ("false", false), ("no", false), ("off", false)]
    {
      #expect(read(text) { $0.bool($1) } == Checked(truth))
    }
  }

  @Test(arguments: [
    "0x1F", "0o17", "017", "1:30", "1e6", "1.0", "300kb", "300,000", "\"300\"", "yes", "_1", "1_", "1__0", "--", "+1",
    "٣", "[1]", ".inf",
  ])
  func refusesWhatIsNoWholeNumber(_ text: String) {
    let checked = read(text) { $0.integer($1, in: 0...1_000_000_000) }
    #expect(checked.summaries == ["1:8 value configuration.type"])
  }

  @Test(arguments: ["-1", "11", "99999999999999999999999999999", "-99999999999999999999999999999"])
  func refusesWholeNumbersOutOfRange(_ text: String) {
    let expected = Diagnostic(
      "configuration.range", .error, .init(.configuration, "test.yml", line: 1, column: 8, keyPath: "value"),
      "`\(text)` is out of range", remedy: "write a number from 0 to 10")
    #expect(read(text) { $0.integer($1, in: 0...10) } == Checked(nil, [expected]))
  }

  @Test(arguments: [".nan", ".inf", "nan", "50%", "0x1p-1", "1e-1", "'0.5'", ".", "0.5.1", "2", "-0.1"])
  func refusesWhatIsNoDecimalNumberInRange(_ text: String) {
    #expect(read(text) { $0.number($1, in: 0...1) }.diagnostics.count == 1)
  }

  @Test(arguments: ["'true'", "1", "y", "nope", "", "[true]"])
  func refusesWhatIsNoTruthValue(_ text: String) {
    #expect(read(text) { $0.bool($1) }.diagnostics.map(\.rule) == ["configuration.type"])
  }

  @Test func choicesAreByName() {
    let checked = read("[two, towo, 2]") { reader, value in
      reader.list(value)?.compactMap { YAMLType.choice(["one": 1, "two": 2]).read($0, &reader) }
    }
    let subject = Diagnostic.Subject(.configuration, "test.yml", line: 1, column: 14, keyPath: "value[1]")
    #expect(checked.summaries == ["1:14 value[1] configuration.value", "1:20 value[2] configuration.value"])
    #expect(
      checked.diagnostics.first
        == Diagnostic(
          "configuration.value", .error, subject, "`towo` is not one of `one`, `two`", remedy: "the nearest is `two`"))
  }

  @Test func anUnknownKeyNamesTheNearest() {
    let checked = YAMLReader.read("valeu: 1\n<<: {value: 2}\n? [a]\n: 3\n", file: "test.yml") { reader, root in
      reader.mapping(root, known: ["value"])?["value"] == nil
    }
    #expect(
      checked.summaries == [
        "1:1 valeu configuration.unknown-key", "2:1 << configuration.unknown-key", "3:3 - configuration.type",
      ])
    #expect(checked.diagnostics.first?.remedy == "the only key here is `value`")
  }

  @Test func aMissingKeyStandsWhereItsMappingDoes() {
    let checked = YAMLReader.read("\n  {}", file: "test.yml") { reader, root -> String? in
      guard let section = reader.mapping(root, known: ["value"]) else { return nil }
      return reader.required("value", of: section).flatMap { reader.string($0) }
    }
    #expect(checked.summaries == ["2:3 value configuration.missing-key"])
  }

  @Test func keepsAThousandProblemsAtMost() {
    let text = "value: [" + String(repeating: "[],", count: 5000) + "]"
    let checked = YAMLReader.read(text, file: "test.yml") { reader, root in
      reader.list(reader.mapping(root, known: ["value"])?["value"])?.compactMap { reader.string($0) }
    }
    #expect(checked.diagnostics.count == 1000)
  }
}
