import PushDelivery
import TestSupport
import Testing

@Suite struct CSVRowsTests {
  private func rows(_ text: String) -> [CSVRows.Row] { Array(CSVRows(Array(text.utf8))) }

  @Test func rowsHaveTheirLines() {
    let text = "\u{FEFF}a,b\r\n\"one\r\ntwo\n\",\"say \"\"hi\"\", x\"\n\nlast,"
    #expect(
      rows(text) == [
        .fields(["a", "b"], line: 1), .fields(["one\r\ntwo\n", "say \"hi\", x"], line: 2),
        .fields(["last", ""], line: 6),
      ])
  }

  @Test(arguments: ["", "\u{FEFF}"]) func nothingHasNoRows(_ text: String) { #expect(rows(text).isEmpty) }

  @Test func aWrongRowCostsNoOther() {
    let text = "a,b\n1,2\n\"x\"y,2\n3,4\nu\u{2028}v,4\n5,6\n\"7,8\n9,10\n"
    #expect(
      rows(text) == [
        .fields(["a", "b"], line: 1), .fields(["1", "2"], line: 2), .error(.quotes, line: 3),
        .fields(["3", "4"], line: 4), .fields(["u\u{2028}v", "4"], line: 5), .fields(["5", "6"], line: 6),
        .error(.unclosedQuote, line: 7),
      ])
  }

  @Test func aRowInAnotherEncodingCostsNoOther() {
    let bytes = Array("a\ncaf".utf8) + [0xE9] + Array("\nb\n".utf8)
    #expect(Array(CSVRows(bytes)) == [.fields(["a"], line: 1), .error(.encoding, line: 2), .fields(["b"], line: 3)])
  }

  /// Tables written by the rules of RFC 4180 are read back unchanged, at any size.
  @Test func anythingInQuotesComesBack() {
    var random = SeededGenerator(seed: 5)
    let letters = Array("ab,\"\n\r; é🇩🇪{}'\t")
    var expected: [CSVRows.Row] = []
    var text = ""
    var line = 1
    for _ in 0..<3000 {
      let fields = (0..<4).map { _ in
        (0..<Int.random(in: 0...30, using: &random)).reduce(into: "") { field, _ in
          field.append(letters.randomElement(using: &random) ?? "a")
        }
      }
      let row = fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
      expected.append(.fields(fields, line: line))
      line += row.utf8.count { $0 == UInt8(ascii: "\n") }
      text += row
    }
    #expect(rows(text) == expected)
  }

  @Test func noBytesTrap() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      let bytes = (0..<200).map { _ in [34, 44, 10, 13, 65, 0xC3, 0xA9, 0].randomElement(using: &random) ?? UInt8(65) }
      let rows = Array(CSVRows(bytes))
      #expect(rows.count <= 201)
    }
  }

  @Test func emptyLinesAreNoRecords() {
    let text = "\n\r\na,b\n\n\r\n\nc,\"d\n\n\"\n\n"
    let records = Array(CSVRecords(Array(text.utf8)))
    #expect(records.map(\.line) == [3, 7])
    #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a,b", "c,\"d\n\n\""])
    let bomb = [UInt8](repeating: 10, count: 1_000_000)
    #expect(Array(CSVRecords(bomb)).isEmpty)
  }
}
