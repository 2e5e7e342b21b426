import Findings
import Testing

@Suite struct KnownResultsTests {
  @Test func aResultIsMadeOnce() {
    let results = KnownResults<String, Int>()
    var made = 0
    func ask(_ key: String) -> Int {
      results.result(for: key) {
        made += 1
        return made
      }
    }
    #expect(["a", "b", "a", "b"].map(ask) == [1, 2, 1, 2])
  }

  @Test func ofManyAllAreForgotten() {
    let results = KnownResults<Int, Int>()
    for key in 0...4096 { results[key] = key }
    #expect([0, 4095, 4096].map { results[$0] } == [nil, nil, 4096])
  }
}
