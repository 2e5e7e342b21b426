import PushDelivery
import TestSupport
import Testing

@Suite struct FrameThinningTests {
  @Test func whatIsSlowEnoughStays() {
    #expect(FrameThinning(delays: [30, 20, 40], meanDelay: 30).delays == [30, 20, 40])
  }

  @Test func neighboursShareTheirTime() {
    #expect(FrameThinning(delays: [20, 20, 20, 20], meanDelay: 30).delays == [40, 0, 40, 0])
    #expect(FrameThinning(delays: [20, 30, 20, 30], meanDelay: 30).delays == [0, 50, 0, 50])
  }

  @Test func whatIsHeldStays() {
    let delays = [Int](repeating: 20, count: 400) + [20, 3000]
    let thinned = FrameThinning(delays: delays, meanDelay: 30)
    #expect(thinned.delays.last == 3020)
    #expect(thinned.keptCount == 201)
  }

  @Test func somethingGoesOnMoving() {
    #expect(FrameThinning(delays: [20, 20], meanDelay: 30).delays == [30, 30])
    #expect(FrameThinning(delays: [20, 20, 20], meanDelay: 30).delays == [30, 0, 30])
    #expect(FrameThinning(delays: [20], meanDelay: 30).delays == [20])
  }

  /// No more frames a second than are allowed, and the whole as long as before.
  @Test(arguments: 0..<200) func theRateIsKept(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let most = [30, 60, 200].randomElement(using: &generator) ?? 30
    let delays = (0..<Int.random(in: 2...60, using: &generator)).map { _ in Int.random(in: 20...most, using: &generator)
    }
    let mean = [20, 30, 40, 100].randomElement(using: &generator) ?? 20
    let thinned = FrameThinning(delays: delays, meanDelay: mean)
    let total = thinned.delays.reduce(0, +)
    #expect(thinned.delays.count == delays.count)
    #expect(total >= thinned.keptCount * mean)
    #expect(thinned.keptCount >= 2)
    #expect(total == max(delays.reduce(0, +), mean * 2))
  }
}
