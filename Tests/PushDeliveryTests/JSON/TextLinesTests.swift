import PushDelivery
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
}
