import MediaFacts
import Testing

@Suite struct PixelSizeTests {
  @Test(arguments: [(3, 4, 12), (0, 9, 0), (.max, 1, .max), (.max, 2, .max), (1 << 32, 1 << 32, .max)])
  func countSaturates(_ width: Int, _ height: Int, _ count: Int) {
    #expect(PixelSize(width: width, height: height).count == count)
  }

  @Test func turnsAndDescribesItself() {
    let size = PixelSize(width: 3, height: 4)
    #expect(size.transposed == PixelSize(width: 4, height: 3))
    #expect(size.description == "3x4")
  }
}
