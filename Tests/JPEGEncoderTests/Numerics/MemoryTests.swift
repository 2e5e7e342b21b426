import JPEGEncoder
import Testing

@Suite struct MemoryTests {
  @Test func noIndexIsOutOfBounds() {
    let buffer = WrappingBuffer<Int32, Capacity128>(repeating: 7)
    for index in 0..<128 {
      let before = buffer[index]
      #expect(before == 7)
      buffer[index] = Int32(index)
    }
    for index in [0, 3, 127] {
      for turns in [-2, -1, 1, 1000] {
        let element = buffer[index + turns * 128]
        #expect(element == Int32(index))
      }
    }
  }

  @Test(arguments: [0, 1, 7, 8]) func vectorsAreReadAndWrittenWhereverTheyBegin(place: Int) {
    var numbers = (0..<16).map { Float($0) }
    #expect(numbers.span.vector(at: place) == SIMD8((place..<place + 8).map { Float($0) }))
    var span = numbers.mutableSpan
    span.store(.zero, at: place)
    #expect(numbers == (0..<16).map { (place..<place + 8).contains($0) ? 0 : Float($0) })
  }

  @Test func vectorsBeyondTheEndAreNotRead() async {
    await #expect(processExitsWith: .failure) { _ = [Float](repeating: 0, count: 16).span.vector(at: 9) }
    await #expect(processExitsWith: .failure) { _ = [Float](repeating: 0, count: 16).span.vector(at: -1) }
    await #expect(processExitsWith: .failure) { _ = [Float](repeating: 0, count: 7).span.vector(at: 0) }
  }

  @Test func vectorsBeyondTheEndAreNotWritten() async {
    await #expect(processExitsWith: .failure) {
      var numbers = [Float](repeating: 0, count: 16)
      var span = numbers.mutableSpan
      span.store(.zero, at: 9)
    }
  }
}
