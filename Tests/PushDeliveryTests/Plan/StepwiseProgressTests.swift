import PushDelivery
import TestSupport
import Testing

@Suite struct StepwiseProgressTests {
  @Test func eachStepTakesHalfOfTheRest() {
    var progress = StepwiseProgress()
    progress.advance(to: 0.5)
    #expect(progress.done == 0.25)
    progress.beginNextStep()
    #expect(progress.done == 0.5)
    progress.advance(to: 0.5)
    #expect(progress.done == 0.625)
    progress.finish()
    #expect(progress.done == 1)
  }

  @Test(arguments: 0..<100) func neverGoesBack(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var progress = StepwiseProgress()
    var last = 0.0
    for _ in 0..<200 {
      let part = [Double.random(in: -1...2, using: &generator), .nan, .infinity].randomElement(using: &generator) ?? 0
      if Int.random(in: 0...20, using: &generator) == 0 { progress.beginNextStep() } else { progress.advance(to: part) }
      #expect(progress.done >= last && progress.done <= 1)
      last = progress.done
    }
  }
}
