import JPEGEncoder
import Testing

@Suite struct TuningTests {
  @Test(arguments: Tuning.names) func constantsAreChangedByName(name: String) {
    var tuning = Tuning()
    tuning[name] = 7.5
    #expect(tuning[name] == 7.5)
    #expect(Tuning.names.filter { tuning[$0] != Tuning()[$0] } == [name])
  }

  @Test(arguments: ["", "nothing", "lumadc", "lumaDC0", "lumaDC "]) func otherNamesAreNone(name: String) {
    var tuning = Tuning()
    tuning[name] = 7.5
    #expect(tuning[name] == nil)
    #expect(tuning == Tuning())
  }
}
