import GIFCodec
import TestSupport
import Testing

@Suite struct FrameTimingTests {
  /// The delays, in hundredths of a second, of frames that all differ.
  private func delays(_ milliseconds: [Int], shortest: Int = 0) throws -> [Int] {
    let animation = try Animations.drawn(width: 1, height: 1, delays: milliseconds) { frame, _, _ in
      [UInt8(frame * 5), 0, 0, 255]
    }
    var decoder = try #require(GIFDecoder(GIFEncoder(animation).encode(GIFSettings(shortestDelay: shortest)).bytes))
    var delays: [Int] = []
    while let frame = try decoder.next() { delays.append(frame.delay / 10) }
    return delays
  }

  @Test func roundsTimesNotDelays() throws { #expect(try delays([33, 33, 34, 33, 33, 34]) == [3, 4, 3, 3, 4, 3]) }

  @Test func showsNothingForTimesThatBrowsersStretch() throws {
    #expect(try delays(Array(repeating: 16, count: 10)) == [2, 3, 3, 2, 3, 3])
  }

  @Test func leavesDelaysOfNothingAlone() throws { #expect(try delays([0, 0, 10, 10]) == [0, 0, 1, 1]) }

  @Test func givesTheTimeOfDroppedFramesToTheOnesBefore() throws {
    #expect(try delays([40, 40, 40, 40, 40, 40], shortest: 80) == [8, 8, 4, 4])
    #expect(try delays([40, 500, 40, 40], shortest: 80) == [54, 4, 4])
  }

  @Test func keepsTheWholeTime() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<50 {
      let given = (0..<Int.random(in: 1...20, using: &random)).map { _ in Int.random(in: 20...300, using: &random) }
      let shortest = Int.random(in: 0...200, using: &random)
      #expect(try delays(given, shortest: shortest).reduce(0, +) == (given.reduce(0, +) + 5) / 10)
    }
  }
}
