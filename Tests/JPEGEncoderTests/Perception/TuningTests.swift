import JPEGEncoder
import Testing

@Suite struct TuningTests {
  @Test(arguments: Tuning.names) func constantsAreChangedByName(name: String) {
    var tuning = Tuning()
    tuning[name] = 7.5
    #expect(tuning[name] == 7.5)
    #expect(Tuning.names.filter { tuning[$0] != Tuning()[$0] } == [name])
  }

  @Test(arguments: ["", "nothing", "meanWeights", "meanWeights5", "lumaDC0"]) func otherNamesAreNone(name: String) {
    var tuning = Tuning()
    tuning[name] = 7.5
    #expect(tuning[name] == nil)
    #expect(tuning == Tuning())
  }
}
