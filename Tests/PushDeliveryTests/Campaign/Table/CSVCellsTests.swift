import PushDelivery
import TestSupport
import Testing

@Suite struct CSVCellsTests {
  private func cells(_ text: String) throws(CSVCells.RowError) -> [String]? {
    guard let record = Array(CSVRecords(Array(text.utf8))).first else { return nil }
    return try CSVCells(record).texts
  }

  /// Each record's line and cells; nil for one that cannot be read.
  private func rows(_ bytes: [UInt8]) -> [(line: Int, cells: [String]?)] {
    CSVRecords(bytes).map { ($0.line, try? CSVCells($0).texts) }
  }

  @Test func recordsHaveTheirLines() {
    let text = "\u{FEFF}a,b\r\n\"one\r\ntwo\n\",\"say \"\"hi\"\", x\"\n\nlast,"
    let found = rows(Array(text.utf8))
    #expect(found.map(\.line) == [1, 2, 6])
    #expect(found.map(\.cells) == [["a", "b"], ["one\r\ntwo\n", "say \"hi\", x"], ["last", ""]])
    let lines = "\n\r\na,b\n\n\r\n\nc,\"d\n\n\"\n\n"
    #expect(rows(Array(lines.utf8)).map(\.line) == [3, 7])
    for nothing in ["", "\u{FEFF}", String(repeating: "\n", count: 1_000_000)] {
      #expect(rows(Array(nothing.utf8)).isEmpty)
    }
  }

  @Test func aWrongRecordCostsNoOther() {
    let text = Array("a,b\n1,2\n\"x\"y,2\n3,4\ncaf".utf8) + [0xE9] + Array("\n5,6\n\"7,8\n9,10\n".utf8)
    let found = rows(text)
    #expect(found.map(\.line) == Array(1...7))
    #expect(found.map(\.cells) == [["a", "b"], ["1", "2"], nil, ["3", "4"], nil, ["5", "6"], nil])
  }

  @Test func noBytesTrap() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      let bytes = (0..<200).map { _ in [34, 44, 10, 13, 65, 0xC3, 0xA9, 0].randomElement(using: &random) ?? UInt8(65) }
      #expect(rows(bytes).count <= 201)
    }
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("1,Hello {{name}},,\"x, y\"", ["1", "Hello {{name}}", "", "x, y"]),
    ("\"say \"\"hi\"\"\",\"\",\"\"\"\"", ["say \"hi\"", "", "\""]), (",", ["", ""]), (",,\"\"", ["", "", ""]),
    ("\"one\r\ntwo\n\",x", ["one\r\ntwo\n", "x"]), ("a\r\n", ["a"]), ("a,b\r", ["a", "b"]), ("\"a\"\r\r\n", ["a"]),
  ])
  func cellsAreThoseOfRFC4180(_ text: String, _ expected: [String]) throws { #expect(try cells(text) == expected) }

  /// Spaces behind commas are people's, before a cell and around its quotes. Blanks of other kinds are text.
  @Test(arguments: [
    (" a, \"b\",  ", ["a", "b", ""]), ("\"a\" ,b ", ["a", "b "]), ("a\tb,\tc", ["a\tb", "\tc"]),
    ("\u{3000}a,\u{A0}b", ["\u{3000}a", "\u{A0}b"]),
  ])
  func spacesBesideACellAreLeftOut(_ text: String, _ expected: [String]) throws { #expect(try cells(text) == expected) }

  /// A comma is a byte, whatever joins itself to it for the eye.
  @Test(arguments: [
    ("a,\u{301}b", ["a", "\u{301}b"]), ("a,\"\u{301}b\",\u{200D}", ["a", "\u{301}b", "\u{200D}"]),
    ("\u{600},b", ["\u{600}", "b"]),
    ("u\u{2028}v,4", ["u\u{2028}v", "4"]), ("a\u{85}b,c\u{B}d", ["a\u{85}b", "c\u{B}d"]), ("🇩🇪,👩‍👩‍👧", ["🇩🇪", "👩‍👩‍👧"]),
  ])
  func marksBelongToTheirCell(_ text: String, _ expected: [String]) throws { #expect(try cells(text) == expected) }

  @Test(arguments: [
    ("a\"b\",c", CSVCells.RowError.quotes), ("5\"\" nails,c", .quotes), ("\"a\"b,c", .quotes),
    ("\"a\"\tb\",\"", .quotes), ("\"a,b", .unclosedQuote), ("a\rb,c", .carriageReturn), ("\"a\"\rb", .carriageReturn),
    ("a\u{0},b", .character("\u{0}")), ("\"a\u{FFFE}\",\u{FFFF}", .character("\u{FFFE}")),
    ("a,\u{FFFF}", .character("\u{FFFF}")),
  ])
  func whatIsOddIsRefused(_ text: String, _ expected: CSVCells.RowError) {
    #expect(throws: expected) { try cells(text) }
  }

  /// Cells in quotes and bare ones, as programs write them.
  @Test func whatWasWrittenComesBack() throws {
    var random = SeededGenerator(seed: 31)
    let parts = [
      "a", "bc", ",", "\"", "\n", " ", "\t", "é", "e\u{301}", "\u{301}", "春", "か\u{3099}", "\u{3000}", "👍", "🏽",
      "\u{200D}", "🇩🇪", "\u{600}", "\u{2028}", "\u{85}", "{{x}}", "\u{1}", "\u{FFFD}", "！", "\u{20E3}",
    ]
    for _ in 0..<20_000 {
      let fields = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).reduce(into: "") { field, _ in
          field += parts.randomElement(using: &random) ?? "a"
        }
      }
      let written = fields.map { field in
        // A tab in the first row would separate its cells.
        field.utf8.contains { [34, 44, 10, 9].contains($0) } || field.utf8.first == 32
          ? "\"" + field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\"" : field
      }
      // An empty line is not a record.
      guard written != [""] else { continue }
      let read = try cells(written.joined(separator: ",") + "\r\n")
      #expect(read?.map { Array($0.utf8) } == fields.map { Array($0.utf8) }, "\(written)")
    }
  }

  @Test func recordsOfARangeHaveTheirLines() {
    let text = Array("a,b\n\"1\n2\",3\n4,5\r\n6,7".utf8)
    var scan = RecordScan()
    var ends: [Int] = []
    var start = 0
    // Pieces of three bytes.
    while start < text.count {
      let end = min(start + 3, text.count)
      var next = start
      while let found = scan.nextEnd(in: text.span, next..<end) {
        ends.append(found)
        next = found + 1
      }
      start = end
    }
    #expect(ends == [3, 11, 16])
    #expect(scan.lineBreaks == 4 && !scan.isQuoted)
    let records = Array(CSVRecords(text, in: TableRange(bytes: 4..<17, firstLine: 2), separator: .comma))
    #expect(records.map(\.line) == [2, 4])
    #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["\"1\n2\",3", "4,5"])
  }
}
