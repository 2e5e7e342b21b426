import MediaPipeline
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct SlidingWindowTests {
  private struct Stop: Error {}

  /// How many are at work at once, and the most that ever were.
  private final class Load: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func work(_ number: Int) async -> Int {
      counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      try? await Task.sleep(for: .milliseconds(number % 7))
      counts.withLock { $0.now -= 1 }
      return number
    }
  }

  @Test(arguments: [0, 1, 5, 60]) func resultsComeInOrder(count: Int) async {
    let load = Load()
    var results: [Int] = []
    await Array(0..<count).forEachInOrder(atMost: 4, load.work) { results.append($0) }
    #expect(results == Array(0..<count))
    #expect(load.most <= 4)
  }

  @Test func theLongestAreBegunFirst() async {
    let begun = Mutex<[Int]>([])
    let results = await [3, 9, 1, 9, 4].mapInOrder(atMost: 1, size: \.self) { number in
      begun.withLock { $0.append(number) }
      return -number
    }
    #expect(results == [-3, -9, -1, -9, -4])
    #expect(begun.withLock { $0 } == [9, 9, 4, 3, 1])
    let unsized = await Array(0..<20).mapInOrder(atMost: 3) { $0 * 2 }
    #expect(unsized == (0..<20).map { $0 * 2 })
  }

  @Test func anErrorEndsTheWork() async {
    let load = Load()
    var results: [Int] = []
    await #expect(throws: Stop.self) {
      try await Array(0..<60).forEachInOrder(atMost: 4, load.work) { result throws(Stop) in
        if result == 10 { throw Stop() }
        results.append(result)
      }
    }
    #expect(results == Array(0..<10))
  }
}
