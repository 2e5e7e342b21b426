import Foundation
import PushDelivery
import Testing

@Suite struct StoredValuesTests {
  private let squares = StoredValues(count: 5) { $0 * $0 }

  @Test func eachIsMadeWhenItIsAskedFor() {
    #expect(Array(squares) == [0, 1, 4, 9, 16] && squares[3] == 9 && squares.count == 5)
    #expect(Array(squares.changed { "\($0)" }[1..<3]) == ["1", "4"])
    #expect(StoredValues<Int>([]).isEmpty)
  }

  @Test func equalOnesAreEqualWhereverTheyAre() {
    #expect(squares == [0, 1, 4, 9, 16] && squares != [0, 1, 4, 9] && squares != [0, 1, 4, 16, 9])
    #expect(squares.hashValue == StoredValues([0, 1, 4, 9, 16]).hashValue)
  }

  @Test func theyAreAnArrayInJSON() throws {
    let json = try JSONEncoder().encode(squares)
    #expect(String(decoding: json, as: UTF8.self) == "[0,1,4,9,16]")
    #expect(try JSONDecoder().decode(StoredValues<Int>.self, from: json) == squares)
  }
}
