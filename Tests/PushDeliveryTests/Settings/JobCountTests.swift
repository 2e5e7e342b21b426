import PushDelivery
import Testing

@Suite struct JobCountTests {
  @Test func readsAutoAndNumbers() {
    #expect(JobCount("auto") == .automatic)
    #expect(JobCount("1") == .fixed(1))
    #expect(JobCount("64") == .fixed(64))
  }

  @Test(arguments: ["", "0", "65", "-1", "two", "Auto", "4 ", "99999999999999999999"])
  func refusesAnythingElse(_ text: String) { #expect(JobCount(text) == nil) }

  @Test func automaticIsOneForEachProcessor() {
    #expect(JobCount.automatic.count(processors: 8) == 8)
    #expect(JobCount.automatic.count(processors: 0) == 1)
    #expect(JobCount.automatic.count(processors: 1_000) == 64)
    #expect(JobCount.fixed(3).count(processors: 8) == 3)
  }
}
