import MediaPipeline
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct UploadQueueTests {
  /// The finished work, and the most pieces at once.
  private final class Tally: Sendable {
    private let counts = Mutex((running: 0, most: 0, done: 0))

    func work(_ duration: Duration = .milliseconds(5)) async {
      counts.withLock {
        $0.running += 1
        $0.most = max($0.most, $0.running)
      }
      let isDone = (try? await Task.sleep(for: duration)) != nil
      counts.withLock {
        $0.running -= 1
        if isDone { $0.done += 1 }
      }
    }

    var most: Int { counts.withLock { $0.most } }
    var done: Int { counts.withLock { $0.done } }
  }

  @Test func allIsDoneAFewAtATime() async {
    let (queue, tally) = (UploadQueue(atMost: 3), Tally())
    for _ in 0..<20 { #expect(await queue.add(byteCount: 1) { await tally.work() }) }
    #expect(await queue.finish(within: .seconds(30)) == 0)
    #expect(tally.done == 20 && tally.most <= 3)
  }

  @Test func anEmptyQueueIsDone() async { #expect(await UploadQueue().finish(within: .seconds(30)) == 0) }

  @Test func whatHasNoRoomIsLeftOut() async {
    let (queue, tally) = (UploadQueue(atMost: 1, mostBytes: 100), Tally())
    var added = 0
    for _ in 0..<10 { added += await queue.add(byteCount: 40) { await tally.work(.milliseconds(50)) } ? 1 : 0 }
    // One at work, two that wait.
    #expect(added == 3)
    #expect(await queue.finish(within: .seconds(30)) == 0 && tally.done == 3)
  }

  @Test func whatIsNotDoneInTimeIsGivenUp() async {
    let (queue, tally) = (UploadQueue(atMost: 2), Tally())
    for _ in 0..<5 { _ = await queue.add(byteCount: 1) { await tally.work(.seconds(600)) } }
    #expect(await queue.finish(within: .milliseconds(50)) == 5)
    #expect(tally.done == 0)
    #expect(await !queue.add(byteCount: 1) { await tally.work() })
  }
}
