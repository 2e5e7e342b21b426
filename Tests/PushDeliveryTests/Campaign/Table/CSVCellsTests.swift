import Findings
import Foundation
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

  /// Joined, since a mark that combines would belong to the space before it.
  @Test(arguments: TextRow.table("cells of records", in: "Campaign")) func recordsHaveTheirCells(_ row: TextRow) throws
  {
    #expect(try cells(row[0])?.joined(separator: " | ") == row[1])
  }

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

/// Tables as spreadsheet programs write them: with cells once used, and without invisible ones.
@Suite struct SpreadsheetTableTests {
  private func read(_ table: String) -> Checked<Campaign> {
    Campaign.read(
      "defaults: {target: default}", table: Array(table.utf8), defaults: MessageDefaults(target: .topic("all")))
  }

  /// Spreadsheets write commas for rows and columns that were used once.
  @Test func whatIsEmptyIsPassedOver() {
    let rows = read("id,title,topic\na,T,t\n,,\n\u{A0}, ,\"\t\"\n,\n,,,,,\nb,U,t\n")
    #expect(rows.lines == ["a t T", "b t U"] && rows.diagnostics == [])
    #expect(read("id\na\n\"\"\n \n").lines == ["a all"])
    let columns = read("id,title,,topic\u{A0},,\u{A0}\na,T,,t,,\nb,T,\u{A0},t\nc,T,,t,\" \"\n\nd,T,,t\n")
    #expect(columns.lines == ["a t T", "b t T", "c t T", "d t T"] && columns.diagnostics == [])
  }

  /// Spreadsheets leave out the commas of empty cells at the ends of rows, or write more of them than there are columns.
  @Test func emptyCellsAtTheEndOfARowMayBeMissingOrTooMany() {
    let checked = read("id,title,body,topic,link\na,T,B,t\nb,T,B,t,,,\nc,,,t,https://e.com/,\" \"\n")
    #expect(checked.lines == ["a t T", "b t T", "c t"] && checked.diagnostics == [])
    #expect(read("id,title,,topic,\na,T,,t,,\nb,U,,t\n").lines == ["a t T", "b t U"])
    #expect(read("id,title,body\na\nb,T\n").lines == ["a all", "b all T"])
    // Of these rows kinds are learnt.
    let rows = (0..<50).map { $0 % 3 == 0 ? "m\($0),T\n" : $0 % 3 == 1 ? "m\($0),T,,,,\n" : "m\($0)\n" }
    #expect(read("id,title,badge\n" + rows.joined()).value?.messages.count == 50)
  }

  /// What is missing in the midst of a row leaves a column without a value at its end.
  @Test func aShortRowWithoutATargetSaysHowShortItIs() {
    let found = read("id,title,,topic,\na,T t\n").diagnostics
    #expect(found.map(\.rule) == ["campaign.missing-target"])
    #expect(found.first?.message == "the row has 2 cells for 4 columns and no target")
    #expect(found.first?.remedy.hasPrefix("look for a comma or a quote that is missing; ") == true)
  }

  @Test(arguments: ["a;T;t", "a\tT\tt", "a,T,,t,,x"]) func otherCellsThanTheFirstRowNamesAreRefused(_ row: String) {
    let found = read("id,title,,topic,\n\(row)\n").diagnostics
    #expect(found.map(\.rule) == ["campaign.table"])
    #expect(found.first?.message.hasSuffix(", and the first row names 5") == true)
  }

  /// It may be a target, so that the table is not used.
  @Test func whatStandsInNoColumnIsToldOnce() {
    let checked = read("id,title,,topic,\na,T,,t,\nb,T,x,t,y\nc,T,z,t,\nd,T,,t,w\n")
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.summary) == ["1:1 column 3 campaign.table", "1:1 column 5 campaign.table"])
    #expect(
      checked.diagnostics.map(\.message) == [
        "column 3 has no name, and cells below hold something, first in line 3: `x`",
        "column 5 has no name, and cells below hold something, first in line 5: `w`",
      ])
  }

  @Test func namesInOtherLettersAreTold() {
    let remedies = read("ID,Image, Title,topic,Name\na,x.jpg,T,t,n\n").diagnostics.map(\.remedy)
    #expect(
      remedies == [
        "name columns after keys: `id` for `ID`, `image` for `Image`, `title` for `Title`",
        "write `{{Name}}` where its values belong, or correct the name; the nearest key is `badge`",
      ])
    #expect(
      read("Title\nT\n").diagnostics.map(\.remedy) == [
        "add one: letters, digits, `.`, `_` and `-`, different in each row; name columns after keys: `title` for `Title`"
      ])
    #expect(
      read("Nr;Bild;Titel;Preis\n1;x.jpg;T;12\n").diagnostics.map(\.remedy) == [
        "name columns after keys: `id` for `Nr`, `media` for `Bild`, `title` for `Titel`",
        "write `{{Preis}}` where its values belong, or correct the name; the nearest key is `apns`",
      ])
  }
}
