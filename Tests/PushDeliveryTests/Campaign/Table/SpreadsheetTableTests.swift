import Findings
import PushDelivery
import TestSupport
import Testing

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
    #expect(remedies == ["name columns after keys: `id` for `ID`, `image` for `Image`, `title` for `Title`"])
    #expect(
      read("Title\nT\n").diagnostics.map(\.remedy) == [
        "add one: letters, digits, `.`, `_` and `-`, different in each row; name columns after keys: `title` for `Title`"
      ])
    #expect(
      read("Nr;Bild;Titel;Preis\n1;x.jpg;T;12\n").diagnostics.map(\.remedy) == [
        "name columns after keys: `id` for `Nr`, `media` for `Bild`, `title` for `Titel`"
      ])
  }
}
