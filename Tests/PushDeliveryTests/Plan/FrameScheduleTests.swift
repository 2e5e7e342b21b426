import PushDelivery
import TestSupport
import Testing

@Suite struct FrameScheduleTests {
  @Test func delaysThatHaveACommonPartAreKeptExactly() {
    let schedule = FrameSchedule(delays: [100, 300, 200], maximumFrameRate: 30)
    #expect(schedule.frameRate == "1000/100")
    #expect(schedule.repetitions == [1, 3, 2])
    #expect(schedule.seconds == 0.6)
  }

  @Test func fasterThanTheCap() {
    let schedule = FrameSchedule(delays: [Int](repeating: 20, count: 50), maximumFrameRate: 30)
    #expect(schedule.frameRate == "30000/1000")
    #expect(schedule.frameCount == 30)
    #expect(schedule.repetitions.allSatisfy { $0 <= 1 })
  }

  @Test func slowOnesGetAFrameASecondAtLeast() {
    let schedule = FrameSchedule(delays: [5000, 10_000], maximumFrameRate: 30)
    #expect(schedule.frameRate == "1000/1000")
    #expect(schedule.repetitions == [5, 10])
  }

  /// The whole plays as long as before, within half a frame, and something is always shown.
  @Test(arguments: 0..<200) func theWholeKeepsItsTime(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let unit = [1, 7, 10, 100].randomElement(using: &generator) ?? 1
    let delays = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
      unit * Int.random(in: 1...80, using: &generator)
    }
    let cap = Int.random(in: 1...60, using: &generator)
    let schedule = FrameSchedule(delays: delays, maximumFrameRate: cap)
    let period = Double(schedule.period.numerator) / Double(schedule.period.denominator)
    #expect(period * Double(cap) >= 999.999)
    #expect(schedule.repetitions.count == delays.count)
    #expect(schedule.repetitions.allSatisfy { $0 >= 0 })
    #expect(schedule.frameCount >= 1)
    let wanted = Double(delays.reduce(0, +)) / 1000
    #expect(abs(schedule.seconds - wanted) <= period / 2000 + 1e-9 || schedule.frameCount == 1)
  }

  @Test func absurdDelays() {
    #expect(FrameSchedule(delays: [0, -5, .max], maximumFrameRate: 0).repetitions.count == 3)
    #expect(FrameSchedule(delays: [], maximumFrameRate: 30).frameCount == 0)
  }
}
