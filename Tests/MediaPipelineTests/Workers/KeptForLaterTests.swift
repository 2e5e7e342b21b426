import MediaPipeline
import TestSupport
import Testing

@Suite struct KeptForLaterTests {
  @Test func theOldestGoFirst() {
    var kept = KeptForLater<String>(mostBytes: 100, mostCount: 3)
    #expect(kept.keep("a", byteCount: 10) == [])
    #expect(kept.keep("b", byteCount: 10) == [])
    #expect(kept.keep("c", byteCount: 10) == [])
    #expect(kept.keep("d", byteCount: 10) == ["a"])
    #expect(kept.keep("e", byteCount: 75) == ["b"])
    #expect(kept.keep("f", byteCount: 30) == ["c", "d", "e"])
    #expect(kept.count == 1 && kept.byteCount == 30)
    #expect(kept.keep("g", byteCount: 101) == ["f", "g"])
    #expect(kept.count == 0 && kept.byteCount == 0)
  }

  @Test func whatIsUsedAgainIsNeitherKeptNorDropped() {
    var kept = KeptForLater<String>(mostBytes: 100, mostCount: 2)
    _ = kept.keep("a", byteCount: 10)
    _ = kept.keep("b", byteCount: 20)
    kept.take("a")
    kept.take("nothing")
    #expect(kept.count == 1 && kept.byteCount == 20)
    // It is the youngest now.
    #expect(kept.keep("a", byteCount: 10) == [])
    #expect(kept.keep("c", byteCount: 5) == ["b"])
    #expect(kept.keep("c", byteCount: 6) == [])
    #expect(kept.byteCount == 16)
  }

  /// Compared with a list that is searched from the beginning each time.
  @Test(arguments: 1...20) func keepsWhatASimpleListWould(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var kept = KeptForLater<Int>(mostBytes: 200, mostCount: 8)
    var list: [(key: Int, byteCount: Int)] = []
    for _ in 0..<2000 {
      let (key, byteCount) = (Int.random(in: 0..<20, using: &random), Int.random(in: 0..<60, using: &random))
      list.removeAll { $0.key == key }
      guard Bool.random(using: &random) else {
        kept.take(key)
        continue
      }
      list.append((key, byteCount))
      var dropped: [Int] = []
      while list.count > 8 || list.reduce(0, { $0 + $1.byteCount }) > 200 { dropped.append(list.removeFirst().key) }
      #expect(kept.keep(key, byteCount: byteCount) == dropped)
      #expect(kept.byteCount == list.reduce(0) { $0 + $1.byteCount })
    }
  }
}
