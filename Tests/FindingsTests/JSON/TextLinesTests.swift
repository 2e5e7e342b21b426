import Findings
import Testing

@Suite struct TextLinesTests {
  @Test func countsLinesAndScalars() {
    let text = "a\né🌷b\n\nlast"
    let lines = TextLines(Array(text.utf8))
    let offsets = [0, 1, 2, 4, 8, 9, 10, 11, 14, 99]
    let places = offsets.map { lines.place(at: $0) }
    #expect(places.map(\.line) == [1, 1, 2, 2, 2, 2, 3, 4, 4, 4])
    #expect(places.map(\.column) == [1, 2, 1, 2, 3, 4, 1, 1, 4, 5])
  }

  /// Whatever lies between, a place is what counting from the start gives.
  @Test(arguments: [1, 255, 256, 257, 512, 1500]) func longLinesAreCountedLikeShortOnes(length: Int) {
    let text = String((0..<length).map { $0 % 300 == 299 ? "\n" : ["a", "é", "🌷"][$0 % 3] })
    let lines = TextLines(Array(text.utf8))
    var (line, column, offset) = (1, 1, 0)
    for scalar in text.unicodeScalars {
      #expect(lines.place(at: offset) == TextPlace(line: line, column: column))
      offset += UTF8.width(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    #expect(lines.place(at: offset) == TextPlace(line: line, column: column))
  }
}
