/// Does work in the background, a few pieces at a time, and limits the bytes held for it.
package actor UploadQueue {
  private struct Piece {
    let byteCount: Int
    let work: @Sendable () async -> Void
  }

  private let atMost: Int
  private let mostBytes: Int
  private var waiting: [Piece] = []
  private var waitingBytes = 0
  private var running: [Int: Task<Void, Never>] = [:]
  private var nextNumber = 0
  private var idlers: [CheckedContinuation<Void, Never>] = []
  private var abandonedCount = 0
  private var isOver = false

  /// - Parameters:
  ///   - atMost: how many pieces of work are done at once.
  ///   - mostBytes: the most bytes of waiting work.
  package init(atMost: Int = 4, mostBytes: Int = 256 << 20) { (self.atMost, self.mostBytes) = (atMost, mostBytes) }

  /// Does something later.
  ///
  /// - Parameter byteCount: bytes that it holds.
  /// - Returns: false when there is no room for it.
  package func add(byteCount: Int, _ work: @escaping @Sendable () async -> Void) -> Bool {
    guard !isOver, waiting.isEmpty || waitingBytes + byteCount <= mostBytes else { return false }
    waiting.append(Piece(byteCount: byteCount, work: work))
    waitingBytes += byteCount
    startNext()
    return true
  }

  /// Waits until all is done or the time is over; the rest is dropped.
  ///
  /// - Returns: how many pieces of work were not done.
  package func finish(within limit: Duration) async -> Int {
    let clock = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      abandon()
    }
    defer { clock.cancel() }
    if !running.isEmpty { await withCheckedContinuation { idlers.append($0) } }
    isOver = true
    return abandonedCount
  }

  private func abandon() {
    abandonedCount = waiting.count + running.count
    waiting = []
    for task in running.values { task.cancel() }
  }

  private func startNext() {
    while running.count < atMost, !waiting.isEmpty {
      let piece = waiting.removeFirst()
      waitingBytes -= piece.byteCount
      nextNumber += 1
      let number = nextNumber
      running[number] = Task {
        await piece.work()
        done(number)
      }
    }
  }

  private func done(_ number: Int) {
    running[number] = nil
    startNext()
    guard running.isEmpty else { return }
    for idler in idlers { idler.resume() }
    idlers = []
  }
}
