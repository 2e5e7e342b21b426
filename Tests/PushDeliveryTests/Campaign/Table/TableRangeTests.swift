import Foundation
import PushDelivery
import Testing

/// A plan from another machine may say anything of where rows stand.
@Suite struct TableRangeTests {
  private func read(_ text: String) -> TableRange? {
    try? JSONDecoder().decode(TableRange.self, from: Data(text.utf8))
  }

  @Test func whatIsWrittenIsRead() throws {
    let range = TableRange(bytes: 3..<500, firstLine: 2)
    #expect(try JSONDecoder().decode(TableRange.self, from: try JSONEncoder().encode(range)) == range)
  }

  @Test(arguments: [
    #"{"bytes": [-9223372036854775808, 9223372036854775807], "firstLine": 1}"#,
    #"{"bytes": [-1, 5], "firstLine": 1}"#, #"{"bytes": [0, 9223372036854775807], "firstLine": 1}"#,
    #"{"bytes": [5, 3], "firstLine": 1}"#, #"{"bytes": [0, 5], "firstLine": 0}"#,
    #"{"bytes": [0, 5], "firstLine": 9223372036854775807}"#,
  ])
  func whatNoTableHasIsNone(_ text: String) { #expect(read(text) == nil) }
}
